import { Trans, t } from "#web/language/macros.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { PageTitle } from "#web/ui/page/page-title.tsx";
import "#web/eve/telemetry.css";
import { SheetGrid } from "./sheet-grid.tsx";

/** Placeholders in the layout of the page. The owner's page has more cards, and the owner may not be known yet. */
export function CharacterSkeleton({ isOwner }: { isOwner: boolean | undefined }) {
  return (
    <SkeletonRegion label={t`Loading character details`}>
      <PageTitle>{t`Character`}</PageTitle>
      <h1 className="sr-only">
        <Trans>Character</Trans>
      </h1>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 pt-1">
          <Skeleton className="size-16 md:size-24" />
          <div className="grid min-w-56 flex-1 grid-cols-1 gap-3">
            <Skeleton className="h-10 w-64 max-w-full" />
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-5 w-32" />
          </div>
        </div>
        {isOwner !== undefined && <SheetSkeleton isOwner={isOwner} />}
      </div>
    </SkeletonRegion>
  );
}

function SheetSkeleton({ isOwner }: { isOwner: boolean }) {
  return (
    <>
      <div className="card telemetry rounded-card border border-line-faint bg-surface-1 md:grid-cols-4">
        {Array.from({ length: isOwner ? 8 : 4 }, (_, index) => (
          <div key={index} className="grid h-20 content-center gap-2">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </div>
      <SheetGrid
        queue={isOwner && <RowsCard title={t`Skill Queue`} rows={10} />}
        aside={
          <>
            <RowsCard title={t`Attributes`} rows={6} />
            <RowsCard title={t`Corporation History`} rows={8} />
          </>
        }
        skills={<RowsCard title={t`Skills`} rows={24} />}
      />
    </>
  );
}

const WIDTHS = ["w-2/5", "w-1/2", "w-1/3", "w-3/5"];

function RowsCard({ title, rows }: { title: string; rows: number }) {
  return (
    <Card isFlush title={title}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-10 items-center px-4">
          <Skeleton className={`h-4 ${WIDTHS[index % WIDTHS.length]}`} />
        </div>
      ))}
    </Card>
  );
}
