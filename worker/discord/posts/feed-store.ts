import { and, eq, getTableColumns, gt, lte, ne, notExists, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { JoinRequestStatus } from "#shared/groups/requests.ts";
import { DAY_MS } from "#shared/time.ts";
import { isToldToWait } from "#worker/access/pending.ts";
import { ALARM_POSTED_MS, NEW_MS } from "#worker/alarms/store.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { alarmChannels, alarms, alarmSettings } from "#worker/db/schema/alarms.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import {
  discordDirectMessages,
  discordFeeds,
  discordRequestPosts,
} from "#worker/db/schema/discord-posts.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import { operationAnswers } from "#worker/db/schema/operations.ts";
import { columns, orm, prepare, prepareAtStart, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { hasLease, isFree, taken } from "#worker/work/lease.ts";

/** A channel gets at most one message in this time. */
export const INTERVAL_MS = 60_000;
/** Older events are not posted. */
const POSTED_MS = DAY_MS;
/** Messages of requests are edited after decisions until they are this old. */
const KEPT_MS = 30 * DAY_MS;
/** Events of one message. */
export const MOST_EVENTS = 200;

const now = sql.placeholder("now");

/** Literals, so that SQLite can use the partial indexes. */
const isDue = (table: typeof discordFeeds | typeof discordDirectMessages) =>
  sql`${table.dueSeq} > ${table.afterSeq} and ${table.waitsUntil} <= ${now}
    and ${isFree(table.leaseUntil, sql`${now}`)}`;

/** Literals: a corporation and one of its kinds of alarms. */
const alarmsAndKind = sql`${alarms.corporationId} || ':' || ${alarms.group}`;

/** Alarms of a day are read where an old one waits, and of all corporations if `looksBack` is 1; otherwise those that are new. */
const isLookedAt = sql`${alarms.sentAt} > ${now} - iif(${sql.placeholder("looksBack")} = 1 or ${alarmSettings.lookAt} <= ${now},
  ${sql.raw(String(ALARM_POSTED_MS))}, ${sql.raw(String(NEW_MS))})`;

/**
 * The kinds of alarms that wait, and the feeds and users for whom the log has something new, and who may get a message now. Alarms are found
 * by their time, without an index of their own, for each corporation with a channel.
 */
export const selectDuePosts = prepareAtStart(
  { kind: sql<"alarms" | "feed" | "user" | "reminder">`kind`, id: sql<string>`id` },
  (fields) => sql`select ${columns(fields)} from (
    select distinct 'alarms' as kind, ${alarmsAndKind} as id from ${alarmSettings}
      cross join ${alarms} on ${alarms.corporationId} = ${alarmSettings.corporationId} and ${isLookedAt}
        and ${alarms.told} is null and ${isFree(alarms.leaseUntil, sql`${now}`)}
      cross join ${alarmChannels} on ${alarmChannels.corporationId} = ${alarms.corporationId} and ${alarmChannels.group} = ${alarms.group}
        and ${alarmChannels.waitsUntil} <= ${now} and ${alarms.readAt} >= ${alarmChannels.since}
    union all select 'feed' as kind, ${discordFeeds.id} as id from ${discordFeeds} where ${isDue(discordFeeds)}
    union all select 'user', ${discordDirectMessages.userId} from ${discordDirectMessages}
      where ${isDue(discordDirectMessages)}
    union all select 'reminder', ${operationAnswers.operationId} || ':' || ${operationAnswers.userId} from ${operationAnswers}
      where ${operationAnswers.remindAt} is not null and ${operationAnswers.remindAt} <= ${now}) limit ${sql.placeholder("limit")}`,
);

/** The feed of the log's fingerprint, which is about no group and no corporation. A trigger makes it due with each seal. */
export const LOG_FEED_ID = "log";
/** The feed of the keepers of the watchlist. Triggers count in its `dueSeq` what it is told. */
export const WATCH_FEED_ID = "watchlist";

export type FeedRow = typeof discordFeeds.$inferSelect;
const other = alias(discordFeeds, "other");

/** Takes the lease of a feed, unless another invocation works on it, or its channel has just got a message. */
export function takeFeed(id: string, leaseId: string, at: number) {
  const isQuiet = notExists(
    orm
      .select({ id: other.id })
      .from(other)
      .where(
        and(
          eq(other.targetId, discordFeeds.targetId),
          ne(other.id, discordFeeds.id),
          gt(other.postedAt, new Date(at - INTERVAL_MS)),
        ),
      ),
  );
  return rows(getTableColumns(discordFeeds), (fields) =>
    orm
      .update(discordFeeds)
      .set(taken(leaseId, at))
      .where(
        and(
          eq(discordFeeds.id, id),
          gt(discordFeeds.dueSeq, discordFeeds.afterSeq),
          lte(discordFeeds.waitsUntil, new Date(at)),
          isFree(discordFeeds.leaseUntil, at),
          isQuiet,
        ),
      )
      .returning(fields),
  );
}

const event = {
  seq: auditEvents.seq,
  id: auditEvents.id,
  kind: auditEvents.kind,
  actorKind: auditEvents.actorKind,
  actorName: auditEvents.actorName,
  subjectId: auditEvents.subjectId,
  subjectName: auditEvents.subjectName,
  characterName: auditEvents.characterName,
  detail: auditEvents.detail,
  createdAt: auditEvents.createdAt,
};
export type FeedEventRow = RowOfStatement<typeof selectEventsOfGroup>;

/** The events of a feed since its cursor, of a day at most, in the order of the log. */
function prepareEvents(isOfFeed: SQL) {
  return prepare(event, (fields) =>
    orm
      .select(fields)
      .from(discordFeeds)
      .crossJoin(auditEvents)
      .where(
        and(
          eq(discordFeeds.id, sql.placeholder("feedId")),
          isOfFeed,
          sql`${auditEvents.id} >= ${sql.placeholder("since")}`,
          sql`+${auditEvents.seq} > ${discordFeeds.afterSeq}`,
        ),
      )
      .orderBy(auditEvents.seq)
      .limit(MOST_EVENTS),
  );
}

const selectEventsOfGroup = prepareEvents(eq(auditEvents.groupId, discordFeeds.groupId));
const selectEventsOfCorporation = prepareEvents(
  eq(auditEvents.corporationId, discordFeeds.corporationId),
);

export function selectEvents(feedId: string, at: number) {
  const values = { feedId, since: eventIdsFrom(at - POSTED_MS) };
  return [selectEventsOfGroup(values), selectEventsOfCorporation(values)] as const;
}

/** What a feed is about. */
export const selectSubject = prepare(
  { name: sql<string | null>`coalesce(${groups.name}, ${corporations.name})` },
  (fields) =>
    orm
      .select(fields)
      .from(discordFeeds)
      .leftJoin(groups, eq(groups.id, discordFeeds.groupId))
      .leftJoin(corporations, eq(corporations.id, discordFeeds.corporationId))
      .where(eq(discordFeeds.id, sql.placeholder("feedId"))),
);

/** The messages that show another state of a request than the present one. */
export const selectStale = prepare({ id: discordRequestPosts.messageId }, (fields) =>
  orm
    .selectDistinct(fields)
    .from(discordRequestPosts)
    .innerJoin(joinRequests, eq(joinRequests.id, discordRequestPosts.requestId))
    .where(
      and(
        eq(discordRequestPosts.feedId, sql.placeholder("feedId")),
        ne(joinRequests.status, discordRequestPosts.shown),
      ),
    )
    .limit(sql.placeholder("limit")),
);

/** The pending requests of these users that no message shows. `userIds` is a JSON array. */
export const selectPending = prepare(
  {
    id: joinRequests.id,
    userId: joinRequests.userId,
    reason: joinRequests.reason,
    createdAt: joinRequests.createdAt,
    isExtension: joinRequests.isExtension,
  },
  (fields) =>
    orm
      .select(fields)
      .from(joinRequests)
      .where(
        and(
          eq(joinRequests.groupId, sql.placeholder("groupId")),
          sql`${joinRequests.status} = 'pending'`,
          sql`+${joinRequests.userId} in (select value from json_each(${sql.placeholder("userIds")}))`,
          notExists(
            orm
              .select({ id: discordRequestPosts.requestId })
              .from(discordRequestPosts)
              .where(eq(discordRequestPosts.requestId, joinRequests.id)),
          ),
        ),
      ),
);

/** Which of these users still wait for an answer, as their reviewers were told. `userIds` is a JSON array. */
export const selectUnanswered = prepare({ userId: joinRequests.userId }, (fields) =>
  orm
    .select(fields)
    .from(joinRequests)
    .where(
      and(
        eq(joinRequests.groupId, sql.placeholder("groupId")),
        isToldToWait,
        sql`+${joinRequests.userId} in (select value from json_each(${sql.placeholder("userIds")}))`,
      ),
    ),
);

/** SQL condition: this invocation still has the lease, and the settings are those it has read. */
export function isCurrent({ id, version }: FeedRow, leaseId: string): SQL {
  const isSame = sql`${discordFeeds.id} = ${id} and ${discordFeeds.version} = ${version}`;
  return hasLease(discordFeeds, leaseId, isSame);
}

export function updateFeed(id: string, set: Partial<FeedRow>) {
  return orm.update(discordFeeds).set(set).where(eq(discordFeeds.id, id));
}

/** The other feeds of a channel that has just got a message. */
export function delayOthers({ id, targetId }: FeedRow, until: Date) {
  return orm
    .update(discordFeeds)
    .set({ waitsUntil: until })
    .where(
      and(
        eq(discordFeeds.targetId, targetId),
        ne(discordFeeds.id, id),
        sql`${discordFeeds.waitsUntil} < ${until.getTime()}`,
      ),
    );
}

/** The message shows this state of the request. */
export function updateShown({
  requestId,
  status,
}: {
  requestId: string;
  status: JoinRequestStatus;
}) {
  return orm
    .update(discordRequestPosts)
    .set({ shown: status })
    .where(eq(discordRequestPosts.requestId, requestId));
}

/** A message that was deleted at Discord. */
export function deleteMessage(messageId: string) {
  return orm.delete(discordRequestPosts).where(eq(discordRequestPosts.messageId, messageId));
}

/** Messages that are too old to be looked at. */
export function deleteOldPosts(at: number) {
  return orm
    .delete(discordRequestPosts)
    .where(lte(discordRequestPosts.postedAt, new Date(at - KEPT_MS)));
}
