import { deleteExpired } from "#worker/auth/sign-in/sign-in-store.ts";
import { refreshAllAffiliations } from "#worker/characters/affiliations.ts";
import { readConfig } from "./config.ts";
import { startHealthRound } from "#worker/corporations/directors/health-rounds.ts";
import { deleteOldRecords } from "#worker/corporations/service.ts";
import { startDueFetches } from "#worker/corporations/fetch/service.ts";
import { runBatch } from "#worker/db/batch.ts";
import { openDatabase } from "#worker/db/database.ts";
import { deleteExpiredLinkStates } from "#worker/discord/store.ts";
import { rewriteTokens } from "./encryption-keys.ts";
import type { Context } from "./env.ts";
import { deleteOldDeadLetters } from "#worker/health/dead-letters.ts";
import { takeSample } from "#worker/health/samples.ts";
import { expireInvitations } from "#worker/invitations/service.ts";
import { deleteExpiredClosures } from "#worker/esi/shared-limits.ts";
import { deleteOldJobRuns, runJob, runJobIfOverdue } from "./job-runs.ts";
import type { Job } from "./job-runs.ts";
import { MARKET_PRICES_JOB, refreshPrices } from "#worker/universe/prices.ts";

const HOURLY = "47 * * * *";
const MARKET_PRICES: Job = { name: MARKET_PRICES_JOB, work: refreshPrices };
/** A day and the hour in which the daily run may have failed. */
const PRICES_MAX_AGE_MS = 25 * 60 * 60 * 1000;

/** Each cron expression of wrangler.jsonc and the jobs it runs. */
export const JOBS: Record<string, Job[]> = {
  [HOURLY]: [
    { name: "housekeeping", work: cleanUp },
    { name: "encryption-keys", work: rewriteTokens },
    { name: "affiliations", work: refreshAllAffiliations },
    { name: "health-sample", work: takeSample },
  ],
  "20 12 * * *": [MARKET_PRICES],
  "8,38 * * * *": [{ name: "director-health", work: startHealthRound }],
  "4,19,34,49 * * * *": [{ name: "corporation-fetches", work: startDueFetches }],
};

export async function runScheduled(cron: string, env: Env) {
  const jobs = JOBS[cron];
  if (jobs === undefined) throw new Error(`No job is registered for the cron ${cron}.`);
  const context: Context = {
    db: openDatabase(env.DB),
    config: await readConfig(env),
    queue: env.FETCH_QUEUE,
    requestId: crypto.randomUUID(),
  };
  for (const job of jobs) await runJob(context, job);
  if (cron === HOURLY) await runJobIfOverdue(context, MARKET_PRICES, PRICES_MAX_AGE_MS);
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
    ...deleteOldRecords(context, now),
    deleteOldDeadLetters(db, now),
  ]);
  return 0;
}
