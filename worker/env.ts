import { openDatabase } from "#worker/db/database.ts";
import type { Database } from "#worker/db/database.ts";
import { readConfig } from "#worker/ground/config.ts";
import type { Config } from "#worker/ground/config.ts";
import { openQueue } from "#worker/ground/job-queue.ts";
import type { JobQueue } from "#worker/ground/job-queue.ts";

/** What a service needs: given to routes, crons and queue consumers alike. */
export type Context = { db: Database; config: Config; queue: JobQueue; requestId: string };

/** The context of an invocation. */
export async function openContext(
  env: Env,
  requestId: string = crypto.randomUUID(),
): Promise<Context> {
  const config = await readConfig(env);
  return { db: openDatabase(env.DB), config, queue: openQueue(env), requestId };
}

/** The Hono environment of every route. `Env` is generated from wrangler.jsonc (`npm run generate`). */
export type App = { Bindings: Env; Variables: { context: Context } };
