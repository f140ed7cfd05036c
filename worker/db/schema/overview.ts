import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./accounts.ts";

// What the Overview shows, counted by the hour (`worker/overview/counters.ts`). No row is about a person.

/** A day of the community. Counts only grow within their day, so that no erasure changes one. */
export const countedDays = sqliteTable("counted_days", {
  /** Days since 1970, in EVE's time. */
  day: integer().primaryKey(),
  /** When the day was last counted. Null: they were not counted on that day. */
  members: integer(),
  joined: integer().notNull(),
  left: integer().notNull(),
  /** Changes of the roles of a person at Discord. */
  rolesChanged: integer("roles_changed").notNull(),
  /** Memberships that no person ended. */
  ended: integer().notNull(),
  /** Removals that were held for a person. */
  held: integer().notNull(),
  undone: integer().notNull(),
  /** The hours in which health was looked at: bit 0 is the first of the day. */
  watched: integer().notNull(),
  countedAt: instant("counted_at").notNull(),
});

/** How many pilots were in game, by the hour of the week. Older weeks fade: the mean is `sum` divided by `weight`. */
export const countedHours = sqliteTable("counted_hours", {
  /** From 0, Monday 00:00 EVE time, to 167. */
  hour: integer().primaryKey(),
  sum: real().notNull(),
  weight: real().notNull(),
  /** The last hour that was counted, in hours since 1970. */
  countedHour: integer("counted_hour").notNull(),
});

export type WatchedKind = "corporation" | "server";

/** A day of what is watched: hours as bits, as in `counted_days`. A watched hour in none of them was good. */
export const healthDays = sqliteTable(
  "health_days",
  {
    day: integer().notNull(),
    kind: text().$type<WatchedKind>().notNull(),
    subjectId: text("subject_id").notNull(),
    /** Something worked and something did not. */
    partial: integer().notNull(),
    /** Nothing worked. */
    down: integer().notNull(),
    /** It could not be found out, or was off. */
    unknown: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.subjectId] })],
);
