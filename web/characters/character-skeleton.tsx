import { cx } from "#web/lib/cx.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/skeleton.tsx";
import { SheetGrid } from "./sheet-grid.tsx";

/** The geometry of the page that is to come. An owner's page has more on it. */
export function CharacterSkeleton({ isOwner }: { isOwner: boolean }) {
  return (
    <SkeletonRegion label="Loading character details">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 pt-1">
          <Skeleton className="size-24" />
          <div className="grid min-w-56 flex-1 gap-3">
            <Skeleton className="h-9 w-64 max-w-full" />
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-5 w-32" />
          </div>
        </div>
        <div className="card telemetry rounded-card border border-line-faint bg-surface-1 md:grid-cols-4">
          {Array.from({ length: isOwner ? 8 : 4 }, (_, index) => (
            <div key={index} className="grid h-20 content-center gap-2">
              <Skeleton className="h-3 w-16" />
              <Skeleton className="h-5 w-24" />
            </div>
          ))}
        </div>
        <SheetGrid
          queue={isOwner && <LinesCard height="h-80" />}
          aside={
            <>
              <LinesCard height="h-72" />
              <LinesCard height="h-80" />
            </>
          }
          skills={<LinesCard height="h-128" />}
        />
      </div>
    </SkeletonRegion>
  );
}

function LinesCard({ height }: { height: string }) {
  return (
    <Card>
      <div className={cx("grid content-start gap-4", height)}>
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </Card>
  );
}
