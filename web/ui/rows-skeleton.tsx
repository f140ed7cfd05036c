import { Skeleton, SkeletonRegion } from "./skeleton.tsx";

const WIDTHS = ["w-40", "w-56", "w-32", "w-48"];
/** Enough rows to fill a phone, so that content below a long list does not shift into view. */
export const MOST_ROWS = 16;

/** Placeholder rows with a portrait each. Pass the number of rows if it is known, to avoid a layout shift. */
export function RowsSkeleton({ label, rows = 4 }: { label: string; rows?: number }) {
  return (
    <SkeletonRegion label={label}>
      {Array.from({ length: Math.min(rows, MOST_ROWS) }, (_, row) => (
        <div
          key={row}
          className="flex h-13 items-center gap-3 border-b border-line-faint px-4 last:border-b-0"
        >
          <Skeleton className="size-8" />
          <Skeleton className={`h-3.5 max-w-3/5 ${WIDTHS[row % WIDTHS.length]}`} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
