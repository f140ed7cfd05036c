import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { msg, ph } from "#shared/language/macros.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { isVisibleToMember } from "#worker/access/visibility.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { guard, GuardFailed, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { operationAnswers, operationGroups, operations } from "#worker/db/schema/operations.ts";
import { columns, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Bot } from "#worker/discord/bot/bot.ts";
import type { Context } from "#worker/env.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import { wordsIn } from "#worker/language/words.ts";
import type { Words } from "#worker/language/words.ts";
import { FREE, hasLease, isFree, taken } from "#worker/work/lease.ts";
import { hasJustOpened, isClosedBy, sendTo } from "./direct-messages.ts";
import { bold, buildMessage, eveTime, linkRow, plain } from "./message.ts";
import { delayAfter } from "#worker/discord/bot/refusals.ts";

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
  const remindAt = (at: number | null) =>
    orm
      .update(operationAnswers)
      .set({ remindAt: at === null ? null : new Date(at) })
      .where(
        and(eq(operationAnswers.operationId, operationId), eq(operationAnswers.userId, userId)),
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
      const later = now + MINUTE_MS;
      await save(later < startsAt ? later : null);
      return;
    }
    const nonce = (await sha256(`${operationId}:${userId}:${startsAt}`)).slice(0, NONCE_LENGTH);
    const url = `${row.origin}/operations/${operationId}`;
    const message = messageOf(reminder, url, await wordsIn(reminder.language));
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

function messageOf({ title, place, startsAt }: Reminder, url: string, words: Words) {
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
