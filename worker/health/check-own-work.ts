import type { D1Database } from "@cloudflare/workers-types";
import type { CheckState } from "#shared/health.ts";
import { msg, ph, plural } from "#shared/language/macros.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time.ts";
import { stockOf } from "#worker/applications/oidc/signing-keys.ts";
import { toFingerprint } from "#worker/audit/seals/canonical.ts";
import type { Config } from "#worker/ground/config.ts";
import { MAX_LAG_SECONDS } from "#worker/db/replicas.ts";
import { JOB_MINUTES } from "#worker/work/crons.ts";
import type { Words } from "#worker/language/words.ts";
import { ago, asSentence, clauses, span } from "./format.ts";
import type { HealthLine } from "./format.ts";
import type { HealthFacts } from "./store.ts";

/** Cloudflare ends an invocation of a cron or a queue consumer after 15 minutes. */
const LONGEST_RUN_MS = 15 * MINUTE_MS;
/** https://developers.cloudflare.com/workers/platform/limits/#cpu-time */
const CUT_OFF_FIX = msg`Cloudflare ended the job before it was done. The free plan allows 10 ms of processor time. The job runs again at its next time; if it is cut off again, this needs the paid plan: change the plan at Cloudflare, set PLAN to paid, and deploy.`;

export function checkCrons(facts: HealthFacts, now: number, words: Words): HealthLine {
  const line = { id: "crons", title: msg`Crons` };
  if (facts.runs.every(({ startedAt }) => startedAt === null)) {
    return {
      ...line,
      state: "unknown",
      words: msg`No job has run yet. The first runs within 15 minutes of a deployment.`,
      fix: msg`If this stays, see the triggers of the Worker in Cloudflare's dashboard, and deploy again.`,
    };
  }
  const found = facts.runs.map((run) => judge(run, now, words));
  const troubled = found.filter(({ state }) => state === "failed" || state === "warning");
  const ran = found.filter(({ state }) => state !== "unknown");
  const told = (troubled.length > 0 ? troubled : ran).map(({ said }) => said);
  const waiting = found.filter(({ state }) => state === "unknown").map(({ said }) => said);
  if (waiting.length > 0 && troubled.length === 0) {
    const jobs = words.list(waiting);
    const first =
      waiting.length === 1 ? msg`${jobs} has not run yet.` : msg`${jobs} have not run yet.`;
    return {
      ...line,
      state: "unknown",
      words: [first, msg`The others ran on time: ${ph({ runs: clauses(told, words) })}.`],
    };
  }
  if (troubled.length === 0) {
    return {
      ...line,
      state: "ok",
      words: msg`Every job ran on time: ${ph({ runs: clauses(told, words) })}.`,
    };
  }
  const isLate = troubled.some(({ state }) => state === "failed");
  return {
    ...line,
    state: isLate ? "failed" : "warning",
    words: asSentence(told, words),
    fix: isLate
      ? msg`Look at the triggers of the Worker in Cloudflare's dashboard. npm run deploy sets them again.`
      : troubled.some(({ isCutOff }) => isCutOff)
        ? CUT_OFF_FIX
        : msg`The run's record below says why; the log has its run id. The job runs again at its next time.`,
  };
}

function judge(
  { job, startedAt, finishedAt, error }: HealthFacts["runs"][number],
  now: number,
  words: Words,
): { state: CheckState; said: string; isCutOff?: boolean } {
  if (startedAt === null) return { state: "unknown", said: job };
  const everyMs = (JOB_MINUTES[job] ?? 60) * MINUTE_MS;
  const age = now - startedAt.getTime();
  const { say } = words;
  const time = ago(age, words);
  if (age > 1.5 * everyMs + 20 * MINUTE_MS) {
    const every = span(everyMs, words);
    return {
      state: "failed",
      said: say(msg`${job} last ran ${time} and should run every ${every}`),
    };
  }
  if (error !== null) return { state: "warning", said: say(msg`${job} failed ${time}`) };
  if (finishedAt === null && age > LONGEST_RUN_MS) {
    const said = say(msg`${job} began ${time} and was cut off`);
    return { state: "warning", said, isCutOff: true };
  }
  return { state: "ok", said: `${job} ${time}` };
}

/** The seals of the audit log. A job that does not run is a failure of the crons, not of the log. */
export function checkLog({ head }: HealthFacts, now: number, words: Words): HealthLine {
  const line = { id: "log", title: msg`Audit log`, state: "ok" as const };
  if (head === undefined) {
    return {
      ...line,
      words: msg`No event is sealed yet. The first seal is made within an hour of the first event.`,
    };
  }
  return {
    ...line,
    words: [
      msg`Sealed ${ago(now - head.createdAt.getTime(), words)}, in ${plural({ count: head.number }, { one: "# seal", other: "# seals" })}.`,
      msg`npm run audit:verify finds changed, deleted and inserted events. Note the fingerprint outside of Muster from time to time: with it, the command also finds a log that was sealed again as a whole.`,
    ],
    values: [{ label: msg`Fingerprint`, value: toFingerprint(head) }],
  };
}

/** Whether the nearest copy of the database is a replica, and its region. Its answer alone says so. */
export async function askNearest(binding: Pick<D1Database, "withSession">) {
  const nearest = binding.withSession("first-unconstrained");
  const { meta } = await nearest.prepare("select 1").run();
  return { isReplica: meta.served_by_primary === false, region: meta.served_by_region ?? "?" };
}

/** An answer of the primary does not say that there is no replica: the primary may be the nearest copy. */
export function checkReplicas({
  isReplica,
  region,
}: Awaited<ReturnType<typeof askNearest>>): HealthLine {
  const line = { id: "replicas", title: msg`Read replicas` };
  if (isReplica) {
    const words = msg`A replica in ${ph({ region })} answers. What pilots read from it is at most ${plural(
      { seconds: MAX_LAG_SECONDS },
      { one: "# second", other: "# seconds" },
    )} old.`;
    return { ...line, state: "ok", words };
  }
  return {
    ...line,
    state: "unknown",
    words: msg`The primary database answers: it is the copy nearest to you, or there is no replica.`,
    fix: msg`Cloudflare's dashboard shows whether read replication is switched on: D1, muster, Settings.`,
  };
}

const WARNED_BEFORE_MS = 30 * DAY_MS;
const FIX = msg`Run npm run deploy: it makes six keys, for a year.`;

export async function checkSigningKeys(
  config: Config,
  { hasApplications, signingKeys }: HealthFacts,
  now: number,
): Promise<HealthLine> {
  const line = { id: "signing-keys", title: msg`Signing keys` };
  if (!hasApplications) return { ...line, state: "ok", words: msg`No application needs one.` };
  if (config.PLAN === "paid")
    return { ...line, state: "ok", words: msg`Muster makes a key when one is due.` };
  const { left, lastsUntil } = await stockOf(config, signingKeys, now);
  if (signingKeys.length === 0 && left === 0) {
    const words = msg`There is no signing key: applications cannot sign users in.`;
    return { ...line, state: "failed", words, fix: FIX };
  }
  const until = new Date(lastsUntil).toISOString().slice(0, 10);
  const words = msg`${plural(left, {
    one: "# key in stock",
    other: "# keys in stock",
  })}, enough until ${until}.`;
  if (lastsUntil - now > WARNED_BEFORE_MS) return { ...line, state: "ok", words };
  const after = msg`Then the last key goes on signing, and is not replaced.`;
  return { ...line, state: "warning", words: [words, after], fix: FIX };
}
