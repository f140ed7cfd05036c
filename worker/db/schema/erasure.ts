import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MergeState } from "#shared/account/merge.ts";
import { instant, users } from "./accounts.ts";

/**
 * Merges that were offered or requested: a user of `intoId` has proven the main of `fromId` at EVE. The state `merging` exists
 * only within a batch: with it, a trigger does not erase the sheets of characters that change their user.
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
    /** The mains of both accounts at the time of the offer. With other mains, the offer is invalid. */
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

// Work that is left after an account was deleted or merged. A row is deleted when its work is done.

/** Grants of former accounts that have yet to be revoked at EVE or Discord. */
export const tokenRevocations = sqliteTable(
  "token_revocations",
  {
    /** The additional data of the ciphertext, a colon and random digits (`worker/account/revocations.ts`). */
    id: text().primaryKey(),
    provider: text().$type<"eve" | "discord">().notNull(),
    /** Encrypted. */
    refreshToken: text("refresh_token").notNull(),
    attempts: integer().notNull().default(0),
    dueAt: instant("due_at").notNull(),
  },
  (table) => [index("token_revocations_due").on(table.dueAt)],
);

/** Users whose id a job replaces in the audit log, in slices. */
export const logRewrites = sqliteTable(
  "log_rewrites",
  {
    userId: text("user_id").primaryKey(),
    /** The account that absorbed this one, or a new id that stands for a deleted account. */
    intoId: text("into_id").notNull(),
    /** The name that replaces those of a deleted account. Null for a merged account, whose events keep their names. */
    pseudonym: text(),
  },
  (table) => [index("log_rewrites_into").on(table.intoId)],
);
