import { and, eq, getTableColumns, lt, lte, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import { guard, GuardFailed, run, runBatch } from "#worker/db/batch.ts";
import { discordRoleGroups, discordServers } from "#worker/db/schema/discord-servers.ts";
import {
  scheduledEvents,
  operationGroups,
  operationRules,
  operations,
} from "#worker/db/schema/operations.ts";
import { columns, insertWhere, orm, prepare, rows } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import type { BotAnswer, Bot, Failure } from "#worker/discord/bot/bot.ts";
import type { Context } from "#worker/env.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { logError } from "#worker/http/log.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { FREE, hasLease, isFree, taken } from "#worker/work/lease.ts";
import { createEvent, deleteEvent, editEvent, listEvents } from "./endpoints.ts";
import { delayAfter } from "#worker/discord/bot/refusals.ts";

/** Events begin in the future, and a server has at most a hundred. */
const SOONEST_MS = MINUTE_MS;
const SHOWN_AHEAD_MS = 30 * DAY_MS;
/** A look reads the operations of all groups that are shown. Changes by people are looked for at once. */
const LOOK_MINUTES = 5;
/** Discord's code for an event that is gone. */
const UNKNOWN_EVENT = 10070;
/** Discord's code for an event whose words or times it does not take. */
const INVALID_FORM = 50035;

const now = sql.placeholder("now");
const soonest = sql.raw(String(SOONEST_MS));
const ahead = sql.raw(String(SHOWN_AHEAD_MS));

/** The operations that servers show, with the servers. */
const shown = sql`${operationRules}
  cross join ${operationGroups} on ${operationGroups.groupId} = ${operationRules.groupId}
    and ${operationGroups.startsAt} between ${now} + ${soonest} and ${now} + ${ahead}
  cross join ${operations} on ${operations.id} = ${operationGroups.operationId} and ${operations.cancelledAt} is null
  cross join ${discordRoleGroups} on ${discordRoleGroups.groupId} = ${operationRules.groupId}
  cross join ${discordServers} on ${discordServers.id} = ${discordRoleGroups.serverId} and ${discordServers.isOn} = 1
  where ${operationRules.isOnDiscord} = 1`;
const mayTry = sql`${scheduledEvents.waitsUntil} <= ${now} and ${isFree(scheduledEvents.leaseUntil, sql`${now}`)}`;

const selectDue = prepare(
  { operationId: sql<string>`due_operation`, serverId: sql<string>`due_server` },
  (fields) => sql`select ${columns(fields)} from (
    select distinct ${operations.id} as due_operation, ${discordServers.id} as due_server from ${shown}
      and not exists (select 1 from ${scheduledEvents} where ${scheduledEvents.operationId} = ${operations.id}
        and ${scheduledEvents.serverId} = ${discordServers.id} and (${scheduledEvents.shown} is ${operations.version} or not (${mayTry})))
    union all select ${scheduledEvents.operationId}, ${scheduledEvents.serverId} from ${scheduledEvents}
      where ${mayTry} and (${scheduledEvents.startsAt} > ${now} + ${soonest} or exists (select 1 from ${operations}
        where ${operations.id} = ${scheduledEvents.operationId} and ${operations.cancelledAt} is not null and ${operations.endsAt} > ${now}))
      and not exists (select 1 from ${shown}
        and ${operations.id} = ${scheduledEvents.operationId} and ${discordServers.id} = ${scheduledEvents.serverId})
    ) limit ${sql.placeholder("limit")}`,
);

const ofPair = sql`and ${operations.id} = ${sql.placeholder("operationId")} and ${discordServers.id} = ${sql.placeholder("serverId")}`;

const selectShown = prepare(
  {
    title: operations.title,
    place: operations.place,
    startsAt: operations.startsAt,
    endsAt: operations.endsAt,
    version: operations.version,
    origin: operationRules.origin,
  },
  (fields) => sql`select ${columns(fields)} from ${shown} ${ofPair} limit 1`,
);

type Pair = RowOfStatement<typeof selectDue>;
type Shown = RowOfStatement<typeof selectShown>;
type Row = typeof scheduledEvents.$inferSelect;

/** Operations as events of Discord servers, of groups whose owner has switched it on and that have a role there. */
export const eventWork = defineWork({
  kind: "discord-events",
  budget: { free: 3, paid: 10 },
  due: (_context, at) =>
    Math.floor(at / MINUTE_MS) % LOOK_MINUTES === 0 ? [selectDue({ now: at, limit: 1 })] : [],
  async slice(context, _message, limit) {
    const due = await run(context.db, selectDue({ now: Date.now(), limit: limit + 1 }));
    const bot = openBot(context.config, NO_BUCKETS);
    for (const pair of due.slice(0, limit)) {
      try {
        // One after another: a server has one limit for all of its events.
        // oxlint-disable-next-line no-await-in-loop
        await showOne(context, bot, pair);
      } catch (error) {
        // The lease ends within a minute, and a later look tries again.
        if (!(error instanceof GuardFailed)) logError(context.requestId, error);
      }
    }
    return due.length > limit;
  },
});

/**
 * Creates, edits or deletes one event. Discord has no nonce for them: an invocation that was killed after it has asked for a new event
 * left its row without an id, and the next one looks whether Discord has an event that leads to the operation.
 */
async function showOne(context: Context, bot: Bot, { operationId, serverId }: Pair) {
  const { db } = context;
  const at = Date.now();
  const leaseId = randomToken(12);
  const isPair = and(
    eq(scheduledEvents.operationId, operationId),
    eq(scheduledEvents.serverId, serverId),
  );
  const [[wanted], [fresh], [row]] = await runBatch(db, [
    selectShown({ now: at, operationId, serverId }),
    rows({ operationId: scheduledEvents.operationId }, (fields) =>
      insertWhere(
        scheduledEvents,
        { operationId, serverId, startsAt: sql`${operations.startsAt}` },
        sql`${operations.id} = ${operationId}`,
        sql`${operations}`,
      )
        .onConflictDoNothing()
        .returning(fields),
    ),
    rows(getTableColumns(scheduledEvents), (fields) =>
      orm
        .update(scheduledEvents)
        .set(taken(leaseId, at))
        .where(
          and(
            isPair,
            lte(scheduledEvents.waitsUntil, new Date(at)),
            isFree(scheduledEvents.leaseUntil, at),
          ),
        )
        .returning(fields),
    ),
  ]);
  if (row === undefined) return;
  const finish = (statement: Statement) =>
    runBatch(db, [guard(hasLease(scheduledEvents, leaseId, isPair)), statement]);
  const save = (set: Partial<Row>) =>
    finish(
      orm
        .update(scheduledEvents)
        .set({ ...FREE, ...set })
        .where(isPair),
    );
  const remove = () => finish(orm.delete(scheduledEvents).where(isPair));
  const path = `/operations/${operationId}`;
  let { eventId } = row;
  if (eventId === null && fresh === undefined) {
    const found = await bot.call(listEvents(serverId));
    if (found.state !== "ok") return void (await save(afterRefusal(found, row, row.shown)));
    eventId = found.data.find(({ description }) => description?.endsWith(path))?.id ?? null;
  }
  if (wanted === undefined) {
    const answer = eventId === null ? undefined : await bot.call(deleteEvent(serverId, eventId));
    const isGone = answer === undefined || answer.state === "ok" || isUnknown(answer);
    await (isGone ? remove() : save({ eventId, ...afterRefusal(answer, row, row.shown) }));
    return;
  }
  const event = shownOf(wanted, path);
  const answer = await bot.call(
    eventId === null ? createEvent(serverId, event) : editEvent(serverId, eventId, event),
  );
  await save(
    answer.state === "ok"
      ? {
          eventId: answer.data.id,
          shown: wanted.version,
          startsAt: wanted.startsAt,
          refusal: null,
          outages: 0,
        }
      : isUnknown(answer)
        ? // A person has deleted it at Discord: the next look makes it again.
          { eventId: null, shown: null }
        : { eventId, ...afterRefusal(answer, row, wanted.version) },
  );
}

const isUnknown = (answer: BotAnswer<unknown>) =>
  answer.state === "refused" && answer.code === UNKNOWN_EVENT;

/** Everyone on the server reads it, so it has no more than when, what and where. */
const shownOf = ({ title, place, startsAt, endsAt, origin }: Shown, path: string) => ({
  name: title,
  place: place === "" ? "EVE Online" : place,
  description: `${origin}${path}`,
  startsAt,
  endsAt,
});

/** `version`: what is not tried again if it is what Discord refuses. */
function afterRefusal(answer: Failure, { outages }: Row, version: number | null): Partial<Row> {
  const at = Date.now();
  const { untilMs, isDropped } = delayAfter(answer, outages, at);
  const refusal = answer.state === "refused" ? answer.code : null;
  return {
    outages: outages + 1,
    refusal,
    waitsUntil: new Date(isDropped ? at + HOUR_MS : untilMs),
    ...(refusal === INVALID_FORM && { shown: version }),
  };
}

/** Discord ends events by itself. */
export const deleteOldEvents = (at: Date) =>
  orm.delete(scheduledEvents).where(lt(scheduledEvents.startsAt, new Date(at.getTime() - DAY_MS)));
