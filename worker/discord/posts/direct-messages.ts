import { and, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import type { KindWith } from "#shared/events/kinds.ts";
import { msg, ph } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time.ts";
import { isToldToWait } from "#worker/access/pending.ts";
import { selectReviewedBy } from "#worker/access/reviewing.ts";
import { isSeenBy, isVisibleToMember } from "#worker/access/visibility.ts";
import { selectDecisions, selectGracesSince, withoutUndone } from "#worker/audit/account-events.ts";
import type { AccountEventRow } from "#worker/audit/account-events.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import { guard, GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { operationAnswers, operationGroups, operations } from "#worker/db/schema/operations.ts";
import { columns, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { BotAnswer, Bot } from "#worker/discord/bot/bot.ts";
import type { Context } from "#worker/env.ts";
import { wordsIn } from "#worker/language/words.ts";
import type { Words } from "#worker/language/words.ts";
import { FREE, hasLease, isFree, taken } from "#worker/work/lease.ts";
import { createMessage, openDirectMessages } from "./endpoints.ts";
import { bold, buildMessage, eveTime, linkRow, plain, quote } from "./message.ts";
import type { DiscordMessage } from "./message.ts";
import { delayAfter } from "#worker/discord/bot/refusals.ts";

const userId = sql.placeholder("userId");
const reviewed = selectReviewedBy(userId).as("reviewed");

/** The reviewer sees the group and may decide now, whoever they were when the log told of it. */
const mayReview = sql`${isSeenBy({ userId, role: groupMembers.role })} and not exists (select 1 from ${users} where ${users.id} = ${userId} and ${isSuspended(sql.placeholder("now"))})`;

/** Requests of a part of the log that have waited for days and still do, of the groups that the user reviews; not the user's own. */
const select = prepare(
  { groupName: groups.name, count: sql<number>`count(*)` },
  (fields) => sql`select ${columns(fields)} from ${reviewed}
    cross join ${groups} on ${groups.id} = ${reviewed.groupId}
    cross join ${auditEvents} on ${auditEvents.groupId} = ${groups.id} and ${auditEvents.id} >= ${sql.placeholder("since")}
      and +${auditEvents.kind} = 'request_waiting' and +${auditEvents.seq} > ${sql.placeholder("afterSeq")}
      and +${auditEvents.seq} <= ${sql.placeholder("untilSeq")}
    cross join ${joinRequests} on ${joinRequests.groupId} = ${groups.id} and ${joinRequests.userId} = ${auditEvents.subjectId}
      and ${isToldToWait} and ${joinRequests.userId} <> ${userId}
    left join ${groupMembers} on ${groupMembers.groupId} = ${groups.id} and ${groupMembers.userId} = ${userId}
    where ${mayReview} group by ${groups.id} order by ${groups.nameFolded}, ${groups.id}`,
);

function selectWaitingRequests(
  id: string,
  { afterSeq, untilSeq, since }: { afterSeq: number; untilSeq: number; since: number },
) {
  return select({ userId: id, now: Date.now(), afterSeq, untilSeq, since: eventIdsFrom(since) });
}

function waitingLine({ groupName, count }: RowOfStatement<typeof select>, words: Words): string {
  const name = bold(groupName);
  return words.say(
    count === 1
      ? msg`A request in ${name} has waited for 3 days.`
      : msg`Several requests in ${name} have waited for 3 days.`,
  );
}

/** How long Muster does not try again after Discord has refused to deliver. */
const CLOSED_MS = 30 * DAY_MS;
/**
 * Discord quarantines bots that open many direct messages in a row: one is opened a minute (less than the time between two crons), and
 * the others wait up to this long.
 */
const OPEN_EVERY_MS = 50_000;
const LONGEST_WAIT_MS = 30 * MINUTE_MS;
const REASON_LENGTH = 300;
/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json: closed, blocked, deleted, or on no common server. */
const CLOSED = new Set([50007, 50278, 10013]);
const isClosedBy = (answer: BotAnswer<unknown>) =>
  answer.state === "refused" && CLOSED.has(answer.code);
/** The channel is gone, or is not the bot's: the next message opens one. */
const LOST = new Set([50001, 10003]);

/** SQL: 1 if direct messages with some user were opened a moment ago, so that opening others waits. */
const hasJustOpened = sql<number>`exists (select 1 from ${discordDirectMessages}
  where ${discordDirectMessages.openedAt} > ${sql.placeholder("now")} - ${sql.raw(String(OPEN_EVERY_MS))})`;

type Row = typeof discordDirectMessages.$inferSelect;

function take(userId: string, leaseId: string, now: number) {
  return rows(getTableColumns(discordDirectMessages), (fields) =>
    orm
      .update(discordDirectMessages)
      .set(taken(leaseId, now))
      .where(
        and(
          eq(discordDirectMessages.userId, userId),
          gt(discordDirectMessages.dueSeq, discordDirectMessages.afterSeq),
          lte(discordDirectMessages.waitsUntil, new Date(now)),
          isFree(discordDirectMessages.leaseUntil, now),
        ),
      )
      .returning(fields),
  );
}

const selectAccount = prepare(
  {
    discordId: discordAccounts.discordId,
    language: users.language,
    hasJustOpened,
  },
  (fields) =>
    orm
      .select(fields)
      .from(discordAccounts)
      .innerJoin(users, eq(users.id, discordAccounts.userId))
      .where(eq(discordAccounts.userId, sql.placeholder("userId"))),
);

/** Sends a user what others have decided about them, and which requests wait for them: one message, and the next one a day later. */
export async function sendDirectMessage({ db }: Context, bot: Bot, userId: string): Promise<void> {
  const now = Date.now();
  const leaseId = randomToken(12);
  const [[row], [account]] = await runBatch(db, [
    take(userId, leaseId, now),
    selectAccount({ userId, now }),
  ]);
  if (row === undefined) return;
  const save = (set: Partial<Row>) =>
    runBatch(db, [
      guard(hasLease(discordDirectMessages, leaseId, eq(discordDirectMessages.userId, userId))),
      orm.update(discordDirectMessages).set(set).where(eq(discordDirectMessages.userId, userId)),
    ]);
  const untilSeq = row.attempt?.untilSeq ?? row.dueSeq;
  const passed = { ...FREE, afterSeq: untilSeq, attempt: null, outages: 0 };
  try {
    const range = { afterSeq: row.afterSeq, untilSeq, since: toldSince(row, now) };
    const [decisions, graces, waiting] = await runBatch(db, [
      selectDecisions(userId, range),
      selectGracesSince(userId, range),
      selectWaitingRequests(userId, range),
    ]);
    const words = await wordsIn(account?.language);
    const events = [...withoutUndone(decisions).toReversed(), ...graces];
    const lines = [
      ...events.flatMap((event) => linesOf(event, words)),
      ...waiting.map((item) => waitingLine(item, words)),
    ];
    if (lines.length === 0 || account === undefined) {
      await save(passed);
      return;
    }
    const channelId = row.discordId === account.discordId ? row.channelId : null;
    if (channelId === null && account.hasJustOpened === 1) {
      await save({
        ...FREE,
        waitsUntil: new Date(now + MINUTE_MS + Math.random() * LONGEST_WAIT_MS),
      });
      return;
    }
    const attempt = row.attempt ?? { untilSeq, nonce: randomToken(12) };
    await save({ attempt });
    const message = messageOf(lines, row.origin, words);
    const to = { channelId, discordId: account.discordId };
    const { answer, opened } = await sendTo(bot, to, message, attempt.nonce);
    // Another channel is opened in its turn.
    const isLost = opened?.channelId === null;
    await save({
      ...opened,
      ...outcomeOf(answer, row, passed),
      ...(isLost && { waitsUntil: new Date(now + MINUTE_MS) }),
    });
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
  }
}

/** From when on events are told: since the message before, which is a little more than a day ago, or for a day. */
function toldSince({ postedAt }: Row, now: number): number {
  const aDayAgo = now - DAY_MS;
  return Math.max(aDayAgo - DAY_MS, Math.min(aDayAgo, postedAt?.getTime() ?? aDayAgo));
}

/** Sends a message to a user, with whom direct messages are opened if they are not open. `opened`: what to save of that. */
async function sendTo(
  bot: Bot,
  { channelId, discordId }: { channelId: string | null; discordId: string },
  message: DiscordMessage,
  nonce: string,
): Promise<{ answer: BotAnswer<unknown>; opened?: Partial<Row> }> {
  const send = (id: string) => bot.call(createMessage({ kind: "channel", id }, message, nonce));
  if (channelId !== null) {
    const answer = await send(channelId);
    const isLost = answer.state === "refused" && LOST.has(answer.code);
    return { answer, ...(isLost && { opened: { channelId: null } }) };
  }
  const answer = await bot.call(openDirectMessages(discordId));
  if (answer.state !== "ok") return { answer };
  const { id } = answer.data;
  const opened = { channelId: id, discordId, openedAt: new Date() };
  return { answer: await send(id), opened };
}

function outcomeOf(answer: BotAnswer<unknown>, row: Row, passed: Partial<Row>): Partial<Row> {
  const now = Date.now();
  if (answer.state === "ok") {
    return {
      ...passed,
      isClosed: false,
      postedAt: new Date(now),
      waitsUntil: new Date(now + DAY_MS),
    };
  }
  if (isClosedBy(answer)) {
    return { ...passed, isClosed: true, waitsUntil: new Date(now + CLOSED_MS) };
  }
  const { untilMs, isDropped } = delayAfter(answer, row.outages, now);
  return {
    ...FREE,
    outages: row.outages + 1,
    waitsUntil: new Date(Math.min(untilMs, now + DAY_MS)),
    ...(isDropped && passed),
  };
}

function messageOf(lines: string[], origin: string, { say }: Words) {
  const url = `${origin}/dashboard`;
  const end = say(
    msg`You asked Muster for these messages, at most one a day. You can switch them off on your account page.`,
  );
  return buildMessage([...lines, "", `-# ${end}`].join("\n"), [
    linkRow(say(msg`Open Muster`), url),
  ]);
}

type Told = Pick<AccountEventRow, "groupName" | "detail"> & { actorKind?: string };
/** The name of the group, and the end that the event names, if it names one. */
type Names = { groupName: string; until: string | null };

/** Decisions and reminders of groups: what happens to the account itself is told in Muster alone. */
const LINES: Record<KindWith<"hasDirectMessage">, (names: Names, event: Told) => Message> = {
  request_approved: ({ groupName }) =>
    msg`You are now a member of ${groupName}: your request was approved.`,
  request_rejected: ({ groupName }, { detail }) =>
    detail.isExtension
      ? msg`Your request to stay in ${groupName} was rejected.`
      : msg`Your request to join ${groupName} was rejected.`,
  invitation_sent: ({ groupName }) => msg`You are invited to ${groupName}.`,
  member_removed: ({ groupName, until }, { actorKind }) => {
    if (until !== null) return msg`Your membership of ${groupName} has ended.`;
    return actorKind === "rule"
      ? msg`You are no longer a member of ${groupName}: you do not meet its requirements.`
      : msg`You were removed from ${groupName}.`;
  },
  membership_end_set: ({ groupName, until }) =>
    until === null
      ? msg`Your membership of ${groupName} no longer has an end.`
      : msg`Your membership of ${groupName} now lasts until ${until}.`,
  membership_ending: (names, event) =>
    names.until === null
      ? LINES.grace_started(names, event)
      : msg`Your membership of ${ph({ groupName: names.groupName })} ends on ${ph({ until: names.until })}. You can ask to stay on its page.`,
  admin_appointed: ({ groupName }) => msg`You are now an admin of ${groupName}.`,
  admin_dismissed: ({ groupName }) => msg`You are no longer an admin of ${groupName}.`,
  ownership_transferred: ({ groupName }) => msg`The ownership of ${groupName} has changed.`,
  grace_started: ({ groupName, until }) =>
    until === null
      ? msg`You no longer meet the requirements of ${groupName}.`
      : msg`You no longer meet the requirements of ${groupName}. Your membership ends on ${until} unless that changes.`,
};
const lineOfKind = new Map(Object.entries(LINES));

function linesOf(event: Told & { kind: string }, words: Words): string[] {
  const line = lineOfKind.get(event.kind);
  if (line === undefined) return [];
  const { changes, until = changes?.["endsAt"]?.to, reason } = event.detail;
  const names = {
    groupName: bold(
      event.groupName ?? words.say(msg({ context: "instead of its name", message: "a group" })),
    ),
    until: until == null ? null : eveTime(new Date(until), words),
  };
  const isRejection = event.kind === "request_rejected";
  return [
    words.say(line(names, event)),
    ...(isRejection && reason !== undefined ? [quote(reason, REASON_LENGTH)] : []),
  ];
}

// ── Reminders of operations ───────────────────────────────────────────────────────────────────

/** Discord takes nonces of at most 25 characters. */
const NONCE_LENGTH = 24;

/** The operation of a reminder that is due, if the user still comes, still sees it and may log in; with the user's account at Discord. */
const selectReminder = prepare(
  {
    title: operations.title,
    place: operations.place,
    startsAt: operations.startsAt,
    discordId: discordAccounts.discordId,
    language: users.language,
    hasJustOpened,
  },
  (fields) => sql`select ${columns(fields)} from ${operationAnswers}
    cross join ${operations} on ${operations.id} = ${operationAnswers.operationId}
    cross join ${users} on ${users.id} = ${operationAnswers.userId}
    cross join ${discordAccounts} on ${discordAccounts.userId} = ${users.id}
    where ${operationAnswers.operationId} = ${sql.placeholder("operationId")}
      and ${operationAnswers.userId} = ${sql.placeholder("userId")}
      and ${operationAnswers.remindAt} <= ${sql.placeholder("now")} and ${operationAnswers.answer} <> 'not'
      and ${operations.cancelledAt} is null and ${operations.startsAt} > ${sql.placeholder("now")}
      and not ${isSuspended(sql.placeholder("now"))} and exists (select 1 from ${operationGroups}
        cross join ${groups} on ${groups.id} = ${operationGroups.groupId}
        cross join ${groupMembers} on ${groupMembers.groupId} = ${groups.id} and ${groupMembers.userId} = ${users.id}
        where ${operationGroups.operationId} = ${operations.id} and ${isVisibleToMember})`,
);
type Reminder = RowOfStatement<typeof selectReminder>;

/** In how many minutes before an operation starts a reminder of a user without open direct messages has its turn already. */
const selectTurns = prepare(
  {
    count: sql<number>`count(distinct ${operationAnswers.remindAt} / ${sql.raw(String(MINUTE_MS))})`,
  },
  (fields) => sql`select ${columns(fields)} from ${operationAnswers}
    cross join ${discordDirectMessages} on ${discordDirectMessages.userId} = ${operationAnswers.userId}
    where ${operationAnswers.remindAt} > ${sql.placeholder("now")} and ${operationAnswers.remindAt} < ${sql.placeholder("startsAt")}
      and ${discordDirectMessages.channelId} is null and not ${discordDirectMessages.isClosed}`,
);

/**
 * Reminds a user of one operation, once. The nonce of the message is made of the operation, the user and its start: an invocation that
 * was killed is repeated within a minute, and Discord answers the same nonce with the message that it has sent.
 */
export async function sendReminder(context: Context, bot: Bot, which: string): Promise<void> {
  const { db } = context;
  const [operationId = "", userId = ""] = which.split(":");
  const now = Date.now();
  const leaseId = randomToken(12);
  const isUser = eq(discordDirectMessages.userId, userId);
  const [[row], [reminder], [kept]] = await runBatch(db, [
    rows(getTableColumns(discordDirectMessages), (fields) =>
      orm
        .update(discordDirectMessages)
        .set(taken(leaseId, now))
        .where(and(isUser, isFree(discordDirectMessages.leaseUntil, now)))
        .returning(fields),
    ),
    selectReminder({ now, operationId, userId }),
    rows({ userId: discordDirectMessages.userId }, (fields) =>
      orm.select(fields).from(discordDirectMessages).where(isUser),
    ),
  ]);
  // An operation that has moved meanwhile has a reminder to come, which stays.
  const remindAt = (at: number | null) =>
    orm
      .update(operationAnswers)
      .set({ remindAt: at === null ? null : new Date(at) })
      .where(
        and(
          eq(operationAnswers.operationId, operationId),
          eq(operationAnswers.userId, userId),
          lte(operationAnswers.remindAt, new Date(now)),
        ),
      );
  if (row === undefined) {
    // Another invocation writes to the user now, or the user wants no messages any more.
    if (kept === undefined) await runBatch(db, [remindAt(null)]);
    return;
  }
  const save = (at: number | null, set: Partial<typeof row> = {}) =>
    runBatch(db, [
      guard(hasLease(discordDirectMessages, leaseId, isUser)),
      remindAt(at),
      orm
        .update(discordDirectMessages)
        .set({ ...FREE, ...set })
        .where(isUser),
    ]);
  try {
    if (reminder === undefined || row.isClosed || row.remindMinutes === null) {
      await save(null);
      return;
    }
    const startsAt = reminder.startsAt.getTime();
    const { discordId } = reminder;
    const channelId = row.discordId === discordId ? row.channelId : null;
    if (channelId === null && reminder.hasJustOpened === 1) {
      // Each waits for a minute of its own: two hundred that try every minute would use up the free plan's day.
      const [turns] = await run(db, selectTurns({ now, startsAt }));
      const later = now + ((turns?.count ?? 0) + 1) * MINUTE_MS;
      await save(later < startsAt ? later : null);
      return;
    }
    const nonce = (await sha256(`${operationId}:${userId}:${startsAt}`)).slice(0, NONCE_LENGTH);
    const url = `${row.origin}/operations/${operationId}`;
    const message = reminderOf(reminder, url, await wordsIn(reminder.language));
    const { answer, opened } = await sendTo(bot, { channelId, discordId }, message, nonce);
    if (answer.state === "ok") {
      await save(null, opened);
    } else if (isClosedBy(answer)) {
      await save(null, { ...opened, isClosed: true });
    } else {
      const { untilMs, isDropped } = delayAfter(answer, 0, now);
      await save(isDropped || untilMs >= startsAt ? null : untilMs, opened);
    }
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
  }
}

function reminderOf({ title, place, startsAt }: Reminder, url: string, words: Words) {
  const { say } = words;
  const line = say(
    msg`${ph({ operation: bold(title) })} begins ${ph({ when: `<t:${Math.floor(startsAt.getTime() / 1000)}:R>` })}: ${ph({ time: eveTime(startsAt, words) })}.`,
  );
  const end = say(
    msg`You asked Muster for this reminder. You can switch it off on your account page.`,
  );
  return buildMessage([line, ...(place === "" ? [] : [plain(place)]), "", `-# ${end}`].join("\n"), [
    linkRow(say(msg`Open Muster`), url),
  ]);
}
