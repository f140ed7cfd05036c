import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EffectiveVisibility, Visibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";
import { categories } from "./groups.ts";

/** The number of groups of each kind, kept by triggers, so that totals need no count. */
export const groupCounts = sqliteTable(
  "group_counts",
  {
    categoryId: text("category_id")
      .notNull()
      .references(() => categories.id, { onDelete: "cascade" }),
    effectiveVisibility: text("effective_visibility").$type<EffectiveVisibility>().notNull(),
    visibility: text().$type<Visibility>().notNull(),
    joinMode: text("join_mode").$type<JoinMode>().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.categoryId, table.effectiveVisibility, table.visibility, table.joinMode],
    }),
  ],
);

/**
 * The groups that are not public, once for each user who may see them as a member or because of its requirements, in the
 * order of lists. Maintained by triggers. A list
 * reads a range of this table instead of all memberships of its user. The primary key contains every column, so its index is
 * enough (docs/decisions/0030-lists-of-groups-read-their-page.md).
 */
export const nonPublicListings = sqliteTable(
  "non_public_listings",
  {
    userId: text("user_id").notNull(),
    nameFolded: text("name_folded").notNull(),
    /** The group's. */
    id: text().notNull(),
    categoryId: text("category_id").notNull(),
    visibility: text().$type<Visibility>().notNull(),
    joinMode: text("join_mode").$type<JoinMode>().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.userId,
        table.nameFolded,
        table.id,
        table.categoryId,
        table.visibility,
        table.joinMode,
      ],
    }),
  ],
);

/** How many of these listings each user has, by category, visibility and join mode. Maintained by triggers. */
export const nonPublicCounts = sqliteTable(
  "non_public_counts",
  {
    userId: text("user_id").notNull(),
    categoryId: text("category_id").notNull(),
    visibility: text().$type<Visibility>().notNull(),
    joinMode: text("join_mode").$type<JoinMode>().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.categoryId, table.visibility, table.joinMode] }),
  ],
);
