import { and, eq, getTableColumns, gt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { ALARM_KINDS } from "#worker/alarms/alarm-kinds.ts";
import { alarmGroupSchema } from "#shared/corporations/alarms.ts";
import type { AlarmGroup } from "#shared/corporations/alarms.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import {
  ALARM_POSTED_MS,
  markLook,
  prepareAlarmNames,
  selectAlarmSettings,
  settleLook,
  SOON_OLD_MS,
} from "#worker/alarms/store.ts";
import { guard, GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import { alarmChannels, alarms } from "#worker/db/schema/alarms.ts";
import { orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Bot, Failure } from "#worker/discord/bot/bot.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { logError } from "#worker/http/log.ts";
import { wordsIn } from "#worker/language/words.ts";
import { learnNames } from "#worker/universe/names.ts";
import { FREE, hasLease, isFree, taken } from "#worker/work/lease.ts";
import { planTimer } from "#worker/operations/timers.ts";
import {
  alarmMessage,
  alarmSentence,
  namedIds,
  alarmSubjectOf,
  summaryMessage,
} from "./alarm-message.ts";
import type { Surroundings, Told } from "./alarm-message.ts";
import { createMessage, editMessage } from "./endpoints.ts";
import type { DiscordMessage } from "./message.ts";
import { delayAfter, isMessageGone } from "#worker/discord/bot/refusals.ts";

/** What is older comes in one post. */
const SUMMARY_MS = 2 * HOUR_MS;
/** EVE repeats an attack about every fifteen minutes, and gives its times in whole minutes. */
const REPEATS_WITHIN_MS = 16 * MINUTE_MS;
/** Messages of one invocation. */
const MOST_POSTS = 3;

const placeholders = {
  corporationId: sql.placeholder("corporationId"),
  group: sql.placeholder("group"),
  since: sql.placeholder("since"),
};

const selectChannel = prepare(getTableColumns(alarmChannels), (fields) =>
  orm
    .select(fields)
    .from(alarmChannels)
    .where(
      and(
        eq(alarmChannels.corporationId, placeholders.corporationId),
        eq(alarmChannels.group, placeholders.group),
      ),
    ),
);

const selectAlarms = prepare(getTableColumns(alarms), (fields) =>
  orm
    .select(fields)
    .from(alarms)
    .where(
      and(
        eq(alarms.corporationId, placeholders.corporationId),
        gt(alarms.sentAt, placeholders.since),
        sql`+${alarms.group} = ${placeholders.group}`,
      ),
    )
    .orderBy(alarms.sentAt, alarms.id),
);
const selectAlarmNames = prepareAlarmNames(
  sql`select value from json_each(${sql.placeholder("ids")})`,
);
type Row = Omit<RowOfStatement<typeof selectAlarms>, "group"> & { group: AlarmGroup };
type ChannelRow = RowOfStatement<typeof selectChannel>;

type Work = {
  context: Context;
  bot: Bot;
  channel: ChannelRow;
  around: Surroundings;
  /** The group whose operations timers become. */
  timersGroupId: string | null;
  posts: number;
};

/**
 * Posts what waits of a kind of a corporation. The nonce of a post is the notice's id, and its message is made of that notice alone: an
 * invocation that is killed sends the same again, which Discord takes as one. What EVE has told again is an edit.
 * Returns whether more waits.
 */
export async function postAlarms(context: Context, bot: Bot, which: string): Promise<boolean> {
  const now = Date.now();
  const [id = "", name] = which.split(":");
  const group = alarmGroupSchema.parse(name);
  const key = { corporationId: Number(id), group };
  const [[channel], [settings], found] = await runBatch(context.db, [
    selectChannel(key),
    selectAlarmSettings({ corporationId: key.corporationId }),
    selectAlarms({ ...key, since: now - ALARM_POSTED_MS }),
  ]);
  if (channel === undefined || settings === undefined) return false;
  const known = found.map((row) => ({ ...row, group }));
  const waiting = known.filter((row) => isWaiting(row, channel));
  if (waiting.length === 0) return false;
  const around: Surroundings = {
    corporation: { id: key.corporationId, name: settings.name, ticker: settings.ticker },
    names: await namesOf(context, key.corporationId, waiting, known),
    url: `${channel.origin}/admin/corporations/${key.corporationId}?tab=alarms`,
    roleId: group !== "attack" && isQuiet(settings, now) ? null : channel.roleId,
    words: await wordsIn(settings.language),
  };
  const { timersGroupId } = settings;
  const work: Work = { context, bot, channel, around, timersGroupId, posts: 0 };
  const isOld = waiting.some(({ sentAt }) => sentAt.getTime() < now - SOON_OLD_MS);
  const isLooked = (settings.lookAt?.getTime() ?? Infinity) <= now;
  // Before it is sent: after a kill, the same nonce must be sent again within Discord's "past few minutes".
  if (isOld && !isLooked) await run(context.db, markLook(key.corporationId, now));
  try {
    const hasMore = await postWaiting(work, waiting, known, now);
    if (isOld || settings.lookAt !== null)
      await run(context.db, settleLook(key.corporationId, now));
    return hasMore;
  } catch (error) {
    // Another invocation has taken over.
    if (!(error instanceof GuardFailed)) throw error;
    return false;
  }
}

function isWaiting(row: Row, { since, channelId }: ChannelRow): boolean {
  return row.told === null && row.readAt >= since && !isLeased(row) && channelId !== "";
}

const isLeased = ({ leaseUntil }: Row) => (leaseUntil?.getTime() ?? 0) > Date.now();

/** Whether the time lies in the quiet hours, which may go over midnight. */
function isQuiet(
  { quietFrom, quietUntil }: { quietFrom: number | null; quietUntil: number | null },
  now: number,
): boolean {
  if (quietFrom === null || quietUntil === null) return false;
  const minute = Math.floor((now % DAY_MS) / MINUTE_MS);
  return quietFrom <= quietUntil
    ? minute >= quietFrom && minute < quietUntil
    : minute >= quietFrom || minute < quietUntil;
}

async function postWaiting(work: Work, waiting: Row[], known: Row[], now: number) {
  const isOver = (row: Row) =>
    now - row.sentAt.getTime() > SUMMARY_MS && (row.fields.endsAt ?? 0) <= now;
  const claimed = waiting.filter(({ leadId }) => leadId !== null);
  const over = waiting.filter((row) => row.leadId === null && isOver(row));
  const [first] = claimed;
  const summary = first ? claimed.filter(({ leadId }) => leadId === first.leadId) : over;
  if (first !== undefined || over.length > 1) {
    if (!(await postSummary(work, summary))) return false;
  }
  const fresh = waiting.filter((row) => row.leadId === null && (over.length === 1 || !isOver(row)));
  for (const row of fresh) {
    if (work.posts >= MOST_POSTS) return true;
    if (row.told !== null) continue;
    const event = eventOf(row, known, work.channel.channelId);
    // Another invocation posts what this one continues.
    if (event.isBusy) continue;
    const { lead } = event;
    // One after another: Discord shows them in this order.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await (lead === undefined ? postOne(work, row) : editPost(work, lead, event.rows)))) {
      return false;
    }
  }
  return work.posts >= MOST_POSTS;
}

type Event = { lead: Row | undefined; rows: Row[]; isBusy: boolean };

/**
 * The event of an alarm: EVE repeats an attack while it goes on. `lead` was posted in this channel, and `rows` are it and what its post
 * tells. Without one, the alarm gets a post of its own: where the channel was changed, the new one rings.
 */
function eventOf(row: Row, known: readonly Row[], channelId: string): Event {
  if (ALARM_KINDS[row.kind]?.repeats !== true) return { lead: undefined, rows: [], isBusy: false };
  const subject = alarmSubjectOf(row.fields);
  const same = known.filter(
    ({ kind, fields }) => kind === row.kind && alarmSubjectOf(fields) === subject,
  );
  const follows = (at: number) => {
    const [before, after] = [same[at - 1]?.sentAt, same[at]?.sentAt];
    if (before === undefined || after === undefined) return false;
    return after.getTime() - before.getTime() <= REPEATS_WITHIN_MS;
  };
  let [from, to] = [same.indexOf(row), same.indexOf(row)];
  while (follows(from)) from -= 1;
  while (follows(to + 1)) to += 1;
  const all = same.slice(from, to + 1);
  const lead = all.findLast(
    (alarm) => alarm.told === "posted" && alarm.messageId !== null && alarm.channelId === channelId,
  );
  return {
    lead,
    rows: all.filter((alarm) => alarm === lead || alarm.leadId === lead?.id || alarm.told === null),
    isBusy: all.some((alarm) => alarm !== row && alarm.told === null && isLeased(alarm)),
  };
}

const isRow = ({ corporationId, sentAt, id }: Row) =>
  sql`${alarms.corporationId} = ${corporationId} and ${alarms.sentAt} = ${sentAt.getTime()} and ${alarms.id} = ${id}`;

/** Takes the lease of an alarm for the time of one call. Returns whether no other invocation has it. */
async function takeLease({ context: { db } }: Work, row: Row, leaseId: string): Promise<boolean> {
  const now = Date.now();
  const [got] = await run(
    db,
    rows({ id: alarms.id }, (fields) =>
      orm
        .update(alarms)
        .set(taken(leaseId, now))
        .where(and(isRow(row), isFree(alarms.leaseUntil, now)))
        .returning(fields),
    ),
  );
  return got !== undefined;
}

async function postOne(work: Work, row: Row): Promise<boolean> {
  const leaseId = randomToken(9);
  const { channel, around } = work;
  const isOver = Date.now() - row.sentAt.getTime() > SUMMARY_MS;
  const operationUrl = await operationOf(work, row);
  const message = alarmMessage([row], {
    ...around,
    operationUrl,
    ...(isOver && { roleId: null }),
  });
  const request = requestOf(work, message, `${row.corporationId}-${row.id}`);
  const freeAt = work.bot.freeAt(request);
  if (freeAt > Date.now()) {
    // No lease: one that is taken and given back would be written rows.
    await run(work.context.db, updateChannel(channel, { waitsUntil: new Date(freeAt) }));
    return false;
  }
  if (!(await takeLease(work, row, leaseId))) return true;
  const answer = await send(work, request);
  if (answer.state !== "ok") return pause(work, answer, [row], leaseId);
  const told = { told: "posted", messageId: answer.data.id, channelId: channel.channelId } as const;
  await finish(work, row, leaseId, [
    orm
      .update(alarms)
      .set({ ...told, ...FREE })
      .where(isRow(row)),
  ]);
  Object.assign(row, told);
  return true;
}

/** Makes an operation of a timer, before its post: after a kill, the same message is sent again. Its address. */
async function operationOf({ context, channel, around, timersGroupId: groupId }: Work, row: Row) {
  const { systemId, endsAt = 0 } = row.fields;
  if (groupId === null || row.group !== "timers" || endsAt <= row.readAt.getTime()) {
    return undefined;
  }
  const id = `timer-${row.corporationId}-${row.id}`;
  await planTimer(context, {
    id,
    groupId,
    title: alarmSentence(row, around.names, around.words, (name) => name),
    place: (systemId === undefined ? undefined : around.names.get(systemId)) ?? "",
    startsAt: new Date(endsAt),
  });
  return `${channel.origin}/operations/${id}`;
}

/** Adds what EVE has told again to the post. It rings nobody. The lease of the post ends by itself, which saves a written row. */
async function editPost(work: Work, lead: Row, event: readonly Row[]): Promise<boolean> {
  const leaseId = randomToken(9);
  if (!(await takeLease(work, lead, leaseId))) return true;
  const { bot, around } = work;
  work.posts += 1;
  const target = { kind: "channel", id: lead.channelId ?? "" } as const;
  const [first = lead, ...others] = event;
  const message = alarmMessage([first, ...others], around);
  const answer = await bot.call(editMessage(target, lead.messageId ?? "", message));
  const again = event.filter(({ told }) => told === null);
  if (answer.state !== "ok" && !isMessageGone(answer))
    return pause(work, answer, again, leaseId, lead);
  const told = { told: "edited", leadId: lead.id } as const;
  await finish(
    work,
    lead,
    leaseId,
    again.map((row) => updateAlarms(told, isRow(row))),
  );
  for (const row of again) Object.assign(row, told);
  return true;
}

/** The alarms of a summary are claimed first, so that the one that is sent again after a kill is the same. */
async function postSummary(work: Work, summary: Row[]): Promise<boolean> {
  const [lead] = summary;
  if (lead === undefined) return true;
  const { context, around, channel } = work;
  const leaseId = randomToken(9);
  const now = Date.now();
  const ids = JSON.stringify(summary.map(({ id }) => id));
  const isOne = and(
    eq(alarms.corporationId, lead.corporationId),
    gt(alarms.sentAt, new Date(lead.sentAt.getTime() - 1)),
    sql`${alarms.id} in (select value from json_each(${ids}))`,
  );
  const claimed = await run(
    context.db,
    orm
      .update(alarms)
      .set({ leadId: lead.leadId ?? lead.id, ...taken(leaseId, now) })
      .where(and(isOne, isFree(alarms.leaseUntil, now), sql`${alarms.told} is null`)),
  );
  if (claimed !== summary.length) return true;
  const sent = summary.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || a.id - b.id);
  const from = sent[0]?.sentAt ?? lead.sentAt;
  const until = sent.at(-1)?.sentAt ?? lead.sentAt;
  const message = summaryMessage(sent, { from, until }, around);
  const nonce = `s${lead.corporationId}-${lead.leadId ?? lead.id}`;
  const answer = await send(work, requestOf(work, message, nonce));
  if (answer.state !== "ok") return pause(work, answer, summary, leaseId);
  await finish(work, lead, leaseId, [
    orm
      .update(alarms)
      .set({ told: "summary", messageId: answer.data.id, channelId: channel.channelId, ...FREE })
      .where(isOne),
  ]);
  return true;
}

const requestOf = ({ channel }: Work, message: DiscordMessage, nonce: string) =>
  createMessage({ kind: "channel", id: channel.channelId }, message, nonce);

function send(work: Work, request: ReturnType<typeof requestOf>) {
  work.posts += 1;
  return work.bot.call(request);
}

/** Saves what was told, if the lease is still this invocation's. A channel that was refused before works again. */
async function finish(
  { context, channel }: Work,
  row: Row,
  leaseId: string,
  statements: ReturnType<typeof updateAlarms>[],
) {
  await runBatch(context.db, [
    guard(hasLease(alarms, leaseId, isRow(row))),
    ...statements,
    ...(channel.outages > 0 || channel.halt !== null
      ? [updateChannel(channel, { halt: null, outages: 0 })]
      : []),
  ]);
  channel.outages = 0;
  channel.halt = null;
}

const updateAlarms = (set: Partial<typeof alarms.$inferInsert>, condition: SQL) =>
  orm.update(alarms).set(set).where(condition);

/** Not a channel that was chosen since: what Discord says of this one is not about it. */
const updateChannel = (
  { corporationId, group, channelId }: ChannelRow,
  set: Partial<typeof alarmChannels.$inferInsert>,
) =>
  orm
    .update(alarmChannels)
    .set(set)
    .where(
      and(
        eq(alarmChannels.corporationId, corporationId),
        eq(alarmChannels.group, group),
        eq(alarmChannels.channelId, channelId),
      ),
    );

/** Waits as long as Discord's refusal asks for. What would be refused again is given up. */
async function pause(
  { context, channel }: Work,
  refusal: Failure,
  refused: Row[],
  leaseId: string,
  lead?: Row,
): Promise<false> {
  const { halt, untilMs, isDropped } = delayAfter(refusal, channel.outages, Date.now());
  if (isDropped) {
    logError(context.requestId, new Error(`Discord refused an alarm: ${JSON.stringify(refusal)}`));
  }
  const ids = JSON.stringify(refused.map(({ id }) => id));
  const isRefused = sql`${alarms.corporationId} = ${channel.corporationId}
    and ${alarms.id} in (select value from json_each(${ids}))
    and ${alarms.sentAt} >= ${Math.min(...refused.map(({ sentAt }) => sentAt.getTime()))}`;
  const [first] = refused;
  const leased = lead ?? first;
  await runBatch(context.db, [
    ...(leased === undefined ? [] : [guard(hasLease(alarms, leaseId, isRow(leased)))]),
    updateChannel(channel, {
      halt,
      outages: channel.outages + 1,
      waitsUntil: new Date(untilMs),
    }),
    updateAlarms({ ...FREE, ...(isDropped && { told: "refused" }) }, isRefused),
    ...(lead === undefined ? [] : [updateAlarms(FREE, isRow(lead))]),
    settleLook(channel.corporationId, Date.now()),
  ]);
  return false;
}

/** The names of what is told. EVE is asked once for those that Muster does not know; without an answer, the post goes without them. */
async function namesOf(
  context: Context,
  corporationId: number,
  waiting: Row[],
  known: readonly Told[],
): Promise<Map<number, string>> {
  const subjects = new Set(waiting.map(({ fields }) => alarmSubjectOf(fields)));
  const shown = known.filter(({ fields }) => subjects.has(alarmSubjectOf(fields)));
  const ids = [...new Set(shown.flatMap(namedIds))];
  const read = async () => {
    const found = await run(
      context.db,
      selectAlarmNames({ corporationId, ids: JSON.stringify(ids) }),
    );
    return new Map(found.map(({ id, name }) => [id, name]));
  };
  const names = await read();
  const unknown = ids.filter((id) => !names.has(id) && id < FIRST_STRUCTURE_ID);
  if (unknown.length === 0) return names;
  const cooldowns = await run(context.db, selectCooldowns(context.config, new Date()));
  const esi = openEsi(context.config, { priority: "background", cooldowns });
  await learnNames(context, esi, unknown);
  const changed = upsertCooldowns(context.config, esi.newCooldowns());
  if (changed.length > 0) await runBatch(context.db, changed);
  return read();
}

/** Structures of players are named by the corporation's own list. */
const FIRST_STRUCTURE_ID = 1_000_000_000_000;
