import { and, eq, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { FLEET_SCOPE } from "#shared/account/step-up-scopes.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { guard } from "#worker/db/batch.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import {
  operationGroups,
  operationReadings,
  operations,
  participations,
} from "#worker/db/schema/operations.ts";
import {
  columns,
  excluded,
  insertWhere,
  orm,
  prepare,
  prepareAtStart,
  prepareWrite,
} from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import type { Participant, FleetReading } from "./fleet.ts";
import { NOTHING_READ, WAITED_MS } from "./fleet.ts";

const now = sql.placeholder("now");

/** SQL condition: the user is in a group of the operation. */
const isMember = (operationId: SQLWrapper | Placeholder, userId: SQLWrapper) =>
  sql`exists (select 1 from ${operationGroups} cross join ${groupMembers}
    on ${groupMembers.groupId} = ${operationGroups.groupId} and ${groupMembers.userId} = ${userId}
    where ${operationGroups.operationId} = ${operationId})`;

/** SQL condition on `eve_tokens`: it reads fleets. */
const readsFleets = sql`${eveTokens.state} <> 'revoked' and instr(${eveTokens.scopes}, ${sql.raw(`'"${FLEET_SCOPE}"'`)}) > 0`;

/** The characters of a user who have granted that their fleets are read. */
const grantedOf = (userId: SQLWrapper) =>
  sql`${characters} cross join ${users} on ${users.id} = ${characters.userId}
    cross join ${eveTokens} on ${eveTokens.characterId} = ${characters.id}
    where ${characters.userId} = ${userId} and ${characters.unconfirmedSince} is null and ${readsFleets}
      and not ${isSuspended(now)} and ${isMember(operations.id, userId)}`;

const dueFields = () => ({
  operationId: operationReadings.operationId,
  begunAt: operationReadings.begunAt,
  version: operationReadings.version,
  state: operationReadings.state,
  spans: operationReadings.spans,
  startsAt: operations.startsAt,
  endsAt: operations.endsAt,
  cancelledAt: operations.cancelledAt,
  /** The characters of the followed user that have granted it. */
  granted: sql<
    JsonText<number[]>
  >`(select json_group_array(${characters.id}) from ${grantedOf(operationReadings.followedId)})`,
});

/** How many readings follow one account at a time, so that nobody spends the day's rows by operations that all run at once. */
const MOST_FOLLOWED = sql.raw("3");
const newer = alias(operationReadings, "newer");
const placeOf = ({ begunAt, dueAt, operationId }: typeof operationReadings | typeof newer) =>
  sql`(coalesce(${begunAt}, ${dueAt}), ${operationId})`;

/** SQL condition: it is among the latest that follow its account. The others wait for these to end. */
const isFollowed = sql`(select count(*) from ${operationReadings} as ${newer}
  where ${newer.followedId} = ${operationReadings.followedId} and ${newer.endedAt} is null
    and ${placeOf(newer)} > ${placeOf(operationReadings)}) < ${MOST_FOLLOWED}`;

/** The fleets to read now, and those of which the reading has to end. */
export const selectDueReadings = prepareAtStart(
  dueFields,
  (fields) => sql`select ${columns(fields)} from ${operationReadings}
    cross join ${operations} on ${operations.id} = ${operationReadings.operationId}
    where ${operationReadings.endedAt} is null and ${operationReadings.dueAt} <= ${now} and ${isFollowed}
    order by ${operationReadings.dueAt} limit ${sql.placeholder("limit")}`,
);
/** The reading of one operation that somebody ends. */
export const selectOpenReading = prepare(
  dueFields,
  (fields) => sql`select ${columns(fields)} from ${operationReadings}
  cross join ${operations} on ${operations.id} = ${operationReadings.operationId}
  where ${operationReadings.operationId} = ${sql.placeholder("id")} and ${operationReadings.endedAt} is null`,
);
export type DueReading = RowOfStatement<typeof selectDueReadings>;

/** SQL condition on `operations`: it has just begun, and its commander has granted that fleets are read. */
const isBeginning = sql`${operations.commanderId} is not null and ${operations.cancelledAt} is null
  and ${operations.startsAt} between ${now} - ${sql.raw(String(WAITED_MS))} and ${now}
  and not exists (select 1 from ${operationReadings} where ${operationReadings.operationId} = ${operations.id})
  and exists (select 1 from ${grantedOf(operations.commanderId)})`;

export const selectBeginning = prepareAtStart(
  { id: operations.id },
  (fields) => sql`select ${columns(fields)} from ${operations} where ${isBeginning} limit 20`,
);

/** Waits for the fleet of a commander whose operation has just begun. */
export const insertBeginning = prepareWrite(() =>
  insertWhere(
    operationReadings,
    {
      operationId: sql`${operations.id}`,
      followedId: sql`${operations.commanderId}`,
      dueAt: sql`${now}`,
      spans: NOTHING_READ.spans,
      people: [],
    },
    isBeginning,
    sql`${operations}`,
  ).onConflictDoNothing(),
);

/** The characters of the list that belong to members of the operation's groups, and whether they have granted that fleets are read. */
export const selectMembersAmong = prepare(
  {
    characterId: characters.id,
    isGranted: sql<number>`${eveTokens.characterId} is not null and ${readsFleets}`,
  },
  (fields) => sql`select ${columns(fields)} from json_each(${sql.placeholder("ids")}) as wanted
    cross join ${characters} on ${characters.id} = wanted.value and ${characters.unconfirmedSince} is null
    cross join ${users} on ${users.id} = ${characters.userId}
    left join ${eveTokens} on ${eveTokens.characterId} = ${characters.id}
    where not ${isSuspended(now)} and ${isMember(sql.placeholder("operationId"), users.id)}`,
);

export const selectOwners = prepare(
  { characterId: characters.id, userId: sql<string>`${characters.userId}` },
  (fields) => sql`select ${columns(fields)} from json_each(${sql.placeholder("ids")}) as wanted
    cross join ${characters} on ${characters.id} = wanted.value and ${characters.userId} is not null`,
);

const isAt = (operationId: string, version: number): SQL =>
  sql`exists (select 1 from ${operationReadings} where ${operationReadings.operationId} = ${operationId}
    and ${operationReadings.version} = ${version} and ${operationReadings.endedAt} is null)`;

/** Saves a reading, unless another invocation has. */
export function saveReading(
  { operationId, version }: Pick<DueReading, "operationId" | "version">,
  { begunAt, state, spans }: Omit<FleetReading, "begunAt"> & { begunAt: number | null },
  dueAt: number,
): Statement {
  return orm
    .update(operationReadings)
    .set({
      begunAt: begunAt === null ? null : new Date(begunAt),
      state,
      spans,
      dueAt: new Date(dueAt),
      version: version + 1,
    })
    .where(and(eq(operationReadings.operationId, operationId), isAt(operationId, version)));
}

type Ended = { endedAt: number; isComplete: boolean; spans: FleetReading["spans"] };

/** Ends a reading, and writes who took part. The list comes first: then a participation is one written row. */
export function endReading(
  { operationId, version, begunAt }: Pick<DueReading, "operationId" | "version" | "begunAt">,
  { endedAt, isComplete, spans }: Ended,
  participants: readonly Participant[],
): Statement[] {
  const list = sql`json_each(${JSON.stringify(participants)}) as one`;
  const of = (path: string) => sql.raw(`one.value ->> '$.${path}'`);
  const isThere = sql`${users} on ${users.id} = ${of("userId")}`;
  return [
    guard(isAt(operationId, version)),
    orm
      .update(operationReadings)
      .set({
        endedAt: new Date(endedAt),
        state: null,
        spans,
        isComplete,
        people: sql`(select json_group_array(id) from (select value as id from json_each(${operationReadings.people})
          union select ${users.id} from ${list} cross join ${isThere}))`,
        version: version + 1,
      })
      .where(eq(operationReadings.operationId, operationId)),
    ...(begunAt === null
      ? []
      : [
          insertWhere(
            participations,
            {
              userId: sql`${users.id}`,
              at: begunAt,
              operationId,
              minutes: of("minutes"),
              firstAt: of("firstAt"),
              lastAt: of("lastAt"),
              ships: sql.raw("one.value -> '$.ships'"),
            },
            sql`true`,
            sql`${list} cross join ${isThere}`,
          ).onConflictDoUpdate({
            target: [participations.userId, participations.at, participations.operationId],
            set: {
              minutes: excluded(participations.minutes),
              firstAt: excluded(participations.firstAt),
              lastAt: excluded(participations.lastAt),
              ships: excluded(participations.ships),
            },
          }),
        ]),
  ];
}
