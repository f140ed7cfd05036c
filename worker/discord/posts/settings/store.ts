import { eq, getTableColumns, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Topic } from "#shared/discord/feeds.ts";
import { LANGUAGES } from "#shared/language/languages.ts";
import type { Language } from "#shared/language/languages.ts";
import { recordApplyAndRead, recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { auditEvents, auditSeals } from "#worker/db/schema/audit.ts";
import { discordFeeds, discordRequestPosts } from "#worker/db/schema/discord-posts.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { LockConflict } from "#worker/db/optimistic-lock.ts";
import { FREE } from "#worker/work/lease.ts";
import { LOG_FEED_ID, WATCH_FEED_ID } from "#worker/discord/posts/feed-store.ts";
import type { FeedRow } from "#worker/discord/posts/feed-store.ts";

/** What a feed is about. `mayWrite`: an SQL condition of the write, because Discord is asked between the check and the write. */
export type FeedSubject =
  /** The actor owns the group. */
  | { groupId: string; mayWrite: SQL }
  | { corporationId: number }
  | { isLog: true }
  /** The actor keeps the watchlist. */
  | { isOfWatchlist: true; mayWrite: SQL };
export type StoredTarget = Pick<FeedRow, "targetId" | "targetName" | "serverName" | "webhookToken">;

export const selectFeed = (subject: FeedSubject) => selectById({ id: definitionOf(subject).id });

export const selectGroupFeed = (groupId: string) => selectById({ id: idOfGroup(groupId) });

const idOfGroup = (groupId: string) => `group:${groupId}`;

const selectById = prepare(getTableColumns(discordFeeds), (fields) =>
  orm
    .select(fields)
    .from(discordFeeds)
    .where(eq(discordFeeds.id, sql.placeholder("id"))),
);

/**
 * The same for a keeper of the watchlist. `isKeeper`: SQL with placeholders. For others no row is read: how many are would tell
 * whether there is a channel.
 */
export function prepareWatchFeed(isKeeper: SQL) {
  return prepare(getTableColumns(discordFeeds), (fields) =>
    orm
      .select(fields)
      .from(discordFeeds)
      .where(eq(discordFeeds.id, sql`case when ${isKeeper} then ${WATCH_FEED_ID} end`)),
  );
}

/** The end of the log: what has happened before is not posted. */
export const endOfLog = sql<number>`(select coalesce(max(${auditEvents.seq}), 0) from ${auditEvents})`;

/** The end of what is sealed: the present fingerprint of the log is posted at once. */
const endOfSeals = sql`(select coalesce(max(${auditSeals.lastSeq}), 0) from ${auditSeals})`;

/** The last place that the watchlist has given: what was found before is not posted. */
const endOfWatchlist = sql`(select max(coalesce((select max(${watchHits.seq}) from ${watchHits}), 0),
  coalesce((select max(${watchEntries.endedSeq}) from ${watchEntries}), 0)))`;

/** The id of a feed, where it starts, also in another channel, and the event that tells of a change of its settings. */
export function definitionOf(subject: FeedSubject) {
  if ("isLog" in subject) {
    const event = { kind: "community_updated", isOfCommunity: true } as const;
    return { id: LOG_FEED_ID, start: { afterSeq: 0, dueSeq: endOfSeals }, event };
  }
  if ("isOfWatchlist" in subject) {
    const event = { kind: "watch_channel_changed", isOfCommunity: true } as const;
    return {
      id: WATCH_FEED_ID,
      start: { afterSeq: endOfWatchlist, dueSeq: endOfWatchlist },
      event: { ...event, condition: subject.mayWrite },
    };
  }
  const start = { afterSeq: endOfLog };
  return "groupId" in subject
    ? {
        id: idOfGroup(subject.groupId),
        start,
        event: {
          kind: "group_updated",
          groupId: subject.groupId,
          condition: subject.mayWrite,
        } as const,
      }
    : {
        id: `corporation:${subject.corporationId}`,
        start,
        event: { kind: "corporation_updated", ...subject } as const,
      };
}

/** Saves where and what a feed posts, and makes it try again. Only a change is an event. */
export async function saveFeed(
  context: Context,
  actor: UserActor,
  subject: FeedSubject,
  wanted: {
    before: FeedRow | undefined;
    target: StoredTarget | undefined;
    topics: Topic[];
    language: Language | undefined;
    origin: string;
  },
): Promise<FeedRow> {
  const { before, target = before, topics, origin } = wanted;
  const language = wanted.language ?? before?.language ?? null;
  if (target === undefined) throw new Error("A feed needs a target.");
  const { id, start, event } = definitionOf(subject);
  const now = new Date();
  const isMoved = target.targetId !== before?.targetId;
  const set = {
    targetId: target.targetId,
    targetName: target.targetName,
    serverName: target.serverName,
    webhookToken: target.webhookToken,
    topics,
    language,
    origin,
    halt: null,
    outages: 0,
    waitsUntil: now,
    attempt: null,
    ...FREE,
    version: sql`${discordFeeds.version} + 1`,
    ...(isMoved && start),
  };
  const row = {
    ...set,
    id,
    groupId: "groupId" in subject ? subject.groupId : null,
    corporationId: "corporationId" in subject ? subject.corporationId : null,
    version: 0,
    dueSeq: 0,
    ...start,
    postedAt: null,
  };
  const write = (condition: SQL): Statement[] => [
    insertWhere(discordFeeds, row, condition).onConflictDoUpdate({ target: discordFeeds.id, set }),
    // Buttons of the former channel still work, and its messages stay as they are.
    ...(isMoved
      ? [
          orm
            .delete(discordRequestPosts)
            .where(sql`${eq(discordRequestPosts.feedId, id)} and ${condition}`),
        ]
      : []),
  ];
  const changes = changesOf(before, { ...target, topics, language });
  const read = selectFeed(subject);
  if (Object.keys(changes).length === 0) {
    const results = await runBatch(context.db, [
      ...write("mayWrite" in subject ? subject.mayWrite : sql`true`),
      read,
    ]);
    const found = results.at(-1);
    if (Array.isArray(found) && found[0] !== undefined) return found[0];
    throw new LockConflict();
  }
  const change = { actor, detail: { changes }, statements: write };
  const saved = await recordApplyAndRead(context, { ...change, ...event }, read);
  if (saved === undefined) throw new LockConflict();
  return saved;
}

export async function deleteFeed(
  context: Context,
  actor: UserActor,
  subject: FeedSubject,
  before: FeedRow,
) {
  const change = {
    actor,
    detail: { changes: { discordChannel: { from: nameOf(before), to: null } } },
    statements: (applied: SQL) => [
      orm.delete(discordFeeds).where(sql`${eq(discordFeeds.id, before.id)} and ${applied}`),
    ],
  };
  const isDone = await recordAndApply(context, { ...change, ...definitionOf(subject).event });
  if (!isDone) throw new LockConflict();
}

function changesOf(
  before: FeedRow | undefined,
  after: StoredTarget & Pick<FeedRow, "topics" | "language">,
): Record<string, { from: string | null; to: string | null }> {
  const [fromName, toName] = [before === undefined ? null : nameOf(before), nameOf(after)];
  const [fromTopics, toTopics] = [listOf(before?.topics ?? []), listOf(after.topics)];
  const fromLanguage = LANGUAGES[before?.language ?? "en"];
  const toLanguage = LANGUAGES[after.language ?? "en"];
  return {
    ...((fromName !== toName || before?.targetId !== after.targetId) && {
      discordChannel: { from: fromName, to: toName },
    }),
    ...(fromTopics !== toTopics && { discordPosts: { from: fromTopics, to: toTopics } }),
    ...(fromLanguage !== toLanguage && {
      discordLanguage: { from: fromLanguage, to: toLanguage },
    }),
  };
}

/** Without the address of a webhook, which is a secret. */
function nameOf({ targetName, serverName }: Pick<StoredTarget, "targetName" | "serverName">) {
  return serverName === null ? `${targetName} (webhook)` : `#${targetName} (${serverName})`;
}

const LABELS: Record<Topic, string> = {
  requests: "requests",
  joined: "joined",
  left: "left",
  grace: "grace periods",
  held: "held removals",
  director_unhealthy: "unhealthy directors",
  token_lost: "lost authorizations",
};

function listOf(topics: readonly Topic[]): string | null {
  const labels = topics.map((topic) => LABELS[topic]).toSorted();
  return labels.join(", ") || null;
}
