import type { D1Database, RateLimit } from "@cloudflare/workers-types";
import type { Config } from "./config.ts";
import type { Database } from "#worker/db/database.ts";
import type { JobQueue } from "./job-queue.ts";

export type RateLimits = Record<
  | "SIGN_IN_LIMIT"
  | "REDEEM_LIMIT"
  | "SEARCH_LIMIT"
  | "REFRESH_LIMIT"
  | "MEET_LIMIT"
  | "DISCORD_LIMIT"
  | "WRITE_LIMIT",
  Pick<RateLimit, "limit">
>;

/** What Cloudflare says of the version that runs. */
export type Version = { id: string; tag: string; timestamp: string };

type Bindings = { DB: D1Database; FETCH_QUEUE: JobQueue; VERSION: Version } & RateLimits;

/** Variables and secrets, as Cloudflare hands them over; `config.ts` parses them. */
export type Variables = {
  EVE_SSO_URL: string;
  ESI_URL: string;
  EVE_IMAGES_URL: string;
  DISCORD_URL: string;
  EVE_CLIENT_ID: string;
  EVE_CLIENT_SECRET: string;
  DISCORD_CLIENT_ID: string;
  TOKEN_ENCRYPTION_KEY: string;
  TOKEN_ENCRYPTION_KEY_PREVIOUS?: string;
  ADMIN_CHARACTER_IDS: string;
  ESI_CONTACT: string;
};

export type Env = Bindings & Variables;

/** What a service needs of the world: given to routes, crons and queue consumers alike. */
export type Context = { db: Database; config: Config; queue: JobQueue; requestId: string };

/** The Hono environment of every route. */
export type App = { Bindings: Env; Variables: { context: Context } };
