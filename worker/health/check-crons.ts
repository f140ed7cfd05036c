import type { CheckState, HealthCheck } from "#shared/health.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { JOB_MINUTES } from "#worker/jobs/crons.ts";
import { span } from "./format.ts";
import type { Facts } from "./store.ts";

/** Cloudflare ends an invocation of a cron or a queue consumer after 15 minutes. */
const LONGEST_RUN_MS = 15 * MINUTE_MS;
/** https://developers.cloudflare.com/workers/platform/limits/#cpu-time */
const CUT_OFF_FIX =
  "Cloudflare ended the job before it was done. The free plan allows 10 ms of processor time. The job runs again at its next time; if it is cut off again, this needs the paid plan: change the plan at Cloudflare, set PLAN to paid, and deploy.";

export function checkCrons({ runs }: Facts, now: number): HealthCheck {
  const line = { id: "crons", title: "Crons", values: [] };
  if (runs.every(({ startedAt }) => startedAt === null)) {
    return {
      ...line,
      state: "unknown",
      words: "No job has run yet. The first runs within 15 minutes of a deployment.",
      fix: "If this stays, see the triggers of the Worker in Cloudflare's dashboard, and deploy again.",
    };
  }
  const found = runs.map((run) => judge(run, now));
  const troubled = found.filter(({ state }) => state === "failed" || state === "warning");
  const ran = found.filter(({ state }) => state !== "unknown");
  const words = (troubled.length > 0 ? troubled : ran).map(({ words }) => words).join("; ");
  const waiting = found.filter(({ state }) => state === "unknown").map(({ words }) => words);
  if (waiting.length > 0 && troubled.length === 0) {
    const verb = waiting.length === 1 ? "has" : "have";
    return {
      ...line,
      state: "unknown",
      words: `${waiting.join(", ")} ${verb} not run yet. The others ran on time: ${words}.`,
      fix: null,
    };
  }
  if (troubled.length === 0) {
    return { ...line, state: "ok", words: `Every job ran on time: ${words}.`, fix: null };
  }
  const isLate = troubled.some(({ state }) => state === "failed");
  return {
    ...line,
    state: isLate ? "failed" : "warning",
    words: `${words}.`,
    fix: isLate
      ? "Look at the triggers of the Worker in Cloudflare's dashboard. `npm run deploy` sets them again."
      : troubled.some(({ isCutOff }) => isCutOff)
        ? CUT_OFF_FIX
        : "The run's record below says why; the log has its run id. The job runs again at its next time.",
  };
}

function judge(
  { job, startedAt, finishedAt, error }: Facts["runs"][number],
  now: number,
): { state: CheckState; words: string; isCutOff?: boolean } {
  if (startedAt === null) return { state: "unknown", words: job };
  const everyMs = (JOB_MINUTES[job] ?? 60) * MINUTE_MS;
  const age = now - startedAt.getTime();
  const ago = `${span(age)} ago`;
  if (age > 1.5 * everyMs + 20 * MINUTE_MS) {
    const words = `${job} ran ${ago} for the last time and should every ${span(everyMs)}`;
    return { state: "failed", words };
  }
  if (error !== null) return { state: "warning", words: `${job} failed ${ago}` };
  if (finishedAt === null && age > LONGEST_RUN_MS) {
    return { state: "warning", words: `${job} began ${ago} and was cut off`, isCutOff: true };
  }
  return { state: "ok", words: `${job} ${ago}` };
}
