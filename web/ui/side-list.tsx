import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Card } from "./card.tsx";

type SideListProps = {
  title: string;
  /** Beside the title: how many there are. */
  count?: ReactNode;
  /** Above the rows, which scroll beneath. */
  filters: ReactNode;
  children: ReactNode;
};

/** A list beside the page of one of its rows, where there is room for both. */
export function SideList({ title, count, filters, children }: SideListProps) {
  return (
    <Card
      title={title}
      isFlush
      actions={<span className="text-sm text-text-2 tabular-nums">{count}</span>}
      className="side-list sticky top-4 flex max-h-[calc(100dvh-2rem)] flex-col"
    >
      {filters}
      {children}
    </Card>
  );
}

type SideRowsProps = { label: string; children: ReactNode; more: ReactNode };

/** The rows of `SideList`, and below them what loads more. */
export function SideRows({ label, children, more }: SideRowsProps) {
  return (
    <div className="min-h-0 overflow-y-auto">
      <ul aria-label={label}>{children}</ul>
      {more}
    </div>
  );
}

type SideRowProps = { to: string; isOpen: boolean; end: ReactNode; children: ReactNode };

export function SideRow({ to, isOpen, end, children }: SideRowProps) {
  const linkRef = useRef<HTMLAnchorElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    if (!isOpen) return;
    reveal(linkRef.current);
    // A choice in the list keeps the focus there.
    if (wasPressed.current) linkRef.current?.focus({ preventScroll: true });
    wasPressed.current = false;
  }, [isOpen]);
  return (
    <li className="border-b border-line-faint last:border-b-0">
      <Link
        ref={linkRef}
        onClick={() => {
          wasPressed.current = !isOpen;
        }}
        to={to}
        aria-current={isOpen ? "page" : undefined}
        className="flex items-center gap-3 px-3 py-2 -outline-offset-2 hover:bg-surface-2 aria-[current=page]:bg-surface-2 aria-[current=page]:inset-shadow-nav"
      >
        <span className="min-w-0 flex-1">{children}</span>
        {end}
      </Link>
    </li>
  );
}

/** Scrolls the list, and never the page. */
function reveal(row: HTMLElement | null) {
  const list = row?.closest("ul")?.parentElement;
  if (!row || !list) return;
  const above = row.offsetTop - list.offsetTop;
  if (above < list.scrollTop) list.scrollTop = above;
  else if (above + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = above + row.offsetHeight - list.clientHeight;
  }
}
