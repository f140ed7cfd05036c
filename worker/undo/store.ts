import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { DECISION_KINDS, kindList } from "#shared/events/kinds.ts";
import { MAX_UNDO_EVENTS } from "#shared/pilots/undo.ts";
import { isMembershipEvent } from "#worker/audit/memberships.ts";
import { event } from "#worker/audit/store.ts";
import { memberGroupId } from "#worker/access/guests.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { categories, groupMembers, groups, invitationBlocks } from "#worker/db/schema/groups.ts";
import { askedRemovals, groupRequirements, heldChanges } from "#worker/db/schema/requirements.ts";
import { operations } from "#worker/db/schema/operations.ts";
import { columns, nameOfColumn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { OPERATION_EVENT_KINDS } from "./touches.ts";

// All of it is read in one round trip: what depends on the actor's events repeats the range of the index on actors.

const since = sql.placeholder("since");
const mine = alias(auditEvents, "mine");
const { groupId, userId } = groupMembers;

/** SQL: the actor's events in the span, the newest first, and at most one more than may be undone. */
const own = orm
  .select({
    kind: mine.kind,
    groupId: sql`${mine.groupId}`.as(groupId.name),
    userId: sql`${mine.subjectId}`.as(userId.name),
    detail: mine.detail,
  })
  .from(mine)
  .where(isInSpan(mine))
  .orderBy(desc(mine.id))
  .limit(MAX_UNDO_EVENTS + 1)
  .getSQL();

/** SQL condition on an alias of `audit_events`. */
function isInSpan({ actorId, id }: Record<"actorId" | "id", SQLiteColumn>) {
  return and(
    eq(actorId, sql.placeholder("userId")),
    gte(id, since),
    lt(id, sql.placeholder("before")),
  );
}

const ofGroup = nameOfColumn(groupId);
const ofUser = nameOfColumn(userId);
const formerOwner = sql`${nameOfColumn(mine.detail)} ->> '$.formerOwnerId'`;

/** SQL: the members of groups that these events are about. */
const pairs = sql`with own as materialized (${own})
  select ${ofGroup}, ${ofUser} from own where ${ofGroup} is not null and ${ofUser} is not null
  union
  select ${ofGroup}, ${formerOwner} from own
  where ${nameOfColumn(mine.kind)} = 'ownership_transferred' and ${formerOwner} is not null`;
const touched = sql`touched as materialized (${pairs})`;
const members = orm.$with("touched", { groupId, userId }).as(pairs);
const ofGroups = orm.$with("one", { groupId }).as(sql`select distinct ${ofGroup} from (${own})`);

const DECISIONS = sql.raw(kindList(DECISION_KINDS));

export type UndoEventRow = RowOfStatement<typeof selectOwn>;

export const selectOwn = prepare(event, (fields) =>
  orm
    .select(fields)
    .from(auditEvents)
    .where(isInSpan(auditEvents))
    .orderBy(desc(auditEvents.id))
    .limit(MAX_UNDO_EVENTS + 1),
);

/** What all users have done to these memberships since the beginning of the span. */
export const selectMemberships = prepare(
  event,
  (fields) => sql`with ${touched}
    select ${columns(fields)} from touched cross join ${auditEvents}
    where ${auditEvents.groupId} = touched.${ofGroup} and ${auditEvents.subjectId} = touched.${ofUser}
      and ${isMembershipEvent(auditEvents)} and ${auditEvents.id} >= ${since}`,
);

/** The ends that were set: the index on memberships does not have them. */
export const selectEnds = prepare(
  event,
  (fields) => sql`with ${touched}
    select ${columns(fields)} from (select distinct ${ofUser} from touched) as person cross join ${auditEvents}
    where ${auditEvents.subjectId} = person.${ofUser} and ${auditEvents.id} >= ${since}
      and ${auditEvents.groupVisibility} is not null and ${auditEvents.kind} in ${DECISIONS}
      and +${auditEvents.kind} = 'membership_end_set'
      and (+${auditEvents.groupId}, +${auditEvents.subjectId}) in (select ${ofGroup}, ${ofUser} from touched)`,
);

/** Edits of the groups, and transfers: they also change the role of another user than the one they name. */
export const selectEdits = prepare(
  event,
  (fields) => sql`with own as materialized (${own})
    select ${columns(fields)} from ${auditEvents}
    where ${auditEvents.kind} in ('group_updated', 'requirements_updated', 'ownership_transferred',
        ${sql.raw(OPERATION_EVENT_KINDS.map((kind) => `'${kind}'`).join(", "))}) and ${auditEvents.id} >= ${since}
      and +${auditEvents.groupId} in (select ${ofGroup} from own)`,
);

const operationId = sql`${nameOfColumn(mine.detail)} ->> '$.operationId'`;
const ofSeries = alias(operations, "of_series");
/** SQL: the operations of these events, and all others of their series. */
const touchedOperations = sql`(with one as materialized (select distinct ${operationId} as id from (${own}) where ${operationId} is not null)
  select id from one union select ${ofSeries.id} from one cross join ${operations} on ${operations.id} = one.id
    cross join ${operations} as ${ofSeries} on ${ofSeries.seriesId} = ${operations.seriesId})`;

export type UndoOperationRow = RowOfStatement<typeof selectOperations>;

/** The operations of events in the span, but for those that are gone. */
export const selectOperations = prepare(
  {
    id: operations.id,
    version: operations.version,
    seriesId: operations.seriesId,
    cancelledAt: operations.cancelledAt,
    kind: operations.kind,
    title: operations.title,
    startsAt: operations.startsAt,
    endsAt: operations.endsAt,
    place: operations.place,
    comms: operations.comms,
  },
  (fields) =>
    sql`select ${columns(fields)} from ${operations} where ${operations.id} in ${touchedOperations}`,
);

const isHeld = sql<number>`exists (select 1 from ${askedRemovals} cross join ${heldChanges}
  where ${askedRemovals.groupId} = ${members.groupId} and ${askedRemovals.userId} = ${members.userId}
    and ${heldChanges.id} = ${askedRemovals.heldId} and ${heldChanges.state} = 'held')`;
const isBlocked = sql<number>`exists (select 1 from ${invitationBlocks}
  where ${invitationBlocks.groupId} = ${members.groupId} and ${invitationBlocks.userId} = ${members.userId})`;

/** These members as they are now. Users who are gone have no row. */
export const selectSeats = prepare(
  {
    groupId: members.groupId,
    userId: users.id,
    name: characters.name,
    suspendedUntil: users.suspendedUntil,
    role: groupMembers.role,
    endsAt: groupMembers.endsAt,
    emergencyId: groupMembers.emergencyId,
    isBlocked,
    isHeld,
  },
  (fields) =>
    orm
      .with(members)
      .select(fields)
      .from(members)
      .crossJoin(users)
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .leftJoin(groupMembers, and(eq(groupId, members.groupId), eq(userId, members.userId)))
      .where(eq(users.id, members.userId)),
);

export type SeatRow = RowOfStatement<typeof selectSeats>;

/** The groups of all events in the span, but for those that are gone. */
export const selectGroups = prepare(
  {
    id: groups.id,
    name: groups.name,
    description: groups.description,
    categoryId: groups.categoryId,
    categoryName: categories.name,
    visibility: groups.visibility,
    joinMode: groups.joinMode,
    isOpenToGuests: groups.isOpenToGuests,
    isShownInInvites: groups.isShownInInvites,
    membershipDays: groups.membershipDays,
    memberCount: groups.memberCount,
    version: groups.version,
    enrolment: groupRequirements.enrolment,
    tree: groupRequirements.tree,
    listing: groupRequirements.listing,
    graceDays: groupRequirements.graceDays,
    ruleVersion: groupRequirements.version,
    memberGroupId,
  },
  (fields) =>
    orm
      .with(ofGroups)
      .select(fields)
      .from(ofGroups)
      .crossJoin(groups)
      .innerJoin(categories, eq(categories.id, groups.categoryId))
      .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
      .where(eq(groups.id, ofGroups.groupId)),
);

export type UndoGroupRow = RowOfStatement<typeof selectGroups>;

export const selectCategories = prepare({ id: categories.id, name: categories.name }, (fields) =>
  orm.select(fields).from(categories),
);

/** Whose actions: a user, or an application. */
export const selectPerson = prepare(
  {
    userId: sql<string>`userId`,
    name: sql<string | null>`name`,
    isApplication: sql<number>`isApplication`,
  },
  () => sql`select ${users.id} as userId, ${characters.name} as name, 0 as isApplication from ${users}
      left join ${characters} on ${characters.id} = ${users.mainCharacterId}
      where ${users.id} = ${sql.placeholder("userId")}
    union all select ${applications.id}, ${applications.name}, 1 from ${applications}
      where ${applications.id} = ${sql.placeholder("userId")}`,
);
