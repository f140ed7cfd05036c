import { msg, ph } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import type { CheckState, HealthCheck } from "#shared/health.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { JOB_MINUTES } from "#worker/jobs/crons.ts";
import { ago, asSentence, clauses, sentences, span } from "./format.ts";
import type { Facts } from "./store.ts";

/** Cloudflare ends an invocation of a cron or a queue consumer after 15 minutes. */
const LONGEST_RUN_MS = 15 * MINUTE_MS;
/** https://developers.cloudflare.com/workers/platform/limits/#cpu-time */
const CUT_OFF_FIX = msg`Cloudflare ended the job before it was done. The free plan allows 10 ms of processor time. The job runs again at its next time; if it is cut off again, this needs the paid plan: change the plan at Cloudflare, set PLAN to paid, and deploy.`;

export function checkCrons(facts: Facts, now: number, inWords: Words): HealthCheck {
  const { say } = inWords;
  const line = { id: "crons", title: say(msg`Crons`), values: [] };
  if (facts.runs.every(({ startedAt }) => startedAt === null)) {
    return {
      ...line,
      state: "unknown",
      words: say(msg`No job has run yet. The first runs within 15 minutes of a deployment.`),
      fix: say(
        msg`If this stays, see the triggers of the Worker in Cloudflare's dashboard, and deploy again.`,
      ),
    };
  }
  const found = facts.runs.map((run) => judge(run, now, inWords));
  const troubled = found.filter(({ state }) => state === "failed" || state === "warning");
  const ran = found.filter(({ state }) => state !== "unknown");
  const told = (troubled.length > 0 ? troubled : ran).map(({ words }) => words);
  const waiting = found.filter(({ state }) => state === "unknown").map(({ words }) => words);
  if (waiting.length > 0 && troubled.length === 0) {
    const jobs = inWords.list(waiting);
    const first =
      waiting.length === 1 ? msg`${jobs} has not run yet.` : msg`${jobs} have not run yet.`;
    return {
      ...line,
      state: "unknown",
      words: sentences(
        [say(first), say(msg`The others ran on time: ${ph({ runs: clauses(told, inWords) })}.`)],
        inWords,
      ),
      fix: null,
    };
  }
  if (troubled.length === 0) {
    return {
      ...line,
      state: "ok",
      words: say(msg`Every job ran on time: ${ph({ runs: clauses(told, inWords) })}.`),
      fix: null,
    };
  }
  const isLate = troubled.some(({ state }) => state === "failed");
  return {
    ...line,
    state: isLate ? "failed" : "warning",
    words: asSentence(told, inWords),
    fix: isLate
      ? say(
          msg`Look at the triggers of the Worker in Cloudflare's dashboard. npm run deploy sets them again.`,
        )
      : troubled.some(({ isCutOff }) => isCutOff)
        ? say(CUT_OFF_FIX)
        : say(
            msg`The run's record below says why; the log has its run id. The job runs again at its next time.`,
          ),
  };
}

function judge(
  { job, startedAt, finishedAt, error }: Facts["runs"][number],
  now: number,
  inWords: Words,
): { state: CheckState; words: string; isCutOff?: boolean } {
  if (startedAt === null) return { state: "unknown", words: job };
  const everyMs = (JOB_MINUTES[job] ?? 60) * MINUTE_MS;
  const age = now - startedAt.getTime();
  const { say } = inWords;
  const time = ago(age, inWords);
  if (age > 1.5 * everyMs + 20 * MINUTE_MS) {
    const every = span(everyMs, inWords);
    const words = say(msg`${job} last ran ${time} and should run every ${every}`);
    return { state: "failed", words };
  }
  if (error !== null) return { state: "warning", words: say(msg`${job} failed ${time}`) };
  if (finishedAt === null && age > LONGEST_RUN_MS) {
    return {
      state: "warning",
      words: say(msg`${job} began ${time} and was cut off`),
      isCutOff: true,
    };
  }
  return { state: "ok", words: `${job} ${time}` };
}
