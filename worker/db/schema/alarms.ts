import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AlarmFields, AlarmGroup, AlarmTold } from "#shared/corporations/alarms.ts";
import type { FeedHalt } from "#shared/discord/feeds.ts";
import type { Language } from "#shared/language/languages.ts";
import { instant } from "./accounts.ts";
import { corporations } from "./corporations.ts";
import { groups } from "./groups.ts";

const corporationId = () =>
  integer("corporation_id")
    .notNull()
    .references(() => corporations.id, { onDelete: "cascade" });

/**
 * What EVE has told a corporation's directors, for ninety days. WITHOUT ROWID, which Drizzle cannot express: an alarm is one written row,
 * and two more when it is posted. The key begins with the time, so that what may wait is found without an index of its own.
 */
export const alarms = sqliteTable(
  "alarms",
  {
    corporationId: corporationId(),
    sentAt: instant("sent_at").notNull(),
    /** EVE's id of the notice: the same for all directors who are told. */
    id: integer().notNull(),
    /** EVE's name. */
    kind: text().notNull(),
    /** `unknown`: Muster could not read it. */
    group: text().$type<AlarmGroup | "unknown">().notNull(),
    fields: text({ mode: "json" }).$type<AlarmFields>().notNull(),
    readAt: instant("read_at").notNull(),
    /** Null while it waits. */
    told: text().$type<Exclude<AlarmTold, "waiting" | "kept">>(),
    /** The notice whose post tells of this one. */
    leadId: integer("lead_id"),
    /** Of a notice that leads a post: where it is. */
    channelId: text("channel_id"),
    messageId: text("message_id"),
    /** While in the future, one invocation posts it. */
    leaseUntil: instant("lease_until"),
    leaseId: text("lease_id"),
  },
  (table) => [primaryKey({ columns: [table.corporationId, table.sentAt, table.id] })],
);

/** Where alarms of a kind are posted. */
export const alarmChannels = sqliteTable(
  "alarm_channels",
  {
    corporationId: corporationId(),
    group: text().$type<AlarmGroup>().notNull(),
    serverId: text("server_id").notNull(),
    serverName: text("server_name").notNull(),
    channelId: text("channel_id").notNull(),
    channelName: text("channel_name").notNull(),
    /** Who is mentioned. */
    roleId: text("role_id"),
    roleName: text("role_name"),
    /** What was read before is not posted. */
    since: instant("since").notNull(),
    /** The origin of this Muster, as the person saw it who chose the channel. */
    origin: text().notNull(),
    halt: text().$type<FeedHalt>(),
    /** Outages in a row: the wait becomes longer. */
    outages: integer().notNull().default(0),
    /** Nothing is sent before. */
    waitsUntil: instant("waits_until").notNull(),
  },
  (table) => [primaryKey({ columns: [table.corporationId, table.group] })],
);

/** What is chosen for all alarms of a corporation. */
export const alarmSettings = sqliteTable(
  "alarm_settings",
  {
    corporationId: integer("corporation_id")
      .primaryKey()
      .references(() => corporations.id, { onDelete: "cascade" }),
    /** Minutes of EVE's day; null without quiet hours. */
    quietFrom: integer("quiet_from"),
    quietUntil: integer("quiet_until"),
    language: text().$type<Language>(),
    /** From then on alarms of a day are looked for, because one waits that is not new; null while none does. */
    lookAt: instant("look_at"),
    /** Timers that are posted become operations of this group. */
    timersGroupId: text("timers_group_id").references(() => groups.id, { onDelete: "set null" }),
  },
  (table) => [
    index("alarm_settings_timers")
      .on(table.timersGroupId)
      .where(sql`timers_group_id is not null`),
  ],
);
