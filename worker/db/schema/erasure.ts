import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./accounts.ts";

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
