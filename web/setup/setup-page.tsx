import { useQuery } from "@tanstack/react-query";
import type { HealthDetails } from "#shared/health.ts";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LoadFailed } from "#web/ui/list-states.tsx";
import { PageHeader } from "#web/ui/page-title.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { CheckRow } from "./check-row.tsx";
import { FailureList } from "./failure-list.tsx";
import { worstFirst } from "./states.ts";
import { Summary } from "./summary.tsx";
import { VersionCard } from "./version-card.tsx";
import { healthDetailsQuery } from "./queries.ts";

/** What this installation needs to run, whether it has it, and what to do where it has not. */
export default function SetupPage() {
  const { data, isPending, isFetching, refetch } = useQuery(healthDetailsQuery);
  return (
    <>
      <PageHeader
        title="Setup"
        subtitle={
          data ? (
            <>
              Checked <RelativeTime at={data.checkedAt} />
            </>
          ) : (
            "What this installation needs, and how it fares"
          )
        }
        actions={
          <Button
            icon={<Icon name="refresh" />}
            isBusy={isFetching}
            busyLabel="Checking..."
            onClick={() => void refetch()}
          >
            Check Again
          </Button>
        }
      />
      {isPending ? (
        <Card title="Self-diagnosis" isFlush>
          <RowsSkeleton label="Asking EVE, Discord and the database" />
        </Card>
      ) : data ? (
        <div
          aria-busy={isFetching}
          className={cx("grid gap-4 transition-opacity", isFetching && "opacity-60")}
        >
          <Diagnosis details={data} />
        </div>
      ) : (
        <Card>
          <LoadFailed title="The diagnosis could not be made" onRetry={refetch} />
        </Card>
      )}
    </>
  );
}

function Diagnosis({ details: { checks, failures, version } }: { details: HealthDetails }) {
  return (
    <>
      <Summary checks={checks} />
      <Card title="Self-diagnosis" isFlush>
        <ul className="divide-y divide-line-faint">
          {worstFirst(checks).map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      </Card>
      <FailureList failures={failures} />
      <VersionCard version={version} />
    </>
  );
}
