import { Trans } from "#web/language/macros.ts";
import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { afterLayout } from "#web/lib/after-layout.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

type NavItemProps = {
  to: string;
  icon: IconName;
  label: string;
  count?: number;
  /** A count that is not known here. */
  badge?: ReactNode;
  /** The paths of pages that have no link of their own. */
  below?: readonly string[];
  /** The paths of its tabs. */
  tabs?: readonly string[];
  className?: string | undefined;
  /** It leads to another area: no page of this menu. */
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
        <VisuallyHidden>
          {" "}
          <Trans>pending</Trans>
        </VisuallyHidden>
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
