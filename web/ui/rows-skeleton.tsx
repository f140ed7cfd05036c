import { Skeleton, SkeletonRegion } from "./skeleton.tsx";

const WIDTHS = ["w-40", "w-56", "w-32", "w-48"];
/** They fill a phone: what stands below a long list is out of sight before it comes, and need not jump. */
export const MOST_ROWS = 16;

/** The geometry of rows with a face in each: as many as will come, where that is known. */
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
