import { deleteExpired } from "./auth/sign-in-store.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "./db/database.ts";
import type { Context, Env } from "./env.ts";

/** Each cron expression of wrangler.jsonc and the jobs it runs. */
const JOBS: Record<string, ((context: Context) => Promise<unknown>)[]> = {
  "47 * * * *": [({ db }) => deleteExpired(db, new Date())],
};

export async function runScheduled(cron: string, env: Env) {
  const jobs = JOBS[cron];
  if (jobs === undefined) throw new Error(`No job is registered for the cron ${cron}.`);
  const context: Context = {
    db: openDatabase(env.DB),
    config: await readConfig(env),
    requestId: crypto.randomUUID(),
  };
  for (const job of jobs) await job(context);
}
