import { deleteExpired } from "./auth/sign-in-store.ts";
import { refreshAllAffiliations } from "./characters/affiliations.ts";
import { readConfig } from "./config.ts";
import { runBatch } from "./db/batch.ts";
import { openDatabase } from "./db/database.ts";
import { deleteExpiredLinkStates } from "./discord/store.ts";
import type { Context, Env } from "./env.ts";
import { expireInvitations } from "./invitations/service.ts";
import { deleteExpiredClosures } from "./esi/shared-limits.ts";
import { deleteOldJobRuns, runJob } from "./job-runs.ts";
import type { Job } from "./job-runs.ts";
import { MARKET_PRICES_JOB, refreshPrices } from "./universe/prices.ts";

/** Each cron expression of wrangler.jsonc and the jobs it runs. */
const JOBS: Record<string, Job[]> = {
  "47 * * * *": [
    { name: "housekeeping", work: cleanUp },
    { name: "affiliations", work: refreshAllAffiliations },
  ],
  "20 12 * * *": [{ name: MARKET_PRICES_JOB, work: refreshPrices }],
};

export async function runScheduled(cron: string, env: Env) {
  const jobs = JOBS[cron];
  if (jobs === undefined) throw new Error(`No job is registered for the cron ${cron}.`);
  const context: Context = {
    db: openDatabase(env.DB),
    config: await readConfig(env),
    requestId: crypto.randomUUID(),
  };
  for (const job of jobs) await runJob(context, job);
}

async function cleanUp(context: Context): Promise<number> {
  const { db } = context;
  const now = new Date();
  await deleteExpired(db, now);
  await expireInvitations(context);
  await runBatch(db, [
    deleteExpiredLinkStates(db, now),
    deleteExpiredClosures(db, now),
    deleteOldJobRuns(db, now),
  ]);
  return 0;
}
