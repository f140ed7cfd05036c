import type { CheckState, HealthCheck } from "#shared/health.ts";
import { formatCount } from "#web/lib/format.ts";
import { Alert } from "#web/ui/alert.tsx";
import type { AlertTone } from "#web/ui/alert.tsx";

/** All lines in one sentence. */
export function Summary({ checks }: { checks: readonly HealthCheck[] }) {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [failed, warnings, unknown] = [count("failed"), count("warning"), count("unknown")];
  const parts = [
    failed > 0 && `${failed} failed`,
    warnings > 0 && formatCount(warnings, "warning"),
    unknown > 0 && `${unknown} unknown`,
    `${count("ok")} OK`,
  ];
  return (
    <Alert tone={toneOf(failed, warnings)} title={titleOf(failed, warnings)}>
      {parts.filter(Boolean).join(", ")}.
    </Alert>
  );
}

function toneOf(failed: number, warnings: number): AlertTone {
  if (failed > 0) return "danger";
  return warnings > 0 ? "warn" : "ok";
}

function titleOf(failed: number, warnings: number): string {
  if (failed > 0) return "Something does not work";
  return warnings > 0 ? "Everything works; something wants a look" : "Everything works";
}
