import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { Overview } from "#shared/overview.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { Tips } from "#web/overview/charts/tips.tsx";
import { CoverageCard } from "./coverage-card.tsx";
import { decisionsOf } from "./decisions.ts";
import { DecisionsCard } from "./decisions-card.tsx";
import { HealthCard } from "./health-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import { MembersCard } from "./members-card.tsx";
import { coverageOf, healthOf, hoursOf, weeksOf, workOf } from "./numbers.ts";
import { adminOverviewQuery } from "./queries.ts";
import { WorkCard } from "./work-card.tsx";
import "./overview.css";

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
        <Tips>
          <Pictures overview={data} />
        </Tips>
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

function Pictures({ overview }: { overview: Overview }) {
  const { countedAt, days, today } = overview;
  return (
    <div className="overview">
      <DecisionsCard decisions={decisionsOf(overview)} checkedAt={countedAt} />
      <MembersCard weeks={weeksOf(days)} groupName={overview.memberGroup} />
      <CoverageCard corporations={coverageOf(overview.corporations)} />
      <HoursCard hours={hoursOf(overview.hours)} />
      <WorkCard work={workOf(days, today)} />
      <HealthCard health={healthOf(overview)} />
    </div>
  );
}
