import { Suspense, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { t } from "#web/language/macros.ts";
import { afterLayout } from "#web/lib/layout.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { say } from "#web/language/messages.ts";
import { lazyAfterPaint } from "#web/lib/first-paint.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { adminMenu, placesOf } from "./places.ts";
import type { Used } from "./places.ts";

type NavItemProps = {
  to: string;
  icon: IconName;
  label: string;
  count?: number | undefined;
  /** A count that is not known here. */
  badge?: ReactNode;
  /** The paths of pages that have no link of their own. */
  below?: readonly string[];
  /** The paths of its tabs. */
  tabs?: readonly string[];
  className?: string | undefined;
  /** The link leads to another area, to no page of this menu. */
  isWayOut?: boolean;
};

/** A link of the sidebar. Rows are as high as the window allows, and as a finger needs on a phone. */
export function NavItem(props: NavItemProps) {
  const {
    to,
    icon,
    label,
    below = [],
    tabs = [],
    className,
    count = 0,
    badge,
    isWayOut = false,
  } = props;
  const { pathname } = useLocation();
  const isTab = tabs.some((path) => isWithin(pathname, path));
  const isBelow = below.some((path) => isWithin(pathname, path));
  const isCurrent = !isWayOut && (isWithin(pathname, to) || isTab || isBelow);
  const item = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => (isCurrent ? showInList(item.current) : undefined), [isCurrent]);
  return (
    <li ref={item} className={className}>
      <Link
        to={to}
        aria-current={isCurrent ? (isBelow ? "true" : isTab ? "location" : "page") : undefined}
        className="flex min-h-8.5 items-center gap-2.5 rounded-control px-2.5 font-medium text-text-2 transition-colors hover:bg-surface-2 aria-[current]:text-text-1 aria-[current=location]:bg-surface-2 aria-[current=location]:inset-shadow-nav aria-[current=page]:bg-surface-2 aria-[current=page]:inset-shadow-nav max-md:min-h-11 md:low:min-h-7"
      >
        <Icon name={icon} />
        {label}
        {badge ?? <PendingCount count={count} />}
      </Link>
    </li>
  );
}

export function PendingCount({ count }: { count: number }) {
  return (
    count > 0 && (
      <span className="ml-auto text-xs font-semibold text-signal tabular-nums">
        {count}
        <VisuallyHidden> {t`pending`}</VisuallyHidden>
      </span>
    )
  );
}

/** Scrolls the list if the item is below its end: a low window does not show all pages of administrators. */
function showInList(item: HTMLElement | null) {
  const list = item?.closest("[data-pages]");
  if (!item || !list) return;
  return afterLayout(item, () => {
    const hidden = item.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
    if (hidden > 0) list.scrollTop += hidden;
  });
}

export function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

/** A menu without the number is still a menu: the code is asked for until it comes. */
export const DecisionCount = lazyAfterPaint(() => import("#web/overview/decision-count.tsx"));

/** The menu within the admin area, in place of the player's: six items, and below a line what the community uses besides. */
export function AdminNav({ used }: { used: Used }) {
  const items = adminMenu(used);
  return (
    <nav aria-label={t({ context: "part of Muster", message: "Admin" })}>
      <ul className="mb-2 border-b border-line-faint pb-2 md:low:mb-1 md:low:pb-1">
        <NavItem isWayOut to={paths.dashboard} icon="back" label={t`Back to Dashboard`} />
      </ul>
      <ul className="grid gap-0.5">
        {items.map((item, index) => {
          const { title, icon, isWhenUsed, places } = item;
          const { to } = places[0];
          const addresses = placesOf(item).map((place) => place.to);
          const isFirstUsed = isWhenUsed && !items[index - 1]?.isWhenUsed;
          return (
            <NavItem
              key={to}
              to={to}
              icon={icon}
              label={say(title)}
              tabs={addresses.slice(1)}
              className={cx(isFirstUsed && "mt-2 border-t border-line-faint pt-2")}
              badge={
                <Suspense>
                  <DecisionCount {...(to !== paths.adminOverview && { at: addresses })}>
                    {(count) => <PendingCount count={count} />}
                  </DecisionCount>
                </Suspense>
              }
            />
          );
        })}
      </ul>
    </nav>
  );
}
