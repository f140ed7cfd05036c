import type { JobName } from "#worker/job-queue.ts";

type Cron = { everyMinutes: number; jobs: [JobName, ...JobName[]] };

/** The crons of wrangler.jsonc and the jobs that each starts. */
export const CRONS: Record<string, Cron> = {
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
};

/**
 * The cron that restarts fetches. It has no job, because a record every minute would be most of the rows that D1 writes in a
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
