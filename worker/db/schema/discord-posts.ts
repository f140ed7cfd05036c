import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { FeedHalt, Topic } from "#shared/discord/feeds.ts";
import type { JoinRequestStatus } from "#shared/groups/requests.ts";
import type { Language } from "#shared/language/languages.ts";
import { instant, users } from "./accounts.ts";
import { corporations } from "./corporations.ts";
import { groups, joinRequests } from "./groups.ts";

// A trigger sets `dueSeq` when the log has an event for the reader: `worker/db/triggers/feeds.ts`.

/** What a reader was about to send: the events up to this one. Discord sends a message with the same nonce only once. */
export type PostAttempt = { untilSeq: number; nonce: string };

/** A reader of the log that posts at Discord. */
const reader = {
  /** The last event that was posted or passed over. */
  afterSeq: integer("after_seq").notNull(),
  /** The last event of the log that concerns the reader. */
  dueSeq: integer("due_seq").notNull().default(0),
  attempt: text({ mode: "json" }).$type<PostAttempt>(),
  postedAt: instant("posted_at"),
  /** Nothing is sent before. */
  waitsUntil: instant("waits_until").notNull(),
  /** While in the future, one invocation works on it. */
  leaseUntil: instant("lease_until"),
  leaseId: text("lease_id"),
  /** Outages in a row: the wait becomes longer. */
  outages: integer().notNull().default(0),
  /** Where links lead: the origin of this Muster, as the person saw it who set it up. */
  origin: text().notNull(),
};

/** Where Muster posts about a group or a corporation. */
export const discordFeeds = sqliteTable(
  "discord_feeds",
  {
    id: text().primaryKey(),
    groupId: text("group_id").references(() => groups.id, { onDelete: "cascade" }),
    corporationId: integer("corporation_id").references(() => corporations.id, {
      onDelete: "cascade",
    }),
    /** The channel's id, or the webhook's. */
    targetId: text("target_id").notNull(),
    targetName: text("target_name").notNull(),
    serverName: text("server_name"),
    /** Encrypted. Null for a channel, in which the bot posts. */
    webhookToken: text("webhook_token"),
    topics: text({ mode: "json" }).$type<Topic[]>().notNull(),
    /** Null: English. */
    language: text().$type<Language>(),
    halt: text().$type<FeedHalt>(),
    /** Counts the edits: a post that was begun before the last one is not saved. */
    version: integer().notNull().default(0),
    ...reader,
  },
  (table) => [
    uniqueIndex("discord_feeds_group")
      .on(table.groupId)
      .where(sql`group_id is not null`),
    uniqueIndex("discord_feeds_corporation")
      .on(table.corporationId)
      .where(sql`corporation_id is not null`),
    index("discord_feeds_target").on(table.targetId),
    index("discord_feeds_due")
      .on(table.waitsUntil)
      .where(sql`due_seq > after_seq`),
  ],
);

/** Join requests that a message shows: it is edited when one is decided. */
export const discordRequestPosts = sqliteTable(
  "discord_request_posts",
  {
    requestId: text("request_id")
      .primaryKey()
      .references(() => joinRequests.id, { onDelete: "cascade" }),
    feedId: text("feed_id")
      .notNull()
      .references(() => discordFeeds.id, { onDelete: "cascade" }),
    /** Discord's id. */
    messageId: text("message_id").notNull(),
    /** The name of the main when it was posted: another one in the same place would disclose an alt. */
    name: text().notNull(),
    /** The state that the message shows. */
    shown: text().$type<JoinRequestStatus>().notNull(),
    postedAt: instant("posted_at").notNull(),
  },
  (table) => [
    index("discord_request_posts_feed").on(table.feedId),
    index("discord_request_posts_message").on(table.messageId),
    index("discord_request_posts_posted").on(table.postedAt),
  ],
);

/** Users who want direct messages about themselves. */
export const discordDirectMessages = sqliteTable(
  "discord_direct_messages",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The channel of the direct messages. `discordId` is the account that it belongs to. */
    channelId: text("channel_id"),
    discordId: text("discord_id"),
    openedAt: instant("opened_at"),
    /** Discord has refused to deliver. */
    isClosed: integer("is_closed", { mode: "boolean" }).notNull().default(false),
    /** How many minutes before an operation that the user comes to. Null: no reminders. */
    remindMinutes: integer("remind_minutes"),
    ...reader,
  },
  (table) => [
    index("discord_direct_messages_opened")
      .on(table.openedAt)
      .where(sql`opened_at is not null`),
    index("discord_direct_messages_due")
      .on(table.waitsUntil)
      .where(sql`due_seq > after_seq`),
  ],
);
