import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, users } from "./accounts.ts";

// What makes a change of the audit log visible (`worker/audit/seals`).

/**
 * The fingerprints of an event, from the time when it was sealed. `seq` is the event's. The salt is erased with the personal
 * fields of the event, by a trigger: without it, `personal` does not tell who it was.
 */
export const auditDigests = sqliteTable("audit_digests", {
  seq: integer().primaryKey(),
  /** Of the event. */
  eventId: text("event_id").notNull(),
  salt: text(),
  /** SHA-256 of the salt and the personal fields. */
  personal: text().notNull(),
  /** SHA-256 of all other fields and `personal`. */
  digest: text().notNull(),
  /** The move whose undoing has deleted the event. */
  removedByMove: text("removed_by_move"),
});

/** A link of the chain: the events up to `lastSeq` that the link before does not cover. */
export const auditSeals = sqliteTable("audit_seals", {
  number: integer().primaryKey(),
  /** Of the fields that are sealed, in `worker/audit/seals/canonical.ts`. */
  version: integer().notNull(),
  lastSeq: integer("last_seq").notNull(),
  eventCount: integer("event_count").notNull(),
  /** All events that were old enough were sealed. */
  isComplete: integer("is_complete", { mode: "boolean" }).notNull(),
  createdAt: instant("created_at").notNull(),
  /** SHA-256 of the link before, of the fields above and of the digests of the events. */
  hash: text().notNull(),
});

/** Accounts that another has absorbed: their sealed events bear the other's id since. */
export const mergedUsers = sqliteTable(
  "merged_users",
  {
    fromId: text("from_id").primaryKey(),
    intoId: text("into_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [index("merged_users_into").on(table.intoId)],
);
