import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Logo } from "#shared/community.ts";

/** The one row of the community: how it presents itself. */
export const community = sqliteTable(
  "community",
  {
    id: integer().primaryKey(),
    name: text(),
    welcome: text(),
    logo: text({ mode: "json" }).$type<Logo>(),
    /** Counts the edits: an edit based on an older version is refused. */
    version: integer().notNull().default(0),
  },
  (table) => [check("community_one_row", sql`${table.id} = 1`)],
);
