import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { CheckState, HealthCheck, HealthDetails } from "#shared/health.ts";
import { FeedSetting } from "#web/discord-feed/feed-setting.tsx";
import { cx } from "#web/lib/cx.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import type { AlertTone } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { checkAddedScripts } from "./added-scripts.ts";
import { AdministratorCard } from "./administrator-card.tsx";
import { CheckRow, worstFirst } from "./check-row.tsx";
import { FailureList } from "./failure-list.tsx";
import { healthDetailsQuery } from "./queries.ts";
import { titleOf } from "./summary-title.ts";
import { VersionCard } from "./version-card.tsx";
import { WithheldCard } from "./withheld-card.tsx";

export default function SetupPage() {
  const { data, isPending, isFetching, refetch } = useQuery(healthDetailsQuery);
  return (
    <>
      <PageHeader
        title={t`Setup`}
        subtitle={
          data ? (
            <Trans>
              Checked <RelativeTime at={data.checkedAt} />
            </Trans>
          ) : (
            t`The configuration and state of this installation`
          )
        }
        actions={
          <Button
            icon={<Icon name="refresh" />}
            isBusy={isFetching}
            busyLabel={t`Checking...`}
            onClick={() => void refetch()}
          >
            <Trans>Check again</Trans>
          </Button>
        }
      />
      {isPending ? (
        <Card title={t`Self-diagnosis`} isFlush>
          <RowsSkeleton label={t`Checking EVE, Discord and the database`} shape="two-lines" />
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
          <LoadFailed title={t`The diagnosis could not be loaded`} onRetry={refetch} />
        </Card>
      )}
    </>
  );
}

function Diagnosis({ details }: { details: HealthDetails }) {
  const { withheldAdministrators, failures, version } = details;
  const checks = [...details.checks, ...checkAddedScripts(document.scripts)];
  return (
    <>
      <Summary checks={checks} />
      <WithheldCard withheld={withheldAdministrators} />
      <Card anchor="diagnosis" title={t`Self-diagnosis`} isFlush>
        <ul className="divide-y divide-line-faint md:grid md:grid-cols-[minmax(8rem,auto)_1fr]">
          {worstFirst(checks).map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      </Card>
      <AdministratorCard />
      <Card isFlush anchor="log-posts">
        <FeedSetting
          subject={{ isLog: true }}
          text={t`The fingerprint of the log, in a channel that administrators of Muster cannot change: with it, a log that was changed is found.`}
        />
      </Card>
      <FailureList failures={failures} />
      <VersionCard version={version} />
    </>
  );
}

function Summary({ checks }: { checks: readonly HealthCheck[] }) {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [failed, warnings, unknown] = [count("failed"), count("warning"), count("unknown")];
  const parts = [
    failed > 0 && t`${failed} failed`,
    warnings > 0 && plural(warnings, { one: "# warning", other: "# warnings" }),
    unknown > 0 && t`${unknown} unknown`,
    t`${ph({ count: count("ok") })} OK`,
  ].filter((part) => part !== false);
  return (
    <Alert tone={toneOf(failed, warnings, unknown)} title={titleOf(failed, warnings, unknown)}>
      {t`${ph({ results: enumerated(parts) })}.`}
    </Alert>
  );
}

function toneOf(failed: number, warnings: number, unknown: number): AlertTone {
  if (failed > 0) return "danger";
  if (warnings > 0) return "warn";
  return unknown > 0 ? "info" : "ok";
}
