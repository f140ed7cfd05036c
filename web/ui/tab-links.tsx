import { Link } from "react-router";
import { afterLayout } from "#web/lib/layout.ts";
import { cx } from "#web/lib/cx.ts";
import "./tab-links.css";

type TabLink = {
  label: string;
  to: string;
  isCurrent: boolean;
  /** null: not loaded yet; space is reserved. */
  count?: number | null;
};

/** Tabs as links, so that back, reload and sharing work. On a narrow screen they scroll, to the current one at first. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav
      aria-label={label}
      className="tab-strip relative overflow-x-auto border-b border-line-faint"
    >
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              ref={tab.isCurrent ? scrollToCenter : undefined}
              to={tab.to}
              aria-current={tab.isCurrent ? "page" : undefined}
              className={cx(
                "flex min-h-10 items-center gap-2 border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 max-md:min-h-11",
                tab.isCurrent
                  ? "border-signal text-text-1"
                  : "border-transparent text-text-2 hover:text-text-1",
              )}
            >
              {tab.label}
              {tab.count !== undefined && (
                <span className="min-w-[1ch] text-sm text-text-2">{tab.count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Not `scrollIntoView`: it would scroll the page as well. */
function scrollToCenter(tab: HTMLElement | null) {
  const strip = tab?.closest("nav");
  if (!tab || !strip) return;
  return afterLayout(tab, () => {
    strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  });
}

type Segment = { label: string; to: string; isCurrent: boolean };

/** Which part of a list is shown, as links, so that back, reload and sharing work. */
export function SegmentLinks({ label, segments }: { label: string; segments: Segment[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex w-fit rounded-control border border-line-control bg-void p-0.5">
        {segments.map(({ label: text, to, isCurrent }) => (
          <li key={text}>
            <Link
              to={to}
              preventScrollReset
              aria-current={isCurrent ? "page" : undefined}
              className="flex min-h-7.5 items-center rounded-bar px-3 font-medium whitespace-nowrap text-text-2 -outline-offset-2 hover:text-text-1 aria-[current]:bg-surface-3 aria-[current]:text-text-1 max-md:min-h-9.5"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
