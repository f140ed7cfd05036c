import { and, eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  COUNTED_MS,
  MAX_PLANNED,
  OPERATIONS_KEPT_DAYS,
  REPEATED_DAYS_AHEAD,
} from "#shared/operations/limits.ts";
import type {
  Operation,
  OperationAnswer,
  OperationEntry,
  OperationPerson,
  OperationPlan,
  OperationScope,
} from "#shared/operations/operations.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time.ts";
import { decidesBeyond } from "#worker/access/gives-beyond.ts";
import type { Id } from "#worker/access/membership.ts";
import { isVisibleToMember } from "#worker/access/visibility.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { changesBetween, recordAndApply } from "#worker/audit/record.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, names } from "#worker/db/schema/characters.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { discordRoleGroups, discordServers } from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import {
  calendarFeeds,
  scheduledEvents,
  operationAnswers,
  operationGroups,
  operationReadings,
  operations,
  operationSeries,
  participations,
} from "#worker/db/schema/operations.ts";
import {
  columns,
  excluded,
  idsIn,
  insertWhere,
  orm,
  prepare,
  prepareWrite,
  rows,
} from "#worker/db/statements.ts";
import type { Fields, RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { NOTHING_READ } from "./fleet.ts";
import type { ChangedOperation, OnOperations, OperationsPlan } from "./policy.ts";
import { isPlanner, plansFor } from "./rules.ts";

export const WEEK_MS = 7 * DAY_MS;
const viewer = sql.placeholder("userId");
const now = sql.placeholder("now");
const person = alias(users, "person");
const personMain = alias(characters, "person_main");
const mate = alias(groupMembers, "mate");
const mateOf = alias(operationGroups, "mate_of");
const suspended = alias(users, "suspended");
const planner = alias(groupMembers, "planner");
const planned = alias(operationGroups, "planned");
const existing = alias(groups, "existing");
const reminded = alias(discordDirectMessages, "reminded");

/** Rows of the operations that the viewer sees: of the groups of present memberships. */
const seen = sql`${groupMembers}
  cross join ${groups} on ${groups.id} = ${groupMembers.groupId}
  cross join ${operationGroups} on ${operationGroups.groupId} = ${groups.id}`;
const isSeenBy = (userId: Id) => sql`${groupMembers.userId} = ${userId} and ${isVisibleToMember}`;
const isSeen = isSeenBy(viewer);

/** SQL condition on `operations`: the user sees the operation. */
const isVisibleTo = (userId: Id) => sql`exists (select 1 from ${seen}
  where ${isSeenBy(userId)} and ${operationGroups.operationId} = ${operations.id})`;
export const isVisible = isVisibleTo(viewer);

/**
 * SQL: the viewer's groups of an operation and their members, so that names and answers of others are not told: an operation may also be
 * for a group that is hidden from the viewer. The viewer's groups are read once a statement.
 */
const mates = (
  member: SQL,
  { reader, operationId }: { reader: Id; operationId: Id } = {
    reader: viewer,
    operationId: operations.id,
  },
) => sql`${member} where ${mateOf.operationId} = ${operationId}
  and ${mateOf.groupId} in (select ${groups.id} from ${groupMembers} cross join ${groups} on ${groups.id} = ${groupMembers.groupId}
    where ${isSeenBy(reader)})`;
const mateRows = (userId: SQLWrapper) => sql`${operationGroups} as ${mateOf}
  cross join ${groupMembers} as ${mate} on ${mate.groupId} = ${mateOf.groupId} and ${mate.userId} = ${userId}`;
export const isMate = (userId: SQLWrapper) =>
  sql`exists (select 1 from ${mates(mateRows(userId))})`;
/** The same for a reader who is no placeholder. */
const isMateOf = (reader: string, operationId: string, userId: SQLWrapper) =>
  sql`exists (select 1 from ${mates(mateRows(userId), { reader, operationId })})`;

const personFields = sql`'userId', ${person.id}, 'characterId', ${person.mainCharacterId}, 'name', ${personMain.name}`;
const withMain = sql`left join ${characters} as ${personMain} on ${personMain.id} = ${person.mainCharacterId}`;
const personOf = (userId: SQLWrapper) =>
  sql<JsonText<OperationPerson> | null>`(select json_object(${personFields}) from ${users} as ${person} ${withMain}
    where ${person.id} = ${userId} and ${isMate(person.id)})`;

/**
 * SQL: the answers that count: of mates who are not suspended, of each once for each group that the viewer shares. Indexes cover both
 * tables, so that an answer costs three rows.
 */
const answersOf = mates(sql`${operationGroups} as ${mateOf}
  cross join ${operationAnswers} on ${operationAnswers.operationId} = ${mateOf.operationId}
  cross join ${groupMembers} as ${mate} on ${mate.groupId} = ${mateOf.groupId} and ${mate.userId} = ${operationAnswers.userId}
    and ${operationAnswers.userId} not in (select ${suspended.id} from ${users} as ${suspended}
      where ${suspended.suspendedUntil} is not null and ${isSuspended(now, suspended.suspendedUntil)})`);
const countOf = (answer: OperationAnswer) =>
  sql`count(distinct iif(${operationAnswers.answer} = ${sql.raw(`'${answer}'`)}, ${operationAnswers.userId}, null))`;

const entryFields = () => ({
  id: operations.id,
  kind: operations.kind,
  title: operations.title,
  place: operations.place,
  comms: operations.comms,
  startsAt: operations.startsAt,
  endsAt: operations.endsAt,
  isWeekly: sql<number>`exists (select 1 from ${operationSeries} where ${operationSeries.id} = ${operations.seriesId}
    and ${operationSeries.nextAt} is not null)`,
  cancelledAt: operations.cancelledAt,
  commander: personOf(operations.commanderId),
  canceller: personOf(operations.cancelledBy),
  groups: sql<
    JsonText<OperationEntry["groups"]>
  >`(select json_group_array(json_object('groupId', ${groups.id}, 'name', ${groups.name}))
    from ${seen} where ${isSeen} and ${operationGroups.operationId} = ${operations.id})`,
  counts: sql<
    JsonText<OperationEntry["counts"]>
  >`(select json_object('coming', ${countOf("coming")}, 'maybe', ${countOf("maybe")},
    'not', ${countOf("not")}) from ${answersOf})`,
  own: sql<JsonText<
    NonNullable<OperationEntry["own"]>
  > | null>`(select json_object('answer', ${operationAnswers.answer}, 'brings', ${operationAnswers.brings})
    from ${operationAnswers} where ${operationAnswers.operationId} = ${operations.id} and ${operationAnswers.userId} = ${viewer})`,
  took: sql<JsonText<
    NonNullable<OperationEntry["took"]>
  > | null>`(select json_object('minutes', ${participations.minutes}) from ${operationReadings}
    cross join ${participations} on ${participations.userId} = ${viewer} and ${participations.at} = ${operationReadings.begunAt}
      and ${participations.operationId} = ${operations.id}
    where ${operationReadings.operationId} = ${operations.id})`,
});
export type EntryRow = RowOfStatement<typeof selectComing>;

const limit = sql.raw(String(PAGE_LIMIT));
const counted = sql.raw(String(COUNTED_MS));
const [at, atId] = [sql.placeholder("at"), sql.placeholder("atId")];

/** What runs or begins before `until`, and is not over, after this start and id. The longest operation began a day ago. */
const comingOf = (condition: SQL, most: number) =>
  prepare(
    entryFields,
    (fields) => sql`with page(id) as materialized (select distinct ${operations.id} from ${seen}
      cross join ${operations} on ${operations.id} = ${operationGroups.operationId}
      where ${isSeen} and ${operationGroups.startsAt} between ${now} - ${counted} and ${sql.placeholder("until")}
        and ${operations.endsAt} > ${now} and (${operations.startsAt}, ${operations.id}) > (${at}, ${atId}) and ${condition}
      order by ${operations.startsAt}, ${operations.id} limit ${sql.raw(String(most))})
    select ${columns(fields)} from page cross join ${operations} on ${operations.id} = page.id
    order by ${operations.startsAt}, ${operations.id}`,
  );

export const selectComing = comingOf(sql`true`, PAGE_LIMIT);
export const selectNext = comingOf(sql`${operations.cancelledAt} is null`, 2);

/** What is over, the latest first, before this start and id. */
export const selectPast = prepare(
  entryFields,
  (fields) => sql`with page(id) as materialized (select distinct ${operations.id} from ${seen}
      cross join ${operations} on ${operations.id} = ${operationGroups.operationId}
      where ${isSeen} and ${operationGroups.startsAt} <= ${at}
        and ${operations.endsAt} <= ${now} and (${operations.startsAt}, ${operations.id}) < (${at}, ${atId})
      order by ${operations.startsAt} desc, ${operations.id} desc limit ${limit})
    select ${columns(fields)} from page cross join ${operations} on ${operations.id} = page.id
    order by ${operations.startsAt} desc, ${operations.id} desc`,
);

/** The most of a span, and of a calendar. */
const SPAN_LIMIT = sql.raw("300");

const inSpanOf = (reader: Id) => (fields: Fields) =>
  sql`with page(id) as materialized (
    select distinct ${operations.id} from ${seen} cross join ${operations} on ${operations.id} = ${operationGroups.operationId}
    where ${isSeenBy(reader)} and ${operationGroups.startsAt} >= ${sql.placeholder("from")}
      and ${operationGroups.startsAt} < ${sql.placeholder("until")}
    order by ${operations.startsAt}, ${operations.id} limit ${SPAN_LIMIT})
  select ${columns(fields)} from page cross join ${operations} on ${operations.id} = page.id
  order by ${operations.startsAt}, ${operations.id}`;

/** What begins in a span. */
export const selectSpan = prepare(entryFields, inSpanOf(viewer));

/** SQL: the user of a calendar's link; null if there is none. */
const linkedUser = sql`(select ${calendarFeeds.userId} from ${calendarFeeds}
  where ${calendarFeeds.secretHash} = ${sql.placeholder("secretHash")})`;

/** The same for the user of a calendar's link, as a calendar has it. */
export const selectCalendar = prepare(
  {
    id: operations.id,
    title: operations.title,
    text: operations.text,
    place: operations.place,
    comms: operations.comms,
    startsAt: operations.startsAt,
    endsAt: operations.endsAt,
    createdAt: operations.createdAt,
    cancelledAt: operations.cancelledAt,
    version: operations.version,
  },
  inSpanOf(linkedUser),
);
export type CalendarRow = RowOfStatement<typeof selectCalendar>;

export type OperationRow = RowOfStatement<typeof selectOne>;

/** One operation, if the viewer sees it. */
export const selectOne = prepare(
  () => ({
    ...entryFields(),
    groupId: operations.groupId,
    commanderId: operations.commanderId,
    text: operations.text,
    doctrine: operations.doctrine,
    createdAt: operations.createdAt,
    creator: personOf(operations.createdBy),
    version: operations.version,
    canEdit: sql<number>`${plansFor(viewer, operations.groupId)}`,
    canRun: sql<number>`${operations.commanderId} is ${viewer} or ${plansFor(viewer, operations.groupId)}`,
    seriesId: operations.seriesId,
    seriesAt: operations.seriesAt,
    readingEndedAt: sql<
      number | null
    >`(select ${operationReadings.endedAt} from ${operationReadings}
      where ${operationReadings.operationId} = ${operations.id})`,
    /** Its fleet is being read. */
    isRead: sql<number>`exists (select 1 from ${operationReadings} where ${operationReadings.operationId} = ${operations.id}
      and ${operationReadings.begunAt} is not null and ${operationReadings.endedAt} is null)`,
    /** The Discord servers that have refused its event, of groups for which the viewer plans: the servers of others tell of their groups. */
    refusedBy: sql<
      JsonText<string[]>
    >`(select json_group_array(${discordServers.name}) from ${scheduledEvents}
      cross join ${discordServers} on ${discordServers.id} = ${scheduledEvents.serverId}
      where ${scheduledEvents.operationId} = ${operations.id} and ${scheduledEvents.refusal} is not null
        and exists (select 1 from ${seen} cross join ${discordRoleGroups} on ${discordRoleGroups.groupId} = ${groups.id}
          where ${isSeen} and ${isPlanner(groupMembers)} and ${operationGroups.operationId} = ${operations.id}
            and ${discordRoleGroups.serverId} = ${scheduledEvents.serverId}))`,
    allGroupIds: sql<string>`(select json_group_array(${operationGroups.groupId}) from ${operationGroups}
      where ${operationGroups.operationId} = ${operations.id})`,
    answers: sql<
      JsonText<Operation["answers"]>
    >`(select json_group_array(json_object(${personFields}, 'answer', ${operationAnswers.answer},
        'brings', ${operationAnswers.brings}))
      from ${operationAnswers} cross join ${users} as ${person} on ${person.id} = ${operationAnswers.userId} ${withMain}
      where ${operationAnswers.operationId} = ${operations.id} and ${isMate(person.id)}
        and not ${isSuspended(now, person.suspendedUntil)})`,
  }),
  (fields) => sql`select ${columns(fields)} from ${operations}
    where ${operations.id} = ${sql.placeholder("id")} and ${isVisible}`,
);

const plannable = (fields: Fields) => sql`select ${columns(fields)} from ${groupMembers}
  cross join ${groups} on ${groups.id} = ${groupMembers.groupId}
  where ${groupMembers.userId} = ${viewer} and ${isPlanner(groupMembers)}
  order by ${groups.nameFolded}, ${groups.id}`;

/** The groups for which the viewer plans. */
export const selectPlannable = prepare({ id: groups.id, name: groups.name }, plannable);

const planningFields = () => ({
  id: groups.id,
  name: groups.name,
  memberCount: groups.memberCount,
  planned: sql<number>`(select count(*) from ${operationGroups} as ${planned}
    where ${planned.groupId} = ${groups.id} and ${planned.startsAt} > ${now} - ${counted})`,
  commanders: sql<
    JsonText<OperationPerson[]>
  >`(select json_group_array(json_object(${personFields})) from ${groupMembers} as ${mate}
    cross join ${users} as ${person} on ${person.id} = ${mate.userId} ${withMain}
    where ${mate.groupId} = ${groups.id} and ${isPlanner(mate)})`,
});

/** The groups for which an application may write. */
export const selectPlanningOfApplication = prepare(
  planningFields,
  (fields) => sql`select ${columns(fields)} from ${applicationGroups}
    cross join ${groups} on ${groups.id} = ${applicationGroups.groupId}
    where ${applicationGroups.applicationId} = ${sql.placeholder("applicationId")} and ${applicationGroups.isWritable} = 1`,
);

/** The same as `selectPlannable`, and who else plans. */
export const selectPlanning = prepare(planningFields, plannable);

/** SQL condition: the actor still plans for the group, or is an application that may write there. */
export const mayPlan = ({ userId, application }: UserActor, groupId: string | SQLWrapper): SQL =>
  application === undefined
    ? plansFor(userId, groupId)
    : sql`exists (select 1 from ${applicationGroups} where ${applicationGroups.applicationId} = ${userId}
        and ${applicationGroups.groupId} = ${groupId} and ${applicationGroups.isWritable} = 1)`;

const valuesOf = ({ startsAt, minutes, ...input }: OperationPlan) => ({
  kind: input.kind,
  title: input.title,
  text: input.text,
  doctrine: input.doctrine,
  place: input.place,
  comms: input.comms,
  commanderId: input.commanderId,
  startsAt: new Date(startsAt),
  endsAt: new Date(Date.parse(startsAt) + minutes * 60_000),
});

/** SQL condition: the actor plans for these groups, and they have room. */
function mayAdd(actor: UserActor, groupIds: readonly string[]): SQL | undefined {
  const since = Date.now() - COUNTED_MS;
  return and(
    ...groupIds.map((groupId) => mayPlan(actor, groupId)),
    ...groupIds.map(
      (groupId) => sql`(select count(*) from ${operationGroups} as ${planned}
        where ${planned.groupId} = ${groupId} and ${planned.startsAt} > ${since}) < ${MAX_PLANNED}`,
    ),
  );
}

/** Rows that D1 writes, indexes included: for an operation that its series makes, for each of its groups, and for a reminder. */
const ROWS = { repeat: 26, group: 4, reminder: 8 };

/** Rows of the operations that a series makes as soon as it begins, or is moved to earlier days. */
const rowsOfRepeats = (groupIds: readonly string[]) =>
  Math.ceil((REPEATED_DAYS_AHEAD * DAY_MS) / WEEK_MS + 1) *
  (ROWS.repeat + ROWS.group * groupIds.length);

/** False if the actor has lost a group, or a group has no room. */
export function insertOperation(
  context: Context,
  { by: actor, of: { home, groupIds, added, input } }: OnOperations<"plan", OperationsPlan>,
  {
    id,
    seriesId,
    besides = [],
  }: { id: string; seriesId: string | null; besides?: readonly Statement[] },
) {
  const values = valuesOf(input);
  const { startsAt } = values;
  return recordAndApply(context, {
    kind: "operation_planned",
    actor,
    groupId: home,
    detail: { operationId: id, title: input.title, startsAt: startsAt.toISOString() },
    ...(seriesId !== null && { rows: sql`${rowsOfRepeats(groupIds)}` }),
    condition: mayAdd(actor, added),
    statements: (applied) => [
      ...(seriesId === null
        ? []
        : [
            insertWhere(
              operationSeries,
              { id: seriesId, groupId: home, nextAt: new Date(startsAt.getTime() + WEEK_MS) },
              applied,
            ),
          ]),
      insertWhere(
        operations,
        {
          ...values,
          id,
          groupId: home,
          createdBy: actor.application === undefined ? actor.userId : null,
          createdAt: new Date(),
          ...(seriesId !== null && { seriesId, seriesAt: startsAt }),
        },
        applied,
      ),
      insertGroups(sql`${operations.id} = ${id}`, groupIds, applied),
      ...besides,
    ],
  });
}

/** For whom operations are: the groups of the list that still exist. */
function insertGroups(isIt: SQL, groupIds: readonly string[], applied: SQL) {
  return insertWhere(
    operationGroups,
    {
      operationId: sql`${operations.id}`,
      groupId: sql`wanted.value`,
      startsAt: sql`${operations.startsAt}`,
    },
    sql`${isIt} and ${applied}`,
    sql`${operations} cross join json_each(${JSON.stringify(groupIds)}) as wanted
      cross join ${groups} as ${existing} on ${existing.id} = wanted.value`,
  );
}

const EDITED = ["kind", "title", "startsAt", "endsAt", "place", "comms"] as const;

/** What the log tells of an edit: texts are too long for it, and a commander may delete the account. */
function told(row: Omit<ReturnType<typeof valuesOf>, "commanderId">) {
  return {
    kind: row.kind,
    title: row.title,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    place: row.place,
    comms: row.comms,
  };
}

type Scoped = { operation: OperationRow; scope: OperationScope };

/** SQL condition on `operations`: the operation, or it and the later ones of its series. */
function isInScope({ operation: { id, seriesId, seriesAt }, scope }: Scoped): SQL {
  return scope === "one" || seriesId === null
    ? sql`${operations.id} = ${id}`
    : sql`${operations.seriesId} = ${seriesId} and ${operations.seriesAt} >= ${seriesAt?.getTime() ?? 0}`;
}

/** SQL condition: who took part in operations of these groups may get by it into a group that gives what outlives a session. */
const decidesFor = (groupIds: SQL) => decidesBeyond("took_part", groupIds);

/** SQL condition: it is known who took part in one of these operations. `isOne` is a condition on `operations`. */
const hasParticipants = (isOne: SQL) =>
  sql`exists (select 1 from ${operations} cross join ${operationReadings}
    on ${operationReadings.operationId} = ${operations.id} where ${isOne} and ${operationReadings.endedAt} is not null)`;

/** SQL query: for whom these operations are. `isOne` is a condition on `operations`. */
const groupsOf = (isOne: SQL) => sql`select ${operationGroups.groupId} from ${operationGroups}
  cross join ${operations} on ${operations.id} = ${operationGroups.operationId} where ${isOne}`;

/** SQL: rows of the reminders that are sent once more, to those who were reminded of another time. `isOne` is a condition on `operations`. */
const rowsOfReminders = (isOne: SQL) => sql`(select count(*) * ${ROWS.reminder} from ${operations}
  cross join ${operationAnswers} on ${operationAnswers.operationId} = ${operations.id}
    and ${operationAnswers.answer} <> 'not' and ${operationAnswers.remindAt} is null
  cross join ${discordDirectMessages} as ${reminded} on ${reminded.userId} = ${operationAnswers.userId}
    and ${reminded.remindMinutes} is not null
  where ${isOne})`;

/** False if it was changed since it was read. */
export function updateOperation(
  context: Context,
  { by: actor, of: changed }: OnOperations<"change", ChangedOperation<OperationRow>>,
) {
  const { home, groupIds, kept, added, input, operation, scope } = changed;
  const own = groupIds.filter((groupId) => !kept.includes(groupId));
  const values = valuesOf(input);
  const { id, version, seriesId, seriesAt } = operation;
  const changes = changesBetween(told(operation), told(values), EDITED) ?? {};
  const before: string[] = JSON.parse(operation.allGroupIds);
  const isForOthers =
    before.length !== groupIds.length || !groupIds.every((groupId) => before.includes(groupId));
  const hasMore =
    operation.text !== values.text ||
    operation.doctrine !== values.doctrine ||
    operation.commanderId !== values.commanderId ||
    isForOthers;
  const isUnchanged = sql`exists (select 1 from ${operations}
    where ${operations.id} = ${id} and ${operations.version} = ${version})`;
  const isAll = scope === "following" && seriesAt !== null;
  /** How far the whole series moves. */
  const moved = isAll ? values.startsAt.getTime() - seriesAt.getTime() : 0;
  const startsAt = (row: typeof operations | typeof near) =>
    isAll ? sql`${row.seriesAt} + ${moved}` : sql`${values.startsAt.getTime()}`;
  const isMoved = moved !== 0 || operation.startsAt.getTime() !== values.startsAt.getTime();
  const wanted = sql`select value from json_each(${JSON.stringify(groupIds)})`;
  const isChanged = isInScope(changed);
  const counted = isAll ? sql`(${wanted} union ${groupsOf(isChanged)})` : sql`(${wanted})`;
  // Later ones may be of another kind, or for fewer groups, than the one that was read.
  const isOther = isAll
    ? sql`(${operations.kind} <> ${values.kind} or exists (select 1 from json_each(${JSON.stringify(own)}) as own
        where not exists (select 1 from ${operationGroups}
          where ${operationGroups.operationId} = ${operations.id} and ${operationGroups.groupId} = own.value)))`
    : sql`true`;
  const changedIds = sql`(select ${operations.id} from ${operations} where ${isChanged})`;
  return recordAndApply(context, {
    kind: "operation_changed",
    actor,
    groupId: home,
    detail: {
      operationId: id,
      title: input.title,
      changes,
      ...(isAll && { following: true }),
      ...(hasMore && { hasMore }),
    },
    rows: sql`${isAll && moved < 0 ? rowsOfRepeats(groupIds) : 0}
      + ${isMoved ? rowsOfReminders(isChanged) : 0}`,
    ...((isAll || isForOthers || operation.kind !== values.kind) && {
      proof: requireProofToGive(
        actor,
        sql`${hasParticipants(sql`${isChanged} and ${isOther}`)} and ${decidesFor(counted)}`,
      ),
    }),
    condition: and(mayPlan(actor, home), mayAdd(actor, added), isUnchanged),
    statements: (applied) => [
      ...(isAll && seriesId !== null
        ? [
            orm
              .update(operationSeries)
              .set({ nextAt: sql`${operationSeries.nextAt} + ${moved}` })
              .where(and(eq(operationSeries.id, seriesId), applied)),
          ]
        : []),
      // Each keeps the groups for which the actor does not plan: later ones may have others.
      orm.delete(operationGroups).where(
        sql`${operationGroups.operationId} in ${changedIds} and ${applied}
            and ${operationGroups.groupId} not in ${idsIn(groupIds)} and ${mayPlan(actor, operationGroups.groupId)}`,
      ),
      orm
        .update(operationGroups)
        .set({
          startsAt: sql`(select ${startsAt(operations)} from ${operations} where ${operations.id} = ${operationGroups.operationId})`,
        })
        .where(sql`${operationGroups.operationId} in ${changedIds} and ${applied}`),
      insertGroups(isChanged, own, applied).onConflictDoNothing(),
      ...(isAll || isMoved || operation.commanderId !== values.commanderId
        ? [forgetWaits(isChanged, applied)]
        : []),
      moveReminders(sql`${operationAnswers.operationId} in ${changedIds} and ${applied}`, startsAt),
      // Last: a series that moves to earlier days would have earlier operations in the scope too.
      orm
        .update(operations)
        .set({
          ...values,
          ...(isAll
            ? {
                startsAt: startsAt(operations),
                endsAt: sql`${startsAt(operations)} + ${input.minutes * 60_000}`,
                seriesAt: startsAt(operations),
                isOwn: false,
              }
            : { isOwn: seriesId !== null }),
          version: sql`${operations.version} + 1`,
        })
        .where(and(isChanged, applied)),
    ],
  });
}

/**
 * A reading that waits for a fleet, or has waited for nothing, is of the time and the commander that the operation had: it would take
 * another fleet for the operation's, or keep that from being read. `isOne` is a condition on `operations`.
 */
export const forgetWaits = (isOne: SQL, applied = sql`true`) =>
  orm.delete(operationReadings).where(
    sql`${operationReadings.operationId} in (select ${operations.id} from ${operations} where ${isOne})
      and ${operationReadings.begunAt} is null and ${applied}`,
  );

/**
 * Before the account of a commander is deleted: an operation without a commander and without a reading would count against members who
 * were there. One that still runs waits, and another planner can begin it.
 */
export const recordAsUnread = (commanderId: string, now = Date.now()) =>
  insertWhere(
    operationReadings,
    {
      operationId: sql`${operations.id}`,
      endedAt: sql`iif(${operations.endsAt} <= ${now}, ${operations.endsAt}, null)`,
      dueAt: sql`${operations.startsAt}`,
      spans: NOTHING_READ.spans,
      people: [],
    },
    sql`${operations.commanderId} = ${commanderId} and ${operations.startsAt} <= ${now} and ${operations.cancelledAt} is null
      and not exists (select 1 from ${operationReadings} where ${operationReadings.operationId} = ${operations.id})`,
    sql`${operations}`,
  );

/**
 * Reminders that were not sent yet move with the operations, and those who were reminded of another time are reminded again. `startsAt`: of
 * operations that are about to move.
 */
export const moveReminders = (condition: SQL | undefined, startsAt?: (row: typeof near) => SQL) =>
  orm
    .update(operationAnswers)
    .set({
      remindAt: remindAt(operationAnswers, {
        at: sql`${Date.now()}`,
        waiting: operationAnswers.remindAt,
        startsAt: startsAt?.(near),
      }),
    })
    .where(and(condition, sql`${operationAnswers.answer} <> 'not'`));

/** The same for what a user has answered, after the user's choice has changed. */
export const moveRemindersOf = (userId: string) =>
  moveReminders(eq(operationAnswers.userId, userId));

const isOtherThan = (isCancelled: boolean) =>
  sql`(${operations.cancelledAt} is null) = ${Number(isCancelled)}`;

/** SQL condition: an operation of the scope is not so yet, or its series goes on where it has to end, or has ended. */
function hasOther(scoped: Scoped, isCancelled: boolean): SQL {
  const isEnded = sql`(${operationSeries.nextAt} is null)`;
  return sql`(exists (select 1 from ${operations} where ${isInScope(scoped)} and ${isOtherThan(isCancelled)})
    or ${Number(scoped.scope === "following")} and exists (select 1 from ${operationSeries}
      where ${operationSeries.id} = ${scoped.operation.seriesId} and ${isEnded} <> ${Number(isCancelled)}))`;
}

export const selectHasOther = (scoped: Scoped, isCancelled: boolean) =>
  rows({ is: sql<number>`${hasOther(scoped, isCancelled)}` }, (fields) =>
    orm.select(fields).from(sql`(select 1)`),
  );

/** Cancels it, or takes that back. False if it is so already. With all later ones, the series ends, or goes on. */
export function updateCancelled(
  context: Context,
  { by: actor, of: scoped }: OnOperations<"cancel", Scoped>,
  isCancelled: boolean,
) {
  const { id, groupId, title, seriesId } = scoped.operation;
  const isAll = scoped.scope === "following";
  const isOther = isOtherThan(isCancelled);
  const last = alias(operations, "last");
  return recordAndApply(context, {
    kind: isCancelled ? "operation_cancelled" : "operation_restored",
    actor,
    groupId,
    detail: { operationId: id, title, ...(isAll && { following: true }) },
    proof: isCancelled
      ? []
      : requireProofToGive(
          actor,
          sql`${hasParticipants(isInScope(scoped))} and ${decidesFor(sql`(${groupsOf(isInScope(scoped))})`)}`,
        ),
    condition: and(mayPlan(actor, groupId), hasOther(scoped, isCancelled)),
    statements: (applied) => [
      orm
        .update(operations)
        .set({
          cancelledAt: isCancelled ? new Date() : null,
          cancelledBy: isCancelled ? actor.userId : null,
          version: sql`${operations.version} + 1`,
        })
        .where(and(isInScope(scoped), isOther, applied)),
      ...(isCancelled ? [forgetWaits(isInScope(scoped), applied)] : []),
      ...(isAll && seriesId !== null
        ? [
            orm
              .update(operationSeries)
              .set({
                nextAt: isCancelled
                  ? null
                  : sql`(select max(${last.seriesAt}) + ${WEEK_MS} from ${operations} as ${last}
                      where ${last.seriesId} = ${seriesId})`,
              })
              .where(and(eq(operationSeries.id, seriesId), applied)),
          ]
        : []),
    ],
  });
}

const near = alias(operations, "near");

/**
 * SQL: when the user is reminded of the operation: so long before as the user wants. If that has passed, a reminder that still waits is kept
 * until the operation starts; else, and if none is wanted, null.
 */
function remindAt(
  { operationId, userId }: Record<"operationId" | "userId", SQLWrapper>,
  {
    at,
    waiting = sql`null`,
    startsAt = sql`${near.startsAt}`,
  }: { at: SQLWrapper; waiting?: SQLWrapper; startsAt?: SQL | undefined },
): SQL {
  const wanted = sql`${startsAt} - ${reminded.remindMinutes} * 60000`;
  return sql`(select case when ${wanted} > ${at} then ${wanted}
      when ${startsAt} > ${at} then iif(${waiting} < ${startsAt}, ${waiting}, min(${waiting}, ${at})) end
    from ${operations} as ${near}
    cross join ${discordDirectMessages} as ${reminded} on ${reminded.userId} = ${userId} and ${reminded.remindMinutes} is not null
    where ${near.id} = ${operationId})`;
}

const isOpen = sql`${operations.id} = ${sql.placeholder("id")} and ${operations.cancelledAt} is null
  and ${operations.endsAt} > ${now} and ${isVisible}`;

const unlessNot = (at: SQL) =>
  sql`case ${sql.placeholder("answer")} when 'not' then null else ${at} end`;

/** Stores the answer of the viewer, who sees the operation, while it is neither cancelled nor over. */
export const upsertAnswer = prepareWrite(() =>
  insertWhere(
    operationAnswers,
    {
      operationId: sql`${operations.id}`,
      userId: sql`${viewer}`,
      answer: sql`${sql.placeholder("answer")}`,
      brings: sql`${sql.placeholder("brings")}`,
      answeredAt: sql`${now}`,
      remindAt: unlessNot(remindAt({ operationId: operations.id, userId: viewer }, { at: now })),
    },
    isOpen,
    sql`${operations}`,
  ).onConflictDoUpdate({
    target: [operationAnswers.operationId, operationAnswers.userId],
    set: {
      answer: excluded(operationAnswers.answer),
      brings: excluded(operationAnswers.brings),
      answeredAt: excluded(operationAnswers.answeredAt),
      remindAt: unlessNot(
        remindAt(operationAnswers, { at: now, waiting: operationAnswers.remindAt }),
      ),
    },
  }),
);

export const deleteAnswer = prepareWrite(
  () => sql`delete from ${operationAnswers} where ${operationAnswers.operationId} = ${sql.placeholder("id")}
    and ${operationAnswers.userId} = ${viewer} and exists (select 1 from ${operations} where ${isOpen})`,
);

// ── Participation ─────────────────────────────────────────────────────────────────────────────

const boss = alias(characters, "boss");
const took = alias(participations, "took");

/** A character that was seen in the fleet, with its account. */
export type SeenCharacter = OperationPerson & { id: number };
export type Took = OperationPerson & {
  minutes: number | null;
  firstAt: number | null;
  lastAt: number | null;
  ships: number[];
};
type Boss = { userId: string; id: number; name: string | null };

/**
 * What was read of the fleet of an operation that the viewer sees. `seen`: characters of mates while it runs, with their accounts. `took`:
 * who took part, by the list of the reading.
 */
export const selectParticipation = prepare(
  () => ({
    begunAt: operationReadings.begunAt,
    endedAt: operationReadings.endedAt,
    state: operationReadings.state,
    spans: operationReadings.spans,
    isComplete: operationReadings.isComplete,
    seen: sql<
      JsonText<SeenCharacter[]>
    >`(select json_group_array(json_object(${personFields}, 'id', ${characters.id}))
      from json_each(${operationReadings.state}, '$.pilots') as pilot
      cross join ${characters} on ${characters.id} = cast(pilot.key as integer)
      cross join ${users} as ${person} on ${person.id} = ${characters.userId} ${withMain} where ${isMate(person.id)})`,
    took: sql<
      JsonText<Took[]>
    >`(select json_group_array(json_object(${personFields}, 'minutes', ${took.minutes},
        'firstAt', ${took.firstAt}, 'lastAt', ${took.lastAt}, 'ships', json(${took.ships})))
      from json_each(${operationReadings.people}) as one
      cross join ${participations} as ${took} on ${took.userId} = one.value
        and ${took.at} = coalesce(${operationReadings.begunAt}, 0) and ${took.operationId} = ${operations.id}
      cross join ${users} as ${person} on ${person.id} = ${took.userId} ${withMain} where ${isMate(person.id)})`,
    /** The character that is boss and has not granted it: of a mate, and whose. */
    boss: sql<JsonText<Boss> | null>`(select json_object('userId', ${boss.userId}, 'id', ${boss.id},
        'name', iif(${person.mainCharacterId} = ${boss.id}, ${boss.name}, null))
      from ${characters} as ${boss} cross join ${users} as ${person} on ${person.id} = ${boss.userId}
      where ${boss.id} = ${operationReadings.state} ->> '$.problem.bossId' and ${isMate(person.id)})`,
    ships: sql<
      JsonText<Record<string, string>>
    >`(select json_group_object(${names.id}, ${names.name}) from ${names}
      where ${names.name} is not null and ${names.id} in (
        select ship.value from json_each(${operationReadings.state}, '$.pilots') as pilot, json_each(pilot.value, '$.ships') as ship
        union select ship.value from json_each(${operationReadings.people}) as one
          cross join ${participations} as ${took} on ${took.userId} = one.value
            and ${took.at} = coalesce(${operationReadings.begunAt}, 0) and ${took.operationId} = ${operations.id}
          cross join json_each(${took.ships}) as ship))`,
  }),
  (fields) => sql`select ${columns(fields)} from ${operations}
    cross join ${operationReadings} on ${operationReadings.operationId} = ${operations.id}
    where ${operations.id} = ${sql.placeholder("id")} and ${isVisible}`,
);
export type ParticipationRow = RowOfStatement<typeof selectParticipation>;

/** SQL condition: the actor still sees the operation, commands it or plans for its group, and it is not cancelled. */
const mayRun = (userId: string, { id, groupId }: Pick<OperationRow, "id" | "groupId">) =>
  sql`exists (select 1 from ${operations} where ${operations.id} = ${id} and ${operations.cancelledAt} is null
    and ${isVisibleTo(userId)} and (${operations.commanderId} = ${userId} or ${plansFor(userId, groupId)}))`;

/**
 * Begins an operation with the fleet of the actor, or looks for that fleet again, at the next minute: EVE is asked for a fleet once a
 * minute. Changes no row if that is so already.
 */
export function beginReading({
  by: { userId },
  of: { operation },
}: OnOperations<"run", { operation: OperationRow }>) {
  const now = new Date();
  const { begunAt, dueAt, followedId, endedAt } = operationReadings;
  const nextMinute = (Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS;
  return insertWhere(
    operationReadings,
    {
      operationId: operation.id,
      followedId: userId,
      begunAt: now,
      dueAt: now,
      spans: NOTHING_READ.spans,
      people: [],
    },
    mayRun(userId, operation),
  ).onConflictDoUpdate({
    target: operationReadings.operationId,
    set: {
      followedId: userId,
      begunAt: sql`coalesce(${begunAt}, ${now.getTime()})`,
      dueAt: sql`iif(${begunAt} is null, ${now.getTime()}, min(${dueAt}, ${nextMinute}))`,
    },
    setWhere: sql`${endedAt} is null
      and (${begunAt} is null or ${followedId} is not ${userId} or ${dueAt} > ${nextMinute})`,
  });
}

/** Members of the operation's groups that the viewer is in and sees. */
export const selectMates = prepare(
  () => ({ id: person.id, name: personMain.name }),
  (fields) => sql`select distinct ${columns(fields)} from ${seen}
    cross join ${operations} on ${operations.id} = ${operationGroups.operationId}
    cross join ${groupMembers} as ${mate} on ${mate.groupId} = ${groups.id}
    cross join ${users} as ${person} on ${person.id} = ${mate.userId} ${withMain}
    where ${isSeen} and ${operations.id} = ${sql.placeholder("id")}`,
);

/** Who took part beside those who were seen in a fleet, instead of those who were ticked before. Nothing is read after that. */
export function tickParticipants(
  context: Context,
  { by: actor, of: { operation } }: OnOperations<"run", { operation: OperationRow }>,
  userIds: readonly string[],
) {
  const { id, groupId, title, startsAt } = operation;
  const now = new Date();
  const list = JSON.stringify(userIds);
  // The list that is saved lacks the names that the actor did not read: these stay.
  const isShown = actor.isGuest
    ? eq(participations.userId, actor.userId)
    : isMateOf(actor.userId, id, participations.userId);
  const begunAt = sql`(select ${operationReadings.begunAt} from ${operationReadings} where ${operationReadings.operationId} = ${id})`;
  const isStill = sql`not exists (select 1 from ${operationReadings} where ${operationReadings.operationId} = ${id}
    and ${operationReadings.begunAt} is not null and ${operationReadings.endedAt} is null)`;
  return recordAndApply(context, {
    kind: "operation_attended",
    actor,
    groupId,
    detail: { operationId: id, title, count: userIds.length },
    proof: requireProofToGive(
      actor,
      decidesFor(
        sql`(select ${operationGroups.groupId} from ${operationGroups} where ${operationGroups.operationId} = ${id})`,
      ),
    ),
    condition: and(mayRun(actor.userId, operation), isStill),
    statements: (applied) => [
      insertWhere(
        operationReadings,
        {
          operationId: id,
          followedId: actor.userId,
          begunAt: startsAt,
          endedAt: now,
          dueAt: now,
          spans: NOTHING_READ.spans,
          people: [],
          isComplete: true,
        },
        applied,
      ).onConflictDoUpdate({
        target: operationReadings.operationId,
        set: {
          begunAt: sql`coalesce(${operationReadings.begunAt}, ${startsAt.getTime()})`,
          endedAt: sql`coalesce(${operationReadings.endedAt}, ${now.getTime()})`,
          isComplete: true,
          version: sql`${operationReadings.version} + 1`,
        },
      }),
      orm.delete(participations).where(
        sql`${applied} and ${participations.minutes} is null and ${participations.operationId} = ${id}
          and ${participations.at} = ${begunAt} and ${participations.userId} in (select value from json_each((
            select ${operationReadings.people} from ${operationReadings} where ${operationReadings.operationId} = ${id})))
          and ${participations.userId} not in (select value from json_each(${list}))
          and ${isShown}`,
      ),
      insertWhere(
        participations,
        { userId: sql`${users.id}`, at: begunAt, operationId: id, ships: [] },
        applied,
        sql`json_each(${list}) as ticked cross join ${users} on ${users.id} = ticked.value`,
      ).onConflictDoNothing(),
    ],
  });
}

// ── Who comes ─────────────────────────────────────────────────────────────────────────────────

const since = sql.placeholder("since");
const onlyGroup = sql.placeholder("groupId");
const onlyKind = sql.placeholder("kind");
/** The groups for which the viewer plans, or the one of them that is asked for. */
const mine = sql`(select ${planner.groupId} from ${groupMembers} as ${planner} where ${planner.userId} = ${viewer}
  and ${isPlanner(planner)} and (${onlyGroup} is null or ${planner.groupId} = ${onlyGroup}))`;
const isCountedKind = sql`${operations.cancelledAt} is null and (${onlyKind} is null or ${operations.kind} = ${onlyKind})`;

/** The members of these groups, and in how many of the groups' operations they took part. `since90`: what is looked at at all. */
export const selectWhoComes = prepare(
  () => ({
    userId: users.id,
    characterId: users.mainCharacterId,
    name: personMain.name,
    corporationName: names.name,
    joinedAt: sql<number>`member.since`,
    took: sql<
      JsonText<[count: number, minutes: number, lastAt: number | null]>
    >`(select json_array(count(*) filter (where ${participations.at} > ${since}),
        coalesce(sum(${participations.minutes}) filter (where ${participations.at} > ${since}), 0), max(${participations.at}))
      from ${participations} cross join ${operations} on ${operations.id} = ${participations.operationId}
      where ${participations.userId} = ${users.id} and ${participations.at} > ${sql.placeholder("since90")} and ${isCountedKind}
        and exists (select 1 from ${operationGroups} where ${operationGroups.operationId} = ${operations.id}
          and ${operationGroups.groupId} in ${mine}))`,
  }),
  (
    fields,
  ) => sql`select ${columns(fields)} from (select ${mate.userId} as userId, min(${mate.joinedAt}) as since
      from ${groupMembers} as ${mate} where ${mate.groupId} in ${mine} group by ${mate.userId}) as member
    cross join ${users} on ${users.id} = member.userId
    left join ${characters} as ${personMain} on ${personMain.id} = ${users.mainCharacterId}
    left join ${characterAffiliations} on ${characterAffiliations.characterId} = ${users.mainCharacterId}
    left join ${names} on ${names.id} = ${characterAffiliations.corporationId}
    order by ${personMain.nameFolded}, ${users.id} limit 5000`,
);

/** The operations of these groups that have ended: those that were recorded or commanded, and how many of them not wholly. */
export const selectEnded = prepare(
  {
    operations: sql<number>`count(distinct ${operations.id})`,
    unread: sql<number>`count(distinct iif(coalesce(${operationReadings.isComplete}, 0) = 0, ${operations.id}, null))`,
  },
  (fields) => sql`select ${columns(fields)} from ${operationGroups}
    cross join ${operations} on ${operations.id} = ${operationGroups.operationId}
    left join ${operationReadings} on ${operationReadings.operationId} = ${operations.id}
    where ${operationGroups.groupId} in ${mine} and ${operationGroups.startsAt} between ${since} and ${now} and ${isCountedKind}
      and (${operationReadings.endedAt} is not null
        or ${operationReadings.operationId} is null and ${operations.commanderId} is not null and ${operations.endsAt} <= ${now})`,
);

/** What one run deletes at most: each takes its answers along. */
const DELETED_AT_ONCE = 20;

/** Deletes what has been over for a year: evidence asks for nothing older. */
export function deleteOldOperations(at: Date) {
  const end = at.getTime() - OPERATIONS_KEPT_DAYS * DAY_MS;
  const old = sql`(select ${operations.id} from ${operations} where ${operations.endsAt} < ${end} limit ${DELETED_AT_ONCE})`;
  return orm.delete(operations).where(sql`${operations.id} in ${old}`);
}
