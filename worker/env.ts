import type { Config } from "./config.ts";
import type { Database } from "#worker/db/database.ts";
import type { JobQueue } from "./job-queue.ts";

/** What a service needs: given to routes, crons and queue consumers alike. */
export type Context = { db: Database; config: Config; queue: JobQueue; requestId: string };

/** The Hono environment of every route. `Env` is generated from wrangler.jsonc (`npm run types:env`). */
export type App = { Bindings: Env; Variables: { context: Context } };
