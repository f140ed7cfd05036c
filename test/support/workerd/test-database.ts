import type { D1Database } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import { openDatabase } from "#worker/db/database.ts";
import type { Context } from "#worker/env.ts";

/** The context of a seed or a test. */
export type TestContext = Context & { db: TestDatabase };

export type TestDatabase = ReturnType<typeof openTestDatabase>;

/** The Worker's database, which also executes the single queries of a test or a seed, as Drizzle does. */
export function openTestDatabase(binding: D1Database) {
  return Object.assign(drizzle(binding), openDatabase(binding));
}
