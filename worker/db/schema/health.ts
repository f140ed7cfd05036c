import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./accounts.ts";

/** Messages that the queue gave up: they are put here so that somebody sees them. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    /** The queue's own id of the message. */
    id: text().primaryKey(),
    body: text().notNull(),
    diedAt: instant("died_at").notNull(),
  },
  (table) => [index("dead_letters_time").on(table.diedAt)],
);

/** What would take a scan to find out, counted every hour. One row a day: the last count of it stays. */
export const healthSamples = sqliteTable("health_samples", {
  /** As in 2026-11-21. */
  day: text().primaryKey(),
  takenAt: instant("taken_at").notNull(),
  databaseBytes: integer("database_bytes").notNull(),
  /** How many tokens, EVE's and Discord's, are encrypted with the key of which id. */
  tokensByKey: text("tokens_by_key", { mode: "json" }).$type<Record<string, number>>().notNull(),
  revokedTokens: integer("revoked_tokens").notNull(),
});
