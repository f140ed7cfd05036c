import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import type { Logo } from "#shared/community.ts";
import { instant } from "./accounts.ts";
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

/**
 * Columns that are folded again (`worker/work/fold-again.ts`), because what `fold` does has changed or the column is new: a migration lists
 * them, and they leave the list when all rows are done.
 */
export const columnsToFold = sqliteTable("columns_to_fold", {
  /** As `names.name_folded`. */
  name: text().primaryKey(),
  /** The key of the last row that is done. */
  after: text({ mode: "json" }).$type<string | number>().notNull(),
});

/** Messages that the queue gave up, for the administrators to see. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    /** The queue's id of the message. */
    id: text().primaryKey(),
    body: text().notNull(),
    diedAt: instant("died_at").notNull(),
  },
  (table) => [index("dead_letters_time").on(table.diedAt)],
);

/** Messages that the queue did not take: the cron of every minute sends them (`worker/work/enqueue.ts`). */
export const unsentMessages = sqliteTable("unsent_messages", {
  /** The body as text. The kind alone if the cron finds such work by itself: one message shows whether the queue takes any. */
  key: text().primaryKey(),
  body: text({ mode: "json" }).$type<{ kind: string }>().notNull(),
  /** When its delay ends. */
  dueAt: instant("due_at").notNull(),
  refusedAt: instant("refused_at").notNull(),
  /** Why, in the words of the queue. */
  error: text().notNull(),
});

/** Counts that take a scan, made every hour. One row per day, with the last counts of it. */
export const healthSamples = sqliteTable("health_samples", {
  /** Such as 2026-11-21. */
  day: text().primaryKey(),
  takenAt: instant("taken_at").notNull(),
  databaseBytes: integer("database_bytes").notNull(),
  /** How many tokens, of EVE and Discord, and invite codes each encryption key has encrypted, by the key's id. */
  tokensByKey: text("tokens_by_key", { mode: "json" }).$type<Record<string, number>>().notNull(),
  revokedTokens: integer("revoked_tokens").notNull(),
});

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
