import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod/mini";
import type { ApiOperation, ApiOperations } from "#shared/applications/api-answers.ts";
import { API_PAGE_SIZE } from "#shared/applications/api.ts";
import type { ApiOperationsQuery } from "#shared/applications/api.ts";
import { COUNTED_MS } from "#shared/operations/limits.ts";
import type { OperationAnswer, OperationPlan } from "#shared/operations/operations.ts";
import type { Caller, CallerWith } from "#worker/applications/api/caller.ts";
import { answered, keepAnswer, selectAnswer } from "#worker/applications/api/idempotency.ts";
import type { Repeatable } from "#worker/applications/api/idempotency.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { run } from "#worker/db/batch.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { operationAnswers, operationGroups, operations } from "#worker/db/schema/operations.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { parseJsonText, storedJson } from "#worker/http/json-text.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { planForApplication } from "#worker/operations/service.ts";
import { actorOf } from "./service.ts";

const key = z.tuple([z.number(), z.string()]);
/** After every id. */
const LAST_ID = "~";

const now = sql.placeholder("now");
const ofGranted = alias(operationGroups, "of_granted");
const granted = alias(applicationGroups, "granted");
const grantedGroup = alias(groups, "granted_group");
const person = alias(users, "person");

/** SQL: the granted groups for which an operation is. Of the others, an application does not learn that they exist. */
const grantedOf = (besides: SQL) => sql`${operationGroups} as ${ofGranted}
  cross join ${applicationGroups} as ${granted} on ${granted.groupId} = ${ofGranted.groupId}
    and ${granted.applicationId} = ${sql.placeholder("applicationId")} ${besides}
  where ${ofGranted.operationId} = ${operations.id}`;

const answersOf =
  grantedOf(sql`cross join ${operationAnswers} on ${operationAnswers.operationId} = ${ofGranted.operationId}
  cross join ${groupMembers} on ${groupMembers.groupId} = ${ofGranted.groupId} and ${groupMembers.userId} = ${operationAnswers.userId}
  cross join ${users} on ${users.id} = ${operationAnswers.userId} and not ${isSuspended(now)}`);
const countOf = (answer: OperationAnswer) =>
  sql`count(distinct iif(${operationAnswers.answer} = ${sql.raw(`'${answer}'`)}, ${operationAnswers.userId}, null))`;

const fields = () => ({
  id: operations.id,
  kind: operations.kind,
  title: operations.title,
  startsAt: operations.startsAt,
  endsAt: operations.endsAt,
  place: operations.place,
  comms: operations.comms,
  cancelledAt: operations.cancelledAt,
  version: operations.version,
  groups: sql<string>`(select json_group_array(json_object('id', ${grantedGroup.id}, 'name', ${grantedGroup.name}))
    from ${grantedOf(sql`cross join ${groups} as ${grantedGroup} on ${grantedGroup.id} = ${granted.groupId}`)})`,
  counts: sql<string>`(select json_object('coming', ${countOf("coming")}, 'maybe', ${countOf("maybe")}, 'not', ${countOf("not")})
    from ${answersOf})`,
  commander: sql<
    string | null
  >`(select json_object('pilotId', ${person.id}, 'main', iif(${characters.id} is null, null,
      json_object('id', ${characters.id}, 'name', ${characters.name})))
    from ${users} as ${person} left join ${characters} on ${characters.id} = ${person.mainCharacterId}
    where ${person.id} = ${operations.commanderId} and exists (select 1 from ${grantedOf(sql`cross join ${groupMembers}
      on ${groupMembers.groupId} = ${ofGranted.groupId} and ${groupMembers.userId} = ${operations.commanderId}`)}))`,
});

const [at, atId] = [sql.placeholder("at"), sql.placeholder("atId")];

/** A page of operations of the granted groups, by start and id. */
const selectPage = (isPast: boolean) => {
  const { startsAt } = operationGroups;
  // The longest operation lasts a day.
  const [order, isOver, isAfter, isListed] = isPast
    ? [sql`desc`, sql`<=`, sql`<`, sql`${startsAt} <= ${at}`]
    : [sql`asc`, sql`>`, sql`>`, sql`${startsAt} > ${now} - ${sql.raw(String(COUNTED_MS))}`];
  return prepare(
    fields,
    (
      found,
    ) => sql`with page(id) as materialized (select distinct ${operations.id} from ${applicationGroups}
        cross join ${operationGroups} on ${operationGroups.groupId} = ${applicationGroups.groupId}
        cross join ${operations} on ${operations.id} = ${operationGroups.operationId}
        where ${applicationGroups.applicationId} = ${sql.placeholder("applicationId")} and ${isListed} and ${operations.endsAt} ${isOver} ${now}
          and (${operations.startsAt}, ${operations.id}) ${isAfter} (${at}, ${atId})
        order by ${operations.startsAt} ${order}, ${operations.id} ${order} limit ${sql.raw(String(API_PAGE_SIZE + 1))})
      select ${columns(found)} from page cross join ${operations} on ${operations.id} = page.id
      order by ${operations.startsAt} ${order}, ${operations.id} ${order}`,
  );
};
const selectComing = selectPage(false);
const selectPast = selectPage(true);

const selectOne = prepare(
  () => ({ ...fields(), text: operations.text, doctrine: operations.doctrine }),
  (found) => sql`select ${columns(found)} from ${operations}
    where ${operations.id} = ${sql.placeholder("id")} and exists (select 1 from ${grantedOf(sql``)})`,
);

function present<Row extends RowOfStatement<typeof selectComing>>(row: Row) {
  const { startsAt, endsAt, cancelledAt, commander, groups, counts } = row;
  return {
    ...row,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    commander:
      commander === null
        ? null
        : parseJsonText(storedJson<NonNullable<ApiOperation["commander"]>>(commander)),
    groups: parseJsonText(storedJson<ApiOperation["groups"]>(groups)),
    counts: parseJsonText(storedJson<ApiOperation["counts"]>(counts)),
    cancelledAt: cancelledAt?.toISOString() ?? null,
  };
}

/** What is not over, the next first; with `past` what is, the latest first. */
export async function listOperations(
  { db }: Context,
  { applicationId }: Caller,
  { past, cursor }: ApiOperationsQuery,
): Promise<ApiOperations> {
  const isPast = past !== undefined;
  const time = Date.now();
  const [from, fromId] = readCursor(cursor, key) ?? (isPast ? [time, LAST_ID] : [0, ""]);
  const select = isPast ? selectPast : selectComing;
  const found = await run(db, select({ applicationId, now: time, at: from, atId: fromId }));
  const page = found.slice(0, API_PAGE_SIZE);
  const last = found.length > API_PAGE_SIZE ? page.at(-1) : undefined;
  return {
    items: page.map(present),
    nextCursor: last === undefined ? null : encodeCursor([last.startsAt.getTime(), last.id]),
  };
}

export async function getOperation(
  { db }: Context,
  { applicationId }: Caller,
  id: string,
): Promise<ApiOperation> {
  const [row] = await run(db, selectOne({ applicationId, id, now: Date.now() }));
  if (row === undefined) throw new ApiError("no_such_operation");
  return present(row);
}

/** Plans one in groups that say that the application may write. */
export async function planOperation(
  context: Context,
  caller: CallerWith<"operations:write">,
  input: OperationPlan,
  repeatable: Repeatable | undefined,
): Promise<ApiOperation> {
  const { applicationId } = caller;
  const found = await run(context.db, selectAnswer({ applicationId, key: repeatable?.key ?? "" }));
  const before = answered(repeatable, found);
  if (before !== undefined) return getOperation(context, caller, before);
  const id = await planForApplication(context, actorOf(caller), input, (planned) =>
    repeatable === undefined ? [] : keepAnswer(applicationId, repeatable, planned),
  );
  return getOperation(context, caller, id);
}
