import { and, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import type { KindWith } from "#shared/events/kinds.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time.ts";
import { selectDecisions, selectGracesSince, withoutUndone } from "#worker/audit/account-events.ts";
import type { AccountEventRow } from "#worker/audit/account-events.ts";
import { randomToken } from "#worker/crypto.ts";
import { GuardFailed, guard, runBatch } from "#worker/db/batch.ts";
import { discordAccounts } from "#worker/db/schema/discord/links.ts";
import { discordDirectMessages } from "#worker/db/schema/discord/posts.ts";
import { orm, prepare, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { FREE, hasLease, isFree, taken } from "#worker/work/lease.ts";
import type { Answer, Bot } from "#worker/discord/bot/bot.ts";
import { createMessage, openDirectMessages } from "./endpoints.ts";
import { bold, buildMessage, eveTime, linkRow, quote } from "./message.ts";
import { delayAfter } from "./refusals.ts";

/** How long Muster does not try again after Discord has refused to deliver. */
const CLOSED_MS = 30 * DAY_MS;
/** Discord quarantines bots that open many direct messages in a row: one is opened a minute, and the others wait up to this long. */
const OPEN_EVERY_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 30 * MINUTE_MS;
const REASON_LENGTH = 300;
/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json: closed, blocked, deleted, or on no common server. */
const CLOSED = new Set([50007, 50278, 10013]);

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
    hasJustOpened: sql<number>`exists (select 1 from ${discordDirectMessages}
      where ${discordDirectMessages.openedAt} > ${sql.placeholder("openedAfter")})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(discordAccounts)
      .where(eq(discordAccounts.userId, sql.placeholder("userId"))),
);

/** Sends a user what others have decided about them: one message, and the next one a day later. */
export async function sendDirectMessage({ db }: Context, bot: Bot, userId: string): Promise<void> {
  const now = Date.now();
  const leaseId = randomToken(12);
  const [[row], [account]] = await runBatch(db, [
    take(userId, leaseId, now),
    selectAccount({ userId, openedAfter: now - OPEN_EVERY_MS }),
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
    const range = { afterSeq: row.afterSeq, untilSeq, since: now - DAY_MS };
    const [decisions, graces] = await runBatch(db, [
      selectDecisions(userId, range),
      selectGracesSince(userId, range),
    ]);
    const lines = [
      ...withoutUndone(decisions).toReversed().flatMap(linesOf),
      ...graces.flatMap(linesOf),
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
    const opened =
      channelId === null ? await bot.call(openDirectMessages(account.discordId)) : undefined;
    const answer =
      opened === undefined || opened.state === "ok"
        ? await bot.call(
            createMessage(
              { kind: "channel", id: channelId ?? opened?.data.id ?? "" },
              messageOf(lines, row.origin),
              attempt.nonce,
            ),
          )
        : opened;
    const channel = opened?.state === "ok" && {
      channelId: opened.data.id,
      discordId: account.discordId,
      openedAt: new Date(now),
    };
    await save({ ...channel, ...outcomeOf(answer, row, passed) });
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
  }
}

function outcomeOf(answer: Answer<unknown>, row: Row, passed: Partial<Row>): Partial<Row> {
  const now = Date.now();
  if (answer.state === "ok") {
    return {
      ...passed,
      isClosed: false,
      postedAt: new Date(now),
      waitsUntil: new Date(now + DAY_MS),
    };
  }
  if (answer.state === "refused" && CLOSED.has(answer.code)) {
    return { ...passed, isClosed: true, waitsUntil: new Date(now + CLOSED_MS) };
  }
  const { untilMs, isDropped } = delayAfter(answer, row.outages, now);
  return {
    ...FREE,
    outages: row.outages + 1,
    waitsUntil: new Date(untilMs),
    ...(isDropped && passed),
  };
}

function messageOf(lines: string[], origin: string) {
  const url = `${origin}/dashboard`;
  const end =
    "You asked Muster for these messages, at most one a day. Your account page ends them.";
  return buildMessage([...lines, "", `-# ${end}`].join("\n"), [linkRow("Open Muster", url)]);
}

type Told = Pick<AccountEventRow, "groupName" | "detail"> & { actorKind?: string };

/** Decisions and reminders of groups: what happens to the account itself is told in Muster alone. */
const LINES: Record<KindWith<"hasDirectMessage">, (group: string, event: Told) => string[]> = {
  request_approved: (group) => [`You are now a member of ${group}: your request was approved.`],
  request_rejected: (group, { detail: { reason } }) => [
    `Your request to join ${group} was rejected.`,
    ...(reason === undefined ? [] : [quote(reason, REASON_LENGTH)]),
  ],
  invitation_sent: (group) => [`You are invited to ${group}.`],
  member_removed: (group, { actorKind, detail }) => {
    if (detail.until != null) return [`Your membership of ${group} has ended.`];
    return actorKind === "rule"
      ? [`You are no longer a member of ${group}: you do not meet its requirements.`]
      : [`You were removed from ${group}.`];
  },
  membership_end_set: (group, { detail }) => {
    const to = detail.changes?.["endsAt"]?.to;
    return to == null
      ? [`Your membership of ${group} no longer has an end.`]
      : [`Your membership of ${group} now lasts until ${eveTime(new Date(to))}.`];
  },
  membership_ending: (group, event) =>
    event.detail.until == null
      ? LINES.grace_started(group, event)
      : [
          `Your membership of ${group} ends on ${eveTime(new Date(event.detail.until))}. You can ask to stay on its page.`,
        ],
  admin_appointed: (group) => [`You are now an admin of ${group}.`],
  admin_dismissed: (group) => [`You are no longer an admin of ${group}.`],
  ownership_transferred: (group) => [`The ownership of ${group} has changed.`],
  grace_started: (group, { detail: { until } }) => {
    const end =
      until == null
        ? ""
        : ` Your membership ends on ${eveTime(new Date(until))} unless that changes.`;
    return [`You no longer meet the requirements of ${group}.${end}`];
  },
};
const linesOfKind = new Map(Object.entries(LINES));

function linesOf(event: Told & { kind: string }): string[] {
  return linesOfKind.get(event.kind)?.(bold(event.groupName ?? "a group"), event) ?? [];
}
