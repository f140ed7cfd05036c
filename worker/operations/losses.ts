import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Losses } from "#shared/operations/operations.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isLoss } from "#worker/corporations/killmails.ts";
import { runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { names } from "#worker/db/schema/characters.ts";
import { killmails } from "#worker/db/schema/corporations.ts";
import {
  operationAnswers,
  operationReadings,
  operationReimbursements,
  operations,
} from "#worker/db/schema/operations.ts";
import { columns, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { requirePay } from "./policy.ts";
import { plansFor } from "./rules.ts";
import { isMate, isVisible, mayPlan } from "./store.ts";

const viewer = sql.placeholder("userId");
/** A whole fleet, and its capsules. */
const MOST_LOSSES = sql.raw("512");

const ship = alias(names, "ship");
const pilot = alias(characters, "pilot");
const payer = alias(users, "payer");
const payerMain = alias(characters, "payer_main");

/** When its fleet was read, or else when it was planned: names that somebody noted later say nothing of the time. */
const isRead = sql`${operationReadings.begunAt} is not null and json_array_length(${operationReadings.spans}, '$.read') > 0`;
const from = sql<number>`iif(${isRead}, ${operationReadings.begunAt}, ${operations.startsAt})`;
const until = sql<number>`iif(${isRead}, coalesce(${operationReadings.endedAt}, ${sql.placeholder("now")}), ${operations.endsAt})`;

/** An operation that the viewer sees, and when it was. */
const selectSpan = prepare(
  () => ({
    id: operations.id,
    groupId: operations.groupId,
    title: operations.title,
    canEdit: sql<number>`${plansFor(viewer, operations.groupId)}`,
    from,
    until,
  }),
  (fields) => sql`select ${columns(fields)} from ${operations}
    left join ${operationReadings} on ${operationReadings.operationId} = ${operations.id}
    where ${operations.id} = ${sql.placeholder("id")} and ${isVisible}`,
);

/**
 * The viewer's losses. Planners of the group also see those of other members' mains: a loss of an alt would tell whose alt it is. Guests
 * see their own alone.
 */
const selectLosses = prepare(
  () => ({
    killmailId: killmails.id,
    at: sql<number>`${killmails.at}`,
    pilotId: pilot.id,
    pilotName: pilot.name,
    isOwn: sql<number>`${pilot.userId} = ${viewer}`,
    shipTypeId: sql<number>`${killmails.shipTypeId}`,
    shipName: ship.name,
    value: killmails.value,
    paidAt: operationReimbursements.paidAt,
    paidBy: sql<string | null>`iif(${isMate(payer.id)}, ${payerMain.name}, null)`,
  }),
  (fields) => sql`select ${columns(fields)} from ${operations}
    left join ${operationReadings} on ${operationReadings.operationId} = ${operations.id}
    cross join ${users} on ${users.id} in (
      select value from json_each(coalesce(${operationReadings.people}, '[]'))
      union select ${operationAnswers.userId} from ${operationAnswers}
        where ${operationAnswers.operationId} = ${operations.id} and ${operationAnswers.answer} <> 'not')
    cross join ${characters} as ${pilot} on ${pilot.userId} = ${users.id}
      and (${users.id} = ${viewer} or ${pilot.id} = ${users.mainCharacterId})
    cross join ${killmails} on ${killmails.victimId} = ${pilot.id} and ${killmails.at} between ${from} and ${until}
      and ${isLoss} and ${killmails.shipTypeId} is not null
    left join ${names} as ${ship} on ${ship.id} = ${killmails.shipTypeId}
    left join ${operationReimbursements} on ${operationReimbursements.operationId} = ${operations.id}
      and ${operationReimbursements.killmailId} = ${killmails.id}
    left join ${users} as ${payer} on ${payer.id} = ${operationReimbursements.paidBy}
    left join ${characters} as ${payerMain} on ${payerMain.id} = ${payer.mainCharacterId}
    where ${operations.id} = ${sql.placeholder("id")} and ${isVisible}
      and (${users.id} = ${viewer} or not ${sql.placeholder("isGuest")} and ${plansFor(viewer, operations.groupId)} and ${isMate(users.id)})
    order by ${killmails.at}, ${killmails.id} limit ${MOST_LOSSES}`,
);

async function find({ db }: Context, { userId, isGuest }: UserActor, id: string) {
  const asked = { userId, id, now: Date.now(), isGuest: Number(isGuest) };
  const [[operation], losses] = await runBatch(db, [selectSpan(asked), selectLosses(asked)]);
  return { operation, losses };
}

/** What members lost during an operation, as their corporations have listed it, for ninety days. */
export async function readLosses(context: Context, actor: UserActor, id: string): Promise<Losses> {
  const { operation, losses } = await find(context, actor, id);
  if (operation === undefined) throw new ApiError("no_such_operation");
  return {
    from: new Date(operation.from).toISOString(),
    until: new Date(operation.until).toISOString(),
    canPay: operation.canEdit === 1,
    losses: losses.map(presentLoss),
  };
}

const presentLoss = ({ at, isOwn, paidAt, ...loss }: RowOfStatement<typeof selectLosses>) => ({
  ...loss,
  at: new Date(at).toISOString(),
  isOwn: isOwn === 1,
  paidAt: paidAt?.toISOString() ?? null,
});

/** Notes that a loss is paid, or takes that back: Muster moves no money. Repeated, it changes nothing. */
export async function payLoss(
  context: Context,
  actor: UserActor,
  { id, killmailId }: { id: string; killmailId: number },
  isPaid: boolean,
): Promise<Losses> {
  const read = async () => {
    const { operation, losses } = await find(context, actor, id);
    return requirePay(
      actor,
      operation,
      losses.find((loss) => loss.killmailId === killmailId),
    );
  };
  const isIt = and(
    eq(operationReimbursements.operationId, id),
    eq(operationReimbursements.killmailId, killmailId),
  );
  await withOptimisticLock(read, async ({ of: { operation, loss } }) => {
    if ((loss.paidAt !== null) === isPaid) return true;
    return recordAndApply(context, {
      kind: isPaid ? "loss_paid" : "loss_unpaid",
      actor,
      groupId: operation.groupId,
      detail: { operationId: id, title: operation.title, killmailId },
      condition: sql`${mayPlan(actor, operation.groupId)} and exists (select 1 from ${operations} where ${operations.id} = ${id})
        and (exists (select 1 from ${operationReimbursements} where ${isIt})) = ${Number(!isPaid)}`,
      statements: (applied) => [
        isPaid
          ? insertWhere(
              operationReimbursements,
              { operationId: id, killmailId, paidAt: new Date(), paidBy: actor.userId },
              applied,
            )
          : orm.delete(operationReimbursements).where(and(isIt, applied)),
      ],
    });
  });
  return readLosses(context, actor, id);
}
