import { Skeleton, SkeletonRegion } from "#web/ui/skeleton.tsx";

/** The geometry of a few rows with a face in each. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label}>
      {["w-40", "w-56", "w-32", "w-48"].map((width) => (
        <div
          key={width}
          className="flex h-13 items-center gap-3 border-b border-line-faint px-4 last:border-b-0"
        >
          <Skeleton className="size-8" />
          <Skeleton className={`h-3.5 max-w-3/5 ${width}`} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
