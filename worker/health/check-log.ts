import type { HealthCheck } from "#shared/health.ts";
import { toFingerprint } from "#worker/audit/seals/canonical.ts";
import { count, span } from "./format.ts";
import type { Facts } from "./store.ts";

/** The seals of the audit log. A job that does not run is a failure of the crons, not of the log. */
export function checkLog({ head }: Facts, now: number): HealthCheck {
  const line = { id: "log", title: "Audit log", state: "ok" as const };
  if (head === undefined) {
    return {
      ...line,
      words: "No event is sealed yet. The first seal is made within an hour of the first event.",
      fix: null,
      values: [],
    };
  }
  return {
    ...line,
    words: `Sealed ${span(now - head.createdAt.getTime())} ago, in ${count(head.number, "seal")}. npm run audit:verify finds changed, deleted and inserted events. Note the fingerprint outside of Muster from time to time: with it, the command also finds a log that was sealed again as a whole.`,
    fix: null,
    values: [{ label: "Fingerprint", value: toFingerprint(head) }],
  };
}
