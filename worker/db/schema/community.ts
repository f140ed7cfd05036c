import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Logo } from "#shared/community.ts";
import { groups } from "./groups.ts";

/** The one row of the community: how it presents itself, and who belongs to it. Triggers: `worker/db/triggers/rules.ts`. */
export const community = sqliteTable(
  "community",
  {
    id: integer().primaryKey(),
    name: text(),
    welcome: text(),
    logo: text({ mode: "json" }).$type<Logo>(),
    /** Users who are not members of this group are guests. Null: there are no guests. */
    memberGroupId: text("member_group_id").references(() => groups.id),
    /** How long a member of a group without requirements of its own keeps the membership as a guest. */
    graceDays: integer("grace_days").notNull().default(3),
    /** Its members keep the watchlist, with the system administrators. */
    watchKeepersId: text("watch_keepers_id").references(() => groups.id, { onDelete: "set null" }),
    /** Counts the edits: an edit based on an older version is refused. */
    version: integer().notNull().default(0),
  },
  (table) => [check("community_one_row", sql`${table.id} = 1`)],
);
