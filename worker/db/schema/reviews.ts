import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Silence, Verdict } from "#shared/groups/reviews.ts";
import { instant, ofUser, users } from "./accounts.ts";
import { groups } from "./groups.ts";

const groupId = () => text("group_id").references(() => groups.id, { onDelete: "cascade" });

/** How often the members of a group are reviewed. A group without a row is reviewed only when this is asked for. */
export const reviewSchedules = sqliteTable(
  "review_schedules",
  {
    groupId: groupId().primaryKey(),
    everyMonths: integer("every_months").notNull(),
    silence: text().$type<Silence>().notNull(),
    /** When the next review opens; null while one is open. */
    nextAt: instant("next_at"),
  },
  (table) => [
    index("review_schedules_due")
      .on(table.nextAt)
      .where(sql`next_at is not null`),
  ],
);

/** A review concerns the members who joined before it was opened, without the owner. */
export const groupReviews = sqliteTable(
  "group_reviews",
  {
    id: text().primaryKey(),
    groupId: groupId().notNull(),
    silence: text().$type<Silence>().notNull(),
    openedAt: instant("opened_at").notNull(),
    dueAt: instant("due_at").notNull(),
    /** These are null while the review is open. */
    finishedAt: instant("finished_at"),
    kept: integer(),
    removed: integer(),
    /** The removals are in `held_changes`. */
    isHeld: integer("is_held", { mode: "boolean" }).notNull().default(false),
    /** Null: Muster, when the review was due. */
    finishedBy: text("finished_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("group_reviews_one_open")
      .on(table.groupId)
      .where(sql`finished_at is null`),
    index("group_reviews_due")
      .on(table.dueAt)
      .where(sql`finished_at is null`),
    index("group_reviews_finished").on(table.groupId, table.finishedAt),
    index("group_reviews_by")
      .on(table.finishedBy)
      .where(sql`finished_by is not null`),
  ],
);

/** Kept until the next review of the group is finished. */
export const reviewDecisions = sqliteTable(
  "review_decisions",
  {
    reviewId: text("review_id")
      .notNull()
      .references(() => groupReviews.id, { onDelete: "cascade" }),
    userId: ofUser(),
    verdict: text().$type<Verdict>().notNull(),
    /** Nothing was decided before the review ended. */
    isSilent: integer("is_silent", { mode: "boolean" }).notNull().default(false),
    decidedAt: instant("decided_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.userId] }),
    index("review_decisions_user").on(table.userId),
  ],
);
