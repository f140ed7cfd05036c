import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OperationAnswer, OperationKind } from "#shared/operations/operations.ts";
import type { FleetState, ReadSpans } from "#shared/operations/participation.ts";
import { instant, ofUser, users } from "./accounts.ts";
import { discordServers } from "./discord-servers.ts";
import { groups, ofGroup } from "./groups.ts";

const someUser = (name: string) => text(name).references(() => users.id, { onDelete: "set null" });
const ofOperation = () =>
  text("operation_id")
    .notNull()
    .references(() => operations.id, { onDelete: "cascade" });

/** What a group's owner decides about its operations; without a row, nothing. */
export const operationRules = sqliteTable(
  "operation_rules",
  {
    groupId: ofGroup().primaryKey(),
    /** Members of the group who are in this one too plan for it, as its owner and admins do. */
    plannersId: text("planners_id").references(() => groups.id, { onDelete: "set null" }),
    /** Servers that have a role of the group show its operations as events, to all of the server. */
    isOnDiscord: integer("on_discord", { mode: "boolean" }).notNull().default(false),
    /** Where the links of events lead: this Muster, as the owner saw it. */
    origin: text().notNull().default(""),
  },
  (table) => [
    index("operation_rules_planners")
      .on(table.plannersId)
      .where(sql`planners_id is not null`),
    index("operation_rules_on_discord")
      .on(table.groupId)
      .where(sql`on_discord = 1`),
  ],
);

/** Operations that repeat each week. The next one is made of the latest that was not changed alone. */
export const operationSeries = sqliteTable(
  "operation_series",
  {
    id: text().primaryKey(),
    groupId: ofGroup(),
    /** When the first begins that is not made yet. Null: the series has ended. */
    nextAt: instant("next_at"),
  },
  (table) => [
    index("operation_series_group").on(table.groupId),
    index("operation_series_next")
      .on(table.nextAt)
      .where(sql`next_at is not null`),
  ],
);

/** What groups do together at a time: fleets, timers, moons and meetings. */
export const operations = sqliteTable(
  "operations",
  {
    id: text().primaryKey(),
    /** The group that it was planned in: who plans there changes and cancels it, and its log tells. */
    groupId: ofGroup(),
    kind: text().$type<OperationKind>().notNull(),
    title: text().notNull(),
    text: text().notNull().default(""),
    /** A fit, or a link to one. */
    doctrine: text().notNull().default(""),
    /** Empty: told in fleet. */
    place: text().notNull().default(""),
    comms: text().notNull().default(""),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** Null: nobody commands yet. */
    commanderId: someUser("commander_id"),
    createdBy: someUser("created_by"),
    createdAt: instant("created_at").notNull(),
    cancelledAt: instant("cancelled_at"),
    cancelledBy: someUser("cancelled_by"),
    /** How often it was changed: calendars take a copy only if this is higher (RFC 5545, SEQUENCE). */
    version: integer().notNull().default(0),
    seriesId: text("series_id").references(() => operationSeries.id, { onDelete: "set null" }),
    /** When it begins by its series: it may have been moved alone. */
    seriesAt: instant("series_at"),
    /** It was changed alone: later ones are not made of it. */
    isOwn: integer("is_own", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("operations_series")
      .on(table.seriesId, table.seriesAt)
      .where(sql`series_id is not null`),
    index("operations_group").on(table.groupId, table.startsAt),
    index("operations_commanded")
      .on(table.startsAt)
      .where(sql`commander_id is not null and cancelled_at is null`),
    // What is over for a year is deleted.
    index("operations_ended").on(table.endsAt),
    index("operations_commander")
      .on(table.commanderId)
      .where(sql`commander_id is not null`),
    index("operations_creator")
      .on(table.createdBy)
      .where(sql`created_by is not null`),
    index("operations_canceller")
      .on(table.cancelledBy)
      .where(sql`cancelled_by is not null`),
  ],
);

/** For whom operations are, the group that planned them among these. */
export const operationGroups = sqliteTable(
  "operation_groups",
  {
    operationId: ofOperation(),
    groupId: ofGroup(),
    /** As the operation's, so that a member's list is a range of an index. */
    startsAt: instant("starts_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.operationId, table.groupId] }),
    index("operation_groups_listed").on(table.groupId, table.startsAt, table.operationId),
  ],
);

/** What members have answered. Answers of those who have left the groups stay, and count for nobody. */
export const operationAnswers = sqliteTable(
  "operation_answers",
  {
    operationId: ofOperation(),
    userId: ofUser(),
    answer: text().$type<OperationAnswer>().notNull(),
    /** The ship or the role. */
    brings: text().notNull().default(""),
    answeredAt: instant("answered_at").notNull(),
    /** When a direct message reminds the user. Null: it has, or the user wants none. */
    remindAt: instant("remind_at"),
  },
  (table) => [
    primaryKey({ columns: [table.operationId, table.userId] }),
    index("operation_answers_user").on(table.userId),
    // Covers what is counted of them.
    index("operation_answers_counted").on(table.operationId, table.userId, table.answer),
    index("operation_answers_reminders")
      .on(table.remindAt)
      .where(sql`remind_at is not null`),
  ],
);

/** The calendar that programs of a user read by a link with a secret. */
export const calendarFeeds = sqliteTable("calendar_feeds", {
  userId: ofUser().primaryKey(),
  secretHash: text("secret_hash").notNull().unique(),
  createdAt: instant("created_at").notNull(),
});

/** Events of Discord servers, each of an operation. A row outlives the operation until its event is deleted. */
export const scheduledEvents = sqliteTable(
  "discord_events",
  {
    operationId: text("operation_id").notNull(),
    serverId: text("server_id")
      .notNull()
      .references(() => discordServers.id, { onDelete: "cascade" }),
    /** Discord's id. Null: it is being created. */
    eventId: text("event_id"),
    /** The version of the operation that it shows. Null: Discord may have it already, after an invocation that was killed. */
    shown: integer(),
    startsAt: instant("starts_at").notNull(),
    /** Discord's error code, if Discord has refused it. */
    refusal: integer(),
    outages: integer().notNull().default(0),
    waitsUntil: instant("waits_until")
      .notNull()
      .default(sql`0`),
    leaseUntil: instant("lease_until"),
    leaseId: text("lease_id"),
  },
  (table) => [
    primaryKey({ columns: [table.operationId, table.serverId] }),
    index("discord_events_server").on(table.serverId, table.startsAt),
  ],
);

/**
 * How the fleet of an operation is read. WITHOUT ROWID and without an index on what changes, so that a reading is one written row. The
 * row stays: it says what was read, and who took part.
 */
export const operationReadings = sqliteTable(
  "operation_readings",
  {
    operationId: ofOperation().primaryKey(),
    /** Whose fleet it is: who has begun it, or the commander at the operation's start. */
    followedId: someUser("followed_id"),
    /** Null while Muster waits for the commander's fleet. */
    begunAt: instant("begun_at"),
    endedAt: instant("ended_at"),
    /** When the fleet is read next. */
    dueAt: instant("due_at").notNull(),
    /** Each reading is saved against the one before. */
    version: integer().notNull().default(0),
    /** Who was seen by character, while it runs. */
    state: text({ mode: "json" }).$type<FleetState>(),
    /** When the fleet was read and when not, and how large it was. */
    spans: text({ mode: "json" }).$type<ReadSpans>().notNull(),
    /** The ids of those who took part. Triggers keep it, because an index would be another row for each. */
    people: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Nobody can have taken part without being recorded. */
    isComplete: integer("is_complete", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("operation_readings_open")
      .on(table.operationId)
      .where(sql`ended_at is null`),
    index("operation_readings_followed")
      .on(table.followedId)
      .where(sql`followed_id is not null`),
  ],
);

/** Who took part in an operation, all characters of an account together. WITHOUT ROWID: one written row each. */
export const participations = sqliteTable(
  "participations",
  {
    userId: ofUser(),
    /** When the operation began. */
    at: instant("at").notNull(),
    /** A trigger deletes what is of a deleted operation. */
    operationId: text("operation_id").notNull(),
    /** In the fleet. Null: somebody else has ticked the name. */
    minutes: integer(),
    firstAt: instant("first_at"),
    lastAt: instant("last_at"),
    /** The types of the ships. */
    ships: text({ mode: "json" }).$type<number[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.at, table.operationId] })],
);

/**
 * Losses of an operation that somebody has noted as paid: gone with the operation, so a killmail that EVE lists again is not paid twice.
 * Of two operations each has its own row: neither tells of the other. WITHOUT ROWID: the key is the row.
 */
export const operationReimbursements = sqliteTable(
  "operation_reimbursements",
  {
    operationId: ofOperation(),
    killmailId: integer("killmail_id").notNull(),
    paidAt: instant("paid_at").notNull(),
    paidBy: someUser("paid_by"),
  },
  (table) => [
    primaryKey({ columns: [table.operationId, table.killmailId] }),
    index("operation_reimbursements_payer")
      .on(table.paidBy)
      .where(sql`paid_by is not null`),
  ],
);
