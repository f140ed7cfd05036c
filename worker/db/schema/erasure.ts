import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MergeState } from "#shared/account/merge.ts";
import { instant, users } from "./accounts.ts";

/**
 * An account that may absorb another: its user, signed in, has proved the main of the other at EVE. `merging` exists within
 * a batch only: it keeps the trigger from erasing the sheets of characters that move.
 */
export const accountMerges = sqliteTable(
  "account_merges",
  {
    id: text().primaryKey(),
    intoId: text("into_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fromId: text("from_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The mains of both when it was proven: a merge of others is another merge. */
    intoMainId: integer("into_main_id").notNull(),
    fromMainId: integer("from_main_id").notNull(),
    ownerHash: text("owner_hash").notNull(),
    state: text().$type<MergeState | "merging">().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("account_merges_pair").on(table.intoId, table.fromId),
    index("account_merges_from").on(table.fromId),
    index("account_merges_expires").on(table.expiresAt),
  ],
);

// What is left to do after an account was deleted or merged. The rows are deleted when it is done.

/** Grants that are still to be revoked at EVE or Discord. They belong to no account any more. */
export const tokenRevocations = sqliteTable(
  "token_revocations",
  {
    /** What the ciphertext is bound to, a colon, and random digits: see `worker/account/erasure/revocations.ts`. */
    id: text().primaryKey(),
    provider: text().$type<"eve" | "discord">().notNull(),
    /** Encrypted. */
    refreshToken: text("refresh_token").notNull(),
    attempts: integer().notNull().default(0),
    dueAt: instant("due_at").notNull(),
  },
  (table) => [index("token_revocations_due").on(table.dueAt)],
);

/** Users whose id the audit log is to replace, in slices. */
export const logRewrites = sqliteTable(
  "log_rewrites",
  {
    userId: text("user_id").primaryKey(),
    /** The account that absorbed this one, or a new id that stands for a deleted account. */
    intoId: text("into_id").notNull(),
    /** The name of a deleted account. Null of a merged one, whose events keep their names. */
    pseudonym: text(),
  },
  (table) => [index("log_rewrites_into").on(table.intoId)],
);
