import { Dialog } from "@base-ui/react/dialog";
import { PreviewCard } from "@base-ui/react/preview-card";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { FocusEvent, ReactNode, TouchEvent } from "react";
import type { CharacterCard } from "#shared/characters.ts";
import type { WatchedRequest } from "#shared/watchlist.ts";
import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { api, body } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { formatInteger, formatTenths } from "#web/lib/format.ts";
import { eveDay, formatDate, useNow } from "#web/lib/time.ts";
import { buttonClasses, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { DateOnly, RelativeTime } from "#web/ui/time.tsx";
import { AllianceLogo, CorporationLogo, Portrait } from "./images.tsx";
import { linksOf, SiteIcon } from "./pilot-name.tsx";
import type { CardShown } from "./pilot-name.tsx";
import { factText, watchedUsersQuery } from "./watch.tsx";

function cardQuery(characterId: number) {
  return queryOptions({
    queryKey: ["pilot-card", characterId],
    queryFn: ({ signal }) =>
      body(
        api.characters[":id"].card.$get(
          { param: { id: String(characterId) } },
          { init: { signal } },
        ),
      ),
    staleTime: 60_000,
    retry: false,
  });
}

type PilotCardProps = {
  anchor: HTMLElement;
  shown: CardShown;
  characterId: number;
  name: string;
  /** The pilot's page. */
  to: string | undefined;
  /** What the page knows of the watchlist. */
  hits: readonly WatchedRequest[] | undefined;
  onClose: () => void;
};

const FRAME = "overflow-hidden border-line bg-overlay text-text-1 shadow-overlay outline-none";
const SWIPE_PX = 60;

/** Who the pilot is: beside the name, or from below where there is no pointer. */
export default function PilotCard(props: PilotCardProps) {
  const { anchor, shown, name, onClose } = props;
  const begunAt = useRef(0);
  const nameOf = () => anchor.querySelector<HTMLElement>(".pilot-name");
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) return;
    if (shown === "focused") nameOf()?.focus();
    onClose();
  };
  if (shown === "sheet") {
    const onTouchEnd = ({ changedTouches }: TouchEvent) => {
      if ((changedTouches[0]?.clientY ?? 0) - begunAt.current > SWIPE_PX) onClose();
    };
    return (
      <Dialog.Root open onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-20 bg-scrim" />
          <Dialog.Popup
            aria-label={name}
            finalFocus={nameOf}
            className={`fixed inset-x-0 bottom-0 z-20 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-t-dialog border-t pt-2 pb-[env(safe-area-inset-bottom)] ${FRAME}`}
            onTouchStart={({ touches }) => {
              begunAt.current = touches[0]?.clientY ?? 0;
            }}
            onTouchEnd={onTouchEnd}
          >
            <span className="mx-auto block h-1 w-9 rounded-full bg-line-control" />
            <Content {...props} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    );
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) onClose();
  };
  return (
    <PreviewCard.Root open onOpenChange={onOpenChange}>
      {/* Within the landmark or the dialog of its name. */}
      <PreviewCard.Portal
        container={anchor.closest<HTMLElement>("[role=dialog], main, aside, header")}
      >
        <PreviewCard.Positioner anchor={anchor} align="start" sideOffset={4} className="z-10">
          <PreviewCard.Popup
            role={shown === "focused" ? "dialog" : undefined}
            aria-label={shown === "focused" ? name : undefined}
            className={`w-84 max-w-[calc(100vw-2rem)] rounded-card border ${FRAME}`}
            onBlur={shown === "focused" ? onBlur : undefined}
          >
            <Content {...props} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

function focusOnMount(element: HTMLElement | null) {
  element?.focus();
}

function Content({ characterId, name, to, hits, shown }: PilotCardProps) {
  const { data, isPending, error } = useQuery(cardQuery(characterId));
  const isUnread = error instanceof ApiError && error.status === 404;
  return (
    <>
      <div className="flex items-center gap-3.5 px-4 py-3.5">
        <Portrait characterId={characterId} size={64} />
        <div className="min-w-0 flex-1">
          <b className="block font-display text-lg font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </b>
          <span className="block text-sm wrap-anywhere text-text-2">
            {data && <Who of={data} />}
          </span>
        </div>
        <CopyButton text={name} what={name} />
      </div>
      <Watched hits={hits} userId={data?.account?.userId} />
      <div className="border-t border-line-faint px-4 py-3 text-sm">
        {data ? (
          <Facts of={data} />
        ) : isPending ? (
          <RowsSkeleton label={t`Loading the pilot`} rows={3} />
        ) : (
          <p className="text-text-2">
            {isUnread ? t`Muster has not read this pilot yet.` : t`The pilot could not be loaded`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5 border-t border-line-faint p-3 *:min-w-24 *:flex-1">
        {Object.entries(linksOf(characterId)).map(([site, { to: address, icon }]) => (
          <a
            key={site}
            href={address}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses("default", "sm")}
          >
            <SiteIcon path={icon} /> {site}
          </a>
        ))}
        {to !== undefined && (
          <ButtonLink
            to={to}
            size="sm"
            variant="primary"
            {...(shown === "focused" && { ref: focusOnMount })}
          >
            <Trans context="a page">Open</Trans>
          </ButtonLink>
        )}
      </div>
    </>
  );
}

/** "SBLM · main of 4 characters". The account is known to administrators alone. */
function Who({ of: { characterId, corporation, account } }: { of: CharacterCard }) {
  const { main, characterCount = 1 } = account ?? {};
  return (
    <>
      {corporation?.ticker && <span className="pilot-ticker">{corporation.ticker}</span>}
      {corporation?.ticker && account && " · "}
      {account &&
        (main?.characterId === characterId
          ? plural(characterCount, { one: "main, no alts", other: "main of # characters" })
          : main && (
              <Trans>
                alt of <bdi>{ph({ mainName: main.characterName })}</bdi>
              </Trans>
            ))}
    </>
  );
}

type WatchedProps = {
  hits: readonly WatchedRequest[] | undefined;
  userId: string | undefined;
};

/** For keepers: what the page knows, or else what the list has about the account. Others have no watchlist. */
function Watched({ hits, userId }: WatchedProps) {
  const isKeeper = useSession().user?.unseenHits !== undefined;
  const { data, error } = useQuery({
    ...watchedUsersQuery(userId === undefined ? [] : [userId]),
    enabled: isKeeper && hits === undefined && userId !== undefined,
    retry: false,
  });
  const found = hits ?? data?.items ?? [];
  if (error !== null && hits === undefined) {
    return <Band>{t`Whether this pilot is watched is not known now.`}</Band>;
  }
  if (found.length === 0) return null;
  return (
    <Band>
      {found.map(({ id, name, findings: [finding] }) => (
        <span key={id} className="block wrap-anywhere">
          <b>
            <bdi>{name}</bdi>
          </b>
          {finding && `: ${factText(finding)}`}
        </span>
      ))}
      <span className="block text-xs text-text-2">
        {found[0]?.level === "refuse" ? t`Refuse` : t`Watch`} · {t`Keepers only`}
      </span>
    </Band>
  );
}

function Band({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-2.5 bg-warn-dim px-4 py-2 text-sm">
      <span className="mt-0.5 text-warn">
        <Icon name="eye" />
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** What EVE tells of a pilot, as far as Muster has read it. */
function publicFacts({ corporation, alliance, birthday, securityStatus }: CharacterCard) {
  return (
    <>
      {corporation && (
        <Fact label={t`Corporation`}>
          <span className="flex items-center gap-2">
            <CorporationLogo corporationId={corporation.id} size={20} />
            <bdi className="min-w-0 truncate">
              {corporation.name ?? t`Corporation ${ph({ corporationId: corporation.id })}`}
            </bdi>
          </span>
          {corporation.since !== null && (
            <span className="block text-xs text-text-2">
              {t`since ${ph({ date: formatDate(corporation.since) })}`}
            </span>
          )}
        </Fact>
      )}
      {alliance && (
        <Fact label={t`Alliance`}>
          <span className="flex items-center gap-2">
            <AllianceLogo allianceId={alliance.id} size={20} />
            <bdi className="min-w-0 truncate">
              {alliance.name ?? t`Alliance ${ph({ allianceId: alliance.id })}`}
            </bdi>
          </span>
        </Fact>
      )}
      {securityStatus !== null && (
        <Fact label={t`Security status`}>
          <span className={securityStatus < 0 ? "text-danger" : undefined}>
            {formatTenths(securityStatus)}
          </span>
        </Fact>
      )}
      {birthday !== null && (
        <Fact label={t`Born`}>
          <DateOnly at={birthday} />{" "}
          <span className="text-xs text-text-2">
            <RelativeTime at={birthday} />
          </span>
        </Fact>
      )}
    </>
  );
}

function Facts({ of }: { of: CharacterCard }) {
  const { account } = of;
  const now = useNow("minute");
  return (
    <dl className="grid gap-y-1 *:grid *:grid-cols-[7rem_minmax(0,1fr)] *:gap-x-4">
      {publicFacts(of)}
      {account && (
        <>
          {/* By the day: it has no time. */}
          <Fact label={t`Last seen`}>
            {account.lastSeenAt === null ? t`Never` : eveDay(account.lastSeenAt, now)}
          </Fact>
          <Fact label={t`Groups`}>{formatInteger(account.groupCount)}</Fact>
        </>
      )}
    </dl>
  );
}

/** The public facts of a pilot, across the pilot's page. */
export function PilotStrip({ characterId }: { characterId: number }) {
  const { data, isPending, refetch } = useQuery(cardQuery(characterId));
  const { corporation, alliance, birthday, securityStatus } = data ?? {};
  if (data && [corporation, alliance, birthday, securityStatus].every((fact) => fact === null)) {
    return null;
  }
  return (
    <Card isFlush className="min-h-19">
      {data ? (
        <dl className="flex flex-wrap divide-line-faint *:grow *:basis-40 *:px-4 *:py-3 md:divide-x [&_dt]:text-sm">
          {publicFacts(data)}
        </dl>
      ) : (
        !isPending && <LoadFailed title={t`The pilot could not be loaded`} onRetry={refetch} />
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-text-2">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
