import { ph, plural, t } from "#web/language/macros.ts";
import type { CheckState, HealthCheck } from "#shared/health.ts";
import { enumerated } from "#web/lib/sentence.ts";

type Tone = "danger" | "warn" | "neutral" | "ok";

/** How many checks there are of each result. It is OK only if every check was made and is. */
export function summaryOf(checks: readonly Pick<HealthCheck, "state">[]): {
  text: string;
  tone: Tone;
} {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [failed, warnings, unknown] = [count("failed"), count("warning"), count("unknown")];
  const parts = [
    failed > 0 && t`${failed} failed`,
    warnings > 0 && plural(warnings, { one: "# warning", other: "# warnings" }),
    unknown > 0 && t`${unknown} unknown`,
    t`${ph({ count: count("ok") })} OK`,
  ].filter((part) => part !== false);
  const tone = failed > 0 ? "danger" : warnings > 0 ? "warn" : unknown > 0 ? "neutral" : "ok";
  return { text: enumerated(parts), tone };
}
