import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./accounts.ts";

/** Messages that the queue gave up, for the administrators to see. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    /** The queue's id of the message. */
    id: text().primaryKey(),
    body: text().notNull(),
    diedAt: instant("died_at").notNull(),
  },
  (table) => [index("dead_letters_time").on(table.diedAt)],
);

/** Messages that the queue did not take: the cron of every minute sends them (`worker/work/enqueue.ts`). */
export const unsentMessages = sqliteTable("unsent_messages", {
  /** The body as text. The kind alone if the cron finds such work by itself: one message shows whether the queue takes any. */
  key: text().primaryKey(),
  body: text({ mode: "json" }).$type<{ kind: string }>().notNull(),
  /** When its delay ends. */
  dueAt: instant("due_at").notNull(),
  refusedAt: instant("refused_at").notNull(),
  /** Why, in the words of the queue. */
  error: text().notNull(),
});

/** Counts that take a scan, made every hour. One row per day, with the last counts of it. */
export const healthSamples = sqliteTable("health_samples", {
  /** Such as 2026-11-21. */
  day: text().primaryKey(),
  takenAt: instant("taken_at").notNull(),
  databaseBytes: integer("database_bytes").notNull(),
  /** How many tokens, of EVE and Discord, and invite codes each encryption key has encrypted, by the key's id. */
  tokensByKey: text("tokens_by_key", { mode: "json" }).$type<Record<string, number>>().notNull(),
  revokedTokens: integer("revoked_tokens").notNull(),
});
