import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, users } from "./accounts.ts";

/** Linked Discord accounts: one of a user, and each of one user. */
export const discordAccounts = sqliteTable("discord_accounts", {
  /** Text: 64 bits are more than a JavaScript number holds. */
  discordId: text("discord_id").primaryKey(),
  userId: text("user_id")
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: "cascade" }),
  /** The name that Discord displays. */
  username: text().notNull(),
  discriminator: text().notNull(),
  /** Encrypted. Discord rotates it; access tokens are used at once and not kept. */
  refreshToken: text("refresh_token").notNull(),
  /** False since Discord said that the permission is gone. */
  isAuthorized: integer("is_authorized", { mode: "boolean" }).notNull(),
  linkedAt: instant("linked_at").notNull(),
  /** From when on Discord is asked again what the account is called. */
  checkDueAt: instant("check_due_at").notNull(),
});

/** One started link. The row is deleted when it is used. */
export const discordLinkStates = sqliteTable(
  "discord_link_states",
  {
    stateHash: text("state_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("discord_link_states_expires").on(table.expiresAt)],
);
