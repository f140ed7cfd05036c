import type { D1Database } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";

export type Database = ReturnType<typeof openDatabase>;

/** Without the schema: only Drizzle's relational queries need it, and they look through it at every opening. */
export function openDatabase(binding: D1Database) {
  return drizzle(binding);
}
