import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { HealthCheck } from "#shared/health.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { CheckRow } from "./check-row.tsx";
import { healthDetailsQuery } from "./queries.ts";

export function CheckList({ checks }: { checks: readonly HealthCheck[] }) {
  return (
    <ul className="divide-y divide-line-faint md:grid md:grid-cols-[minmax(8rem,auto)_1fr]">
      {checks.map((check) => (
        <CheckRow key={check.id} check={check} />
      ))}
    </ul>
  );
}

/** The passed checks, with the values that EVE and Discord ask for. */
export function PassedChecks({ checks }: { checks: readonly HealthCheck[] }) {
  const { data, isFetching, refetch } = useQuery(healthDetailsQuery);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line-faint px-4 py-2.5 text-sm text-text-2">
        <Button
          size="sm"
          icon={<Icon name="refresh" />}
          isBusy={isFetching}
          busyLabel={t`Checking...`}
          onClick={() => void refetch()}
        >
          <Trans>Check again</Trans>
        </Button>
        {data && (
          <span>
            <Trans>
              Checked <RelativeTime at={data.checkedAt} />
            </Trans>
          </span>
        )}
      </div>
      <CheckList checks={checks} />
    </>
  );
}
