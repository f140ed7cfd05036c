import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, ofUser, users } from "#worker/db/schema/accounts.ts";

/** Linked Discord accounts: at most one per user, and each linked to one user. */
export const discordAccounts = sqliteTable(
  "discord_accounts",
  {
    /** A 64 bit integer, which a JavaScript number cannot hold. */
    discordId: text("discord_id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Unique at Discord. */
    username: text().notNull(),
    /** Free text; null if the user has set none. */
    displayName: text("display_name"),
    discriminator: text().notNull(),
    /** Encrypted. Discord rotates it. Access tokens are used at once and not stored. */
    refreshToken: text("refresh_token").notNull(),
    /** False after Discord has refused the refresh token. */
    isAuthorized: integer("is_authorized", { mode: "boolean" }).notNull(),
    linkedAt: instant("linked_at").notNull(),
    /** When the profile is checked again. */
    checkDueAt: instant("check_due_at").notNull(),
  },
  // The order in which Discord lists the members of a server.
  () => [index("discord_accounts_in_order").on(sql`cast(discord_id as integer)`)],
);

/** One started link. The row is deleted when it is used. */
export const discordLinkStates = sqliteTable(
  "discord_link_states",
  {
    stateHash: text("state_hash").primaryKey(),
    userId: ofUser(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("discord_link_states_expires").on(table.expiresAt)],
);
