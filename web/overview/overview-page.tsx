import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyAfterPaint } from "#web/lib/use-first-paint.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { decisionsOf } from "./decisions.ts";
import { DecisionsCard } from "./decisions-card.tsx";
import { adminOverviewQuery } from "./queries.ts";
import "./overview.css";

const Pictures = lazyAfterPaint(() => import("./pictures.tsx"));

/** What needs a decision, each with one action, and then how the community fares, in pictures. */
export default function OverviewPage() {
  const { data, isPending, refetch } = useQuery(adminOverviewQuery);
  return (
    <>
      <PageHeader title={t`Overview`} subtitle={data && <Counted at={data.countedAt} />} />
      {isPending ? (
        <Loading>{t`Loading the overview...`}</Loading>
      ) : !data ? (
        <LoadFailed title={t`The overview could not be loaded`} onRetry={refetch} />
      ) : (
        <div className="grid gap-4">
          <div className="overview">
            <DecisionsCard decisions={decisionsOf(data)} checkedAt={data.countedAt} />
          </div>
          <Suspense>
            <Pictures overview={data} />
          </Suspense>
        </div>
      )}
    </>
  );
}

function Counted({ at }: { at: string | null }) {
  return at === null ? (
    t`Muster counts for the first time within an hour`
  ) : (
    <Trans>
      Counted <EveMoment at={at} />
    </Trans>
  );
}
