import * as z from "zod/mini";

type Cron = { everyMinutes: number; jobs: readonly [string, ...string[]] };

const STARTED_BY = {
  "47 * * * *": {
    everyMinutes: 60,
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
    ],
  },
  "20 12 * * *": { everyMinutes: 24 * 60, jobs: ["market-prices"] },
  "8,38 * * * *": { everyMinutes: 30, jobs: ["director-health"] },
  "4,19,34,49 * * * *": { everyMinutes: 15, jobs: ["corporation-fetches"] },
} as const satisfies Record<string, Cron>;

/** Runs are recorded under the name of their job. */
export type JobName = (typeof STARTED_BY)[keyof typeof STARTED_BY]["jobs"][number];

/** The crons of wrangler.jsonc and the jobs that each starts. */
export const CRONS: Record<
  string,
  { everyMinutes: number; jobs: readonly [JobName, ...JobName[]] }
> = STARTED_BY;

export const jobNameSchema = z.enum(Object.values(CRONS).flatMap(({ jobs }) => jobs));

/**
 * The cron that asks what waits. It has no job, because a record every minute would be most of the rows that D1 writes in a
 * day (docs/decisions/0034-a-cron-every-minute.md).
 */
export const EVERY_MINUTE = "* * * * *";

/** Daily jobs that the hourly cron starts as well if they have not succeeded for this long. */
export const CATCH_UP: { job: JobName; afterMinutes: number }[] = [
  { job: "market-prices", afterMinutes: 25 * 60 },
];

/** How many minutes lie between two runs of each job. */
export const JOB_MINUTES: Record<string, number> = Object.fromEntries(
  Object.values(CRONS).flatMap(({ everyMinutes, jobs }) => jobs.map((job) => [job, everyMinutes])),
);
