import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { ReactNode } from "react";
import type { Overview } from "#shared/overview.ts";
import { lazyAfterPaint } from "#web/lib/first-paint.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { AlarmsCard } from "./alarms-card.tsx";
import { decisionsOf, decisionKey, useDismissed } from "./decisions.ts";
import { DecisionsCard } from "./decisions-card.tsx";
import { adminOverviewQuery } from "./queries.ts";
import "./overview.css";

const Pictures = lazyAfterPaint(() => import("./pictures.tsx"));

/** The card of another feature; the route passes it in. */
type OverviewPageProps = { firstSteps: (overview: Overview) => ReactNode };

/** What needs a decision, each with one action, and then how the community fares, in pictures. A new community has its first steps above. */
export default function OverviewPage({ firstSteps }: OverviewPageProps) {
  const { data, isPending, refetch } = useQuery(adminOverviewQuery);
  const { isDismissed } = useDismissed();
  const decisions = data ? decisionsOf(data) : [];
  const steps = decisions.find((decision) => decision.kind === "first_steps");
  const hasSteps = steps !== undefined && !isDismissed(decisionKey(steps));
  const others = hasSteps ? decisions.filter((decision) => decision !== steps) : decisions;
  return (
    <>
      <PageHeader
        title={t`Overview`}
        subtitle={data && <Counted at={data.countedAt} />}
        actions={
          <ButtonLink to={paths.adminActivity} icon={<Icon name="activity" />}>
            {t`Activity`}
          </ButtonLink>
        }
      />
      {isPending ? (
        <LoadingOverview />
      ) : !data ? (
        <LoadFailed title={t`The overview could not be loaded`} onRetry={refetch} />
      ) : (
        <Suspense fallback={<LoadingOverview />}>
          <div className="grid gap-4">
            {hasSteps && firstSteps(data)}
            {(!hasSteps || others.length > 0) && (
              <div className="overview">
                <DecisionsCard decisions={others} checkedAt={data.countedAt} />
              </div>
            )}
            {data.alarmed.length > 0 && <AlarmsCard alarmed={data.alarmed} timers={data.timers} />}
            {hasSteps && data.days.length === 0 ? (
              <p className="flex items-center gap-2 text-sm text-text-2">
                <Icon name="clock" />
                <Trans>
                  Members, hours and health are drawn here once Muster has counted them for a day.
                </Trans>
              </p>
            ) : (
              <Suspense>
                <Pictures overview={data} />
              </Suspense>
            )}
          </div>
        </Suspense>
      )}
    </>
  );
}

function LoadingOverview() {
  return <Loading>{t`Loading the overview...`}</Loading>;
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
