import * as z from "zod/mini";
import { HOUR_MS, MINUTE_MS } from "#shared/time.ts";

/** Jobs that begin together, at the first minute (UTC) of a day and again after so many minutes. */
type Schedule = {
  everyMinutes: number;
  firstMinute: number;
  jobs: readonly [string, ...string[]];
};

/** The most frequent first: of several jobs that are due, the first begins first. */
export const scheduleNameSchema = z.enum(["quarter-hourly", "half-hourly", "hourly", "daily"]);
export type ScheduleName = z.infer<typeof scheduleNameSchema>;

const STARTED_BY = {
  "quarter-hourly": { everyMinutes: 15, firstMinute: 4, jobs: ["corporation-fetches"] },
  "half-hourly": { everyMinutes: 30, firstMinute: 8, jobs: ["director-health"] },
  hourly: {
    everyMinutes: 60,
    firstMinute: 47,
    jobs: [
      "housekeeping",
      "encryption-keys",
      "affiliations",
      "health-sample",
      "account-erasure",
      "evidence",
      "audit-seal",
      "reviews",
      "signing-keys",
      "killmails",
    ],
  },
  daily: { everyMinutes: 24 * 60, firstMinute: 12 * 60 + 20, jobs: ["market-prices"] },
} as const satisfies Record<ScheduleName, Schedule>;

/** Runs are recorded under the name of their job. */
export type JobName = (typeof STARTED_BY)[ScheduleName]["jobs"][number];

export const SCHEDULES: Record<
  ScheduleName,
  Omit<Schedule, "jobs"> & { jobs: readonly [JobName, ...JobName[]] }
> = STARTED_BY;

export const jobNameSchema = z.enum(Object.values(SCHEDULES).flatMap(({ jobs }) => jobs));

/**
 * The one cron of wrangler.jsonc: a free account has five for all of its Workers. It begins what waits and the jobs that are due
 * (docs/decisions/0114-one-cron-trigger.md).
 */
export const EVERY_MINUTE = "* * * * *";

/** How many minutes lie between two runs of each job. */
export const JOB_MINUTES: Record<string, number> = Object.fromEntries(
  Object.values(SCHEDULES).flatMap(({ everyMinutes, jobs }) =>
    jobs.map((job) => [job, everyMinutes]),
  ),
);

/** A job that has failed or was cut off is tried again after this time, if its next time is later. */
const RETRY_MS = HOUR_MS;

/** The latest run of a job; `startedAt` is null before the first. A run without `finishedAt` is running or was cut off. */
export type LatestRun = {
  job: string;
  startedAt: Date | null;
  finishedAt: Date | null;
  error: string | null;
};

/** `since`: when it became due. `after`: when its latest run began, 0 without one. Times in milliseconds. */
export type DueJob = { job: JobName; since: number; after: number };

/**
 * The jobs that are due at a time, in the order in which they begin. Only the record of runs decides what has been done, so a cron
 * that came late, twice or not at all (https://developers.cloudflare.com/workers/configuration/cron-triggers/) loses and doubles
 * no run.
 */
export function findDueJobs(latest: readonly LatestRun[], at: number): DueJob[] {
  const byJob = new Map(latest.map((run) => [run.job, run]));
  return scheduleNameSchema.options.flatMap((name) => {
    const { jobs, ...schedule } = SCHEDULES[name];
    const slot = lastTimeOf(schedule, at);
    return jobs.flatMap((job) => {
      const run = byJob.get(job);
      const after = run?.startedAt?.getTime() ?? 0;
      const hasSucceeded = run?.finishedAt != null && run.error === null;
      const since = after < slot || hasSucceeded ? slot : after + RETRY_MS;
      return after < since && since <= at ? [{ job, since, after }] : [];
    });
  });
}

/** The last time of a schedule that is not after `at`. */
function lastTimeOf({ everyMinutes, firstMinute }: Omit<Schedule, "jobs">, at: number): number {
  const [every, first] = [everyMinutes * MINUTE_MS, firstMinute * MINUTE_MS];
  return Math.floor((at - first) / every) * every + first;
}
