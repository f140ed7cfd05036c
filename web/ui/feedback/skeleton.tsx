import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Spinner } from "#web/ui/button.tsx";

/** A grey placeholder; `className` gives it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("block animate-appear rounded-bar bg-surface-3", className)}
    />
  );
}

/** A loading region: skeletons for sighted users, `label` for screen readers. */
export function SkeletonRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div aria-busy="true">
      <output className="sr-only">{label}</output>
      {children}
    </div>
  );
}

/** A loading message. It fades in after a delay, so that it does not flash for fast answers. */
export function Loading({ children }: { children: string }) {
  return (
    <output className="flex animate-appear items-center gap-2.5 py-6 text-text-2">
      <Spinner />
      {children}
    </output>
  );
}

const WIDTHS = ["w-40", "w-56", "w-32", "w-48"];
/** Enough rows to fill a phone, so that content below a long list does not shift into view. */
export const MOST_ROWS = 16;

/** `portrait`: a pilot's portrait and name. `two-lines`: a name and a hint under it. */
type RowShape = "portrait" | "line" | "two-lines";

const HEIGHTS: Record<RowShape, string> = {
  portrait: "h-13",
  line: "h-11",
  "two-lines": "h-14.5",
};

type RowsSkeletonProps = { label: string; shape?: RowShape; rows?: number };

/** Placeholder rows. Pass the number of rows if it is known, to avoid a layout shift. */
export function RowsSkeleton({ label, shape = "portrait", rows = 4 }: RowsSkeletonProps) {
  return (
    <SkeletonRegion label={label}>
      {Array.from({ length: Math.min(rows, MOST_ROWS) }, (_, row) => (
        <div
          key={row}
          className={cx(
            "flex items-center gap-3 border-b border-line-faint px-4 last:border-b-0",
            HEIGHTS[shape],
          )}
        >
          {shape === "portrait" && <Skeleton className="size-8" />}
          <div className="grid flex-1 gap-2">
            <Skeleton className={`h-3.5 max-w-3/5 ${WIDTHS[row % WIDTHS.length]}`} />
            {shape === "two-lines" && <Skeleton className="h-3 w-64 max-w-4/5" />}
          </div>
        </div>
      ))}
    </SkeletonRegion>
  );
}
