import { Suspense, useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { t, msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import type { User } from "#shared/session.ts";
import { EveClock } from "#web/eve/eve-clock.tsx";
import { Portrait } from "#web/eve/images.tsx";
import { HomeLink, SearchButton } from "#web/app/navigation/search-button.tsx";
import {
  AdminNav,
  DecisionCount,
  isWithin,
  NavItem,
  PendingCount,
} from "#web/app/navigation/nav-item.tsx";
import { PLAYER_PLACES, usedPlaces, WATCHLIST } from "#web/app/navigation/places.ts";
import type { Place } from "#web/app/navigation/places.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { useConnection } from "#web/lib/api/connection.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useLogout } from "#web/lib/api/logout.ts";
import { chooseScreen, useScreenChoice } from "#web/lib/screen-choice.ts";
import { MenuButton, useLanguageItems } from "#web/ui/menu.tsx";

type SidebarProps = {
  user: User | null;
  /** Undefined until it is loaded. */
  waiting: Waiting | undefined;
  /** On a small screen it covers the page, and takes the focus. */
  isCovering: boolean;
  onSearch: () => void;
  onShortcuts: () => void;
};

/** The product's name, the navigation and the account. */
export default function Sidebar(props: SidebarProps) {
  const { user, waiting, isCovering, onSearch, onShortcuts } = props;
  const requests = waiting?.requests.reduce((sum, { count }) => sum + count, 0);
  const { pathname } = useLocation();
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isCovering) header.current?.querySelector("a")?.focus();
  }, [isCovering]);
  return (
    <>
      <header ref={header} className="px-4 pt-4 pb-3">
        <HomeLink />
        <p className="mt-1 text-sm text-text-2">{t`Every pilot accounted for.`}</p>
        <SearchButton onClick={onSearch} />
      </header>
      <div data-pages className="flex-1 overflow-y-auto px-2">
        {user?.is_admin && isWithin(pathname, paths.admin) ? (
          <AdminNav used={usedPlaces(waiting)} />
        ) : (
          <nav aria-label={t`Main`}>
            <ul className="grid gap-0.5">
              <NavItem {...linkOf(PLAYER_PLACES.dashboard)} below={[CHARACTER_PAGES]} />
              <NavItem {...linkOf(PLAYER_PLACES.groups)} />
              <NavItem {...linkOf(PLAYER_PLACES.myGroups)} count={requests} />
              <NavItem {...linkOf(PLAYER_PLACES.operations)} />
              <NavItem {...linkOf(PLAYER_PLACES.access)} />
              <NavItem {...linkOf(PLAYER_PLACES.invitations)} count={waiting?.invitations} />
              {waiting?.rosters.map(({ corporationId, name }) => (
                <NavItem
                  key={corporationId}
                  to={paths.roster(corporationId)}
                  icon="tower"
                  label={name}
                />
              ))}
              {user?.is_admin === false && user.unseenHits !== undefined && (
                <NavItem {...linkOf(WATCHLIST)} count={user.unseenHits} />
              )}
              {user?.is_admin && (
                <NavItem
                  to={paths.adminOverview}
                  icon="shield"
                  label={t({ context: "part of Muster", message: "Admin" })}
                  badge={
                    <Suspense>
                      <DecisionCount>{(count) => <PendingCount count={count} />}</DecisionCount>
                    </Suspense>
                  }
                />
              )}
            </ul>
          </nav>
        )}
      </div>
      <Account onShortcuts={onShortcuts} />
    </>
  );
}

const linkOf = ({ to, icon, label }: Place) => ({ to, icon, label: say(label) });

/** Character sheets are reached from the dashboard, and from searches. */
const CHARACTER_PAGES = "/character";

function ConnectionState() {
  const isOnline = useConnection() === "online";
  return (
    <p className="flex items-center gap-1.5 text-sm text-text-2">
      <span
        aria-hidden="true"
        className={cx("size-1.5 rounded-full", isOnline ? "bg-ok" : "bg-warn")}
      />
      {isOnline ? t`Online` : t`Offline`}
    </p>
  );
}

function Account({ onShortcuts }: Pick<SidebarProps, "onShortcuts">) {
  const logout = useLogout();
  const { pathname } = useLocation();
  const { main } = useSession();
  return (
    <footer className="grid grid-cols-1 gap-3 border-t border-line-faint p-4">
      <div className="flex items-center gap-2">
        <Link
          to={paths.account}
          aria-current={pathname === paths.account ? "page" : undefined}
          className="-m-2 flex min-w-0 flex-1 items-center gap-3 rounded-control p-2 transition-colors hover:bg-surface-2 aria-[current]:bg-surface-2"
        >
          <VisuallyHidden>{t`Your account:`} </VisuallyHidden>
          {main ? (
            <Portrait characterId={main.characterId} size={40} />
          ) : (
            <Skeleton className="size-10" />
          )}
          <div className="min-w-0 flex-1">
            {main ? (
              <p className="truncate font-medium">{main.characterName}</p>
            ) : (
              <Skeleton className="h-4 w-24" />
            )}
            <ConnectionState />
          </div>
        </Link>
        <AccountMenu onShortcuts={onShortcuts} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <Button
          size="sm"
          icon={<Icon name="logout" />}
          isBusy={logout.isPending}
          busyLabel={t`Logging out...`}
          onClick={() => logout.mutate()}
        >
          {t`Logout`}
        </Button>
        <EveClock />
      </div>
    </footer>
  );
}

const THEMES = [
  [msg`System theme`, undefined],
  [msg`Dark theme`, "dark"],
  [msg`Light theme`, "light"],
] as const;

/** How this browser shows Muster, and what belongs to the account. */
function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const navigate = useNavigate();
  const theme = useScreenChoice("theme");
  const languages = useLanguageItems();
  const isCompact = useScreenChoice("rows") === "compact";
  return (
    <MenuButton
      label={t`Account menu`}
      icon="sliders"
      items={[
        { label: t`Account`, onSelect: () => void navigate(paths.account) },
        ...THEMES.map(([label, value], index) => ({
          label: say(label),
          isChosen: theme === value,
          startsSection: index === 0,
          onSelect: () => chooseScreen("theme", value),
        })),
        {
          label: t`Compact rows`,
          isOn: isCompact,
          startsSection: true,
          onSelect: () => chooseScreen("rows", isCompact ? undefined : "compact"),
        },
        ...(languages.length > 0 ? [{ label: t`Language`, items: languages }] : []),
        { label: t`Keyboard shortcuts`, startsSection: true, onSelect: onShortcuts },
      ]}
    />
  );
}
