import type { D1Database } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";

/** What is asked of D1. */
export type Binding = Pick<D1Database, "prepare" | "batch">;

export type Database = ReturnType<typeof openDatabase>;

/** Without the schema: only Drizzle's relational queries need it, and they look through it at every opening. */
export function openDatabase(binding: Binding) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Drizzle uses only these methods
  return drizzle(binding as D1Database);
}
