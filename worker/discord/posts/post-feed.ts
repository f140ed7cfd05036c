import { msg, plural } from "#shared/language/macros.ts";
import { toFingerprint } from "#worker/audit/seals/canonical.ts";
import { selectSealUpTo } from "#worker/audit/seals/store.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { guard, GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { discordRequestPosts } from "#worker/db/schema/discord-posts.ts";
import { orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Bot, Failure } from "#worker/discord/bot/bot.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { wordsIn } from "#worker/language/words.ts";
import type { Words } from "#worker/language/words.ts";
import { FREE } from "#worker/work/lease.ts";
import { createMessage, editMessage } from "./endpoints.ts";
import type { PostTarget } from "./endpoints.ts";
import * as store from "./feed-store.ts";
import type { FeedEventRow, FeedRow } from "./feed-store.ts";
import { lineOf, REQUEST, selectWatchNews, topicOf, WAITING, watchLine } from "./lines.ts";
import { eveTime } from "./message.ts";
import { delayAfter } from "#worker/discord/bot/refusals.ts";
import { feedMessage, MOST_REQUESTS, placeOf, readRequestMessage } from "./request-message.ts";
import type { ShownRequest } from "./request-message.ts";
import { decryptWebhookToken } from "./webhook-token.ts";

const MOST_LINES = 12;
/** Messages edited by one invocation. */
const MOST_EDITS = 3;
/** Discord's limit is 25 characters. */
const NONCE_BYTES = 12;

type Work = {
  context: Context;
  bot: Bot;
  feed: FeedRow;
  leaseId: string;
  target: PostTarget;
  words: Words;
};
type Post = { untilSeq: number; lines: string[]; requests: ShownRequest[] };

/**
 * Posts what the log has for a feed: decided requests change their messages, and the rest is one message. What is about to be
 * sent is saved first, and the cursor moves in the batch after it. So an invocation that is killed loses nothing, and the next
 * one sends the same nonce.
 */
export async function postFeed(context: Context, bot: Bot, feedId: string): Promise<void> {
  const { db, config } = context;
  const leaseId = randomToken(NONCE_BYTES);
  const now = Date.now();
  const [[feed], ofGroup, ofCorporation, [subject], stale] = await runBatch(db, [
    store.takeFeed(feedId, leaseId, now),
    ...store.selectEvents(feedId, now),
    store.selectSubject({ feedId }),
    store.selectStale({ feedId, limit: MOST_EDITS }),
  ]);
  if (feed === undefined || subject === undefined) return;
  const target: PostTarget =
    feed.webhookToken === null
      ? { kind: "channel", id: feed.targetId }
      : {
          kind: "webhook",
          id: feed.targetId,
          token: await decryptWebhookToken(config, feed.webhookToken, feed.id),
        };
  const words = await wordsIn(feed.language);
  const work = { context, bot, feed, leaseId, target, words };
  try {
    for (const { id } of stale) if (!(await showDecisions(work, id))) return;
    if (stale.length === MOST_EDITS) {
      // There may be more of them. The feed stays due.
      await finish(work, [store.updateFeed(feed.id, FREE)]);
      return;
    }
    const post = await planPost(work, [...ofGroup, ...ofCorporation]);
    await send(work, subject.name, post);
  } catch (error) {
    // The settings have changed, or another invocation has taken over.
    if (!(error instanceof GuardFailed)) throw error;
  }
}

/** Edits a message whose requests were decided. Returns whether the work continues. */
async function showDecisions(work: Work, messageId: string): Promise<boolean> {
  const { db } = work.context;
  const found = await readRequestMessage(db, messageId);
  if (found === undefined) return true;
  const answer = await work.bot.call(editMessage(work.target, messageId, found.message));
  // A message that was deleted, or that can no longer be edited, is not looked at again.
  if (answer.state !== "ok" && !delayAfter(answer, work.feed.outages, Date.now()).isDropped) {
    await pause(work, answer, work.feed.afterSeq);
    return false;
  }
  const shown = found.requests.map(store.updateShown);
  await finish(work, answer.state === "ok" ? shown : [store.deleteMessage(messageId)]);
  return true;
}

/** The next message: as many events as fit, in the order of the log. */
async function planPost(
  { context: { db }, feed, words }: Work,
  found: FeedEventRow[],
): Promise<Post> {
  const { attempt, topics } = feed;
  if (feed.id === store.LOG_FEED_ID) {
    const untilSeq = attempt?.untilSeq ?? feed.dueSeq;
    const [seal] = await run(db, selectSealUpTo({ untilSeq }));
    return { untilSeq, lines: seal === undefined ? [] : [sealLine(seal, words)], requests: [] };
  }
  if (feed.id === store.WATCH_FEED_ID) return planWatchPost(db, feed, words);
  const events = attempt === null ? found : found.filter(({ seq }) => seq <= attempt.untilSeq);
  const isAll = found.length < store.MOST_EVENTS;
  const wanted = events.flatMap((event) => {
    const topic = topicOf(event);
    return topic === "always" || (topic !== undefined && topics.includes(topic))
      ? [{ event, topic }]
      : [];
  });
  const usersOf = (kind: string) =>
    wanted.flatMap(({ event }) => (event.kind === kind ? [event.subjectId] : []));
  const [askers, waiting] = [usersOf(REQUEST), usersOf(WAITING)];
  const { groupId } = feed;
  const [pending, unanswered] =
    askers.length + waiting.length === 0
      ? [[], []]
      : await runBatch(db, [
          store.selectPending({ groupId, userIds: JSON.stringify(askers) }),
          store.selectUnanswered({ groupId, userIds: JSON.stringify(waiting) }),
        ]);
  const isUnanswered = ({ kind, subjectId }: FeedEventRow) =>
    kind !== WAITING || unanswered.some(({ userId }) => userId === subjectId);
  const lines: string[] = [];
  const requests: ShownRequest[] = [];
  let untilSeq = attempt?.untilSeq ?? (isAll ? feed.dueSeq : (events.at(-1)?.seq ?? feed.dueSeq));
  for (const { event } of wanted) {
    if (event.kind !== REQUEST) {
      if (isUnanswered(event)) lines.push(lineOf(event, words));
      continue;
    }
    const request = pending.find(({ userId }) => userId === event.subjectId);
    if (request === undefined || requests.some(({ requestId }) => requestId === request.id)) {
      continue;
    }
    if (requests.length === MOST_REQUESTS) {
      untilSeq = event.seq - 1;
      break;
    }
    requests.push({
      requestId: request.id,
      name:
        event.subjectName ?? words.say(msg({ context: "instead of its name", message: "A pilot" })),
      reason: request.reason,
      createdAt: request.createdAt,
      status: "pending",
      isExtension: request.isExtension,
      decidedAt: null,
      decidedBy: null,
    });
  }
  return { untilSeq, lines: shorten(lines, words), requests };
}

async function planWatchPost(db: Database, feed: FeedRow, words: Words): Promise<Post> {
  const { afterSeq } = feed;
  const dueSeq = feed.attempt?.untilSeq ?? feed.dueSeq;
  const range = { afterSeq, untilSeq: dueSeq, now: Date.now(), limit: store.MOST_EVENTS };
  const news = await run(db, selectWatchNews(range));
  const isAll = news.length < store.MOST_EVENTS;
  const lines = news.map((item) => watchLine(item, words));
  const untilSeq = isAll ? dueSeq : (news.at(-1)?.seq ?? dueSeq);
  return { untilSeq, lines: shorten(lines, words), requests: [] };
}

function sealLine(seal: { number: number; hash: string; createdAt: Date }, words: Words): string {
  const fingerprint = `\`${toFingerprint(seal)}\``;
  const time = eveTime(seal.createdAt, words);
  return words.say(
    msg`Fingerprint ${fingerprint} of ${time}. With it, npm run audit:verify finds a log that was changed before`,
  );
}

function shorten(lines: string[], { say }: Words): string[] {
  if (lines.length <= MOST_LINES) return lines;
  const rest = lines.length - MOST_LINES + 1;
  const more = msg`${plural(rest, { one: "and # more change", other: "and # more changes" })}`;
  return [...lines.slice(0, MOST_LINES - 1), say(more)];
}

async function send(work: Work, name: string | null, post: Post) {
  const { bot, feed, target, words } = work;
  const { untilSeq, lines, requests } = post;
  const end = { afterSeq: untilSeq, attempt: null, ...FREE };
  if (lines.length === 0 && requests.length === 0) {
    await finish(work, [store.updateFeed(feed.id, { ...end, halt: null, outages: 0 })]);
    return;
  }
  const attempt = feed.attempt ?? { untilSeq, nonce: randomToken(NONCE_BYTES) };
  await finish(work, [store.updateFeed(feed.id, { attempt })]);
  const isWebhook = target.kind === "webhook";
  const place = placeOf(words, { ...feed, name, isWebhook });
  const message = feedMessage(place, lines, requests);
  const answer = await bot.call(createMessage(target, message, attempt.nonce));
  if (answer.state !== "ok") {
    await pause(work, answer, untilSeq);
    return;
  }
  const now = Date.now();
  const sent = answer.data.id;
  const posted = requests.map(({ requestId, name }) =>
    orm
      .insert(discordRequestPosts)
      .values({
        requestId,
        feedId: feed.id,
        messageId: sent,
        name,
        shown: "pending",
        postedAt: new Date(now),
      })
      .onConflictDoNothing(),
  );
  const waitsUntil = new Date(now + store.INTERVAL_MS);
  await finish(work, [
    ...posted,
    store.delayOthers(feed, waitsUntil),
    store.updateFeed(feed.id, {
      ...end,
      halt: null,
      outages: 0,
      postedAt: new Date(now),
      waitsUntil,
    }),
  ]);
}

/** Waits as long as Discord's refusal asks for. A post that would be refused again ends at `untilSeq`. */
async function pause(work: Work, refusal: Failure, untilSeq: number) {
  const { context, feed } = work;
  const { halt, untilMs, isDropped } = delayAfter(refusal, feed.outages, Date.now());
  if (isDropped) {
    logError(context.requestId, new Error(`Discord refused a post: ${JSON.stringify(refusal)}`));
  }
  await finish(work, [
    store.updateFeed(feed.id, {
      halt,
      outages: feed.outages + 1,
      waitsUntil: new Date(untilMs),
      ...FREE,
      // A refused message was not sent: the next one says what has happened since, too.
      ...(refusal.state === "refused" && { attempt: null }),
      ...(isDropped && { afterSeq: untilSeq }),
    }),
  ]);
}

async function finish({ context, feed, leaseId }: Work, statements: Statement[]) {
  await runBatch(context.db, [guard(store.isCurrent(feed, leaseId)), ...statements]);
}
