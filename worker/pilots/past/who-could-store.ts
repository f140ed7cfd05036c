import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { GroupRole } from "#shared/groups/groups.ts";
import { isMembershipEvent, letInBy, wayInKind } from "#worker/audit/memberships.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applicationGroups, applications } from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";

const created = alias(auditEvents, "created");
const earliest = alias(auditEvents, "earliest");
const required = alias(applications, "required");
const subject = alias(users, "subject");
const subjectMain = alias(characters, "subject_main");
const host = alias(users, "host");
const hostMain = alias(characters, "host_main");

/** How many events and memberships a page reads. */
export const EVENTS_PER_PAGE = 2000;

const groupId = sql.placeholder("groupId");
const after = sql.placeholder("after");
const merge = alias(auditEvents, "merge");

/** Both accounts were members when one absorbed the other: the membership goes on. */
export const isOfMerge = sql`exists (${orm
  .select({ id: merge.id })
  .from(merge)
  .where(
    and(
      sql`${merge.subjectId} = ${auditEvents.subjectId}`,
      sql`${merge.log} = 'accounts'`,
      sql`+${merge.kind} = 'accounts_merged'`,
      sql`+${merge.requestId} = ${auditEvents.requestId}`,
    ),
  )
  .getSQL()})`;

export type EventRow = RowOfStatement<typeof selectEvents>;

/**
 * The events about the members of a group, user by user, with the present main of who let them in. `namesFormer`: 1, with the
 * mains of former members as well.
 */
export const selectEvents = prepare(
  {
    id: auditEvents.id,
    kind: auditEvents.kind,
    subjectId: sql<string>`${auditEvents.subjectId}`,
    createdAt: auditEvents.createdAt,
    role: sql<GroupRole | null>`${auditEvents.detail} ->> '$.role'`,
    mainCharacterId: subject.mainCharacterId,
    name: subjectMain.name,
    isNamed: sql<number>`${isNotNull(subject.id)}`,
    wayIn: wayInKind,
    byId: host.id,
    byName: hostMain.name,
    isByMember: sql<number>`exists (select 1 from ${groupMembers}
      where ${groupMembers.groupId} = ${groupId} and ${groupMembers.userId} = ${host.id})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .leftJoin(
        subject,
        sql`${subject.id} = case when ${sql.placeholder("namesFormer")} then ${auditEvents.subjectId} end`,
      )
      .leftJoin(subjectMain, eq(subjectMain.id, subject.mainCharacterId))
      .leftJoin(host, sql`${host.id} = ${letInBy}`)
      .leftJoin(hostMain, eq(hostMain.id, host.mainCharacterId))
      .where(
        and(
          eq(auditEvents.groupId, groupId),
          gt(auditEvents.subjectId, after),
          isMembershipEvent(auditEvents),
          sql`+${auditEvents.kind} <> 'invitation_sent'`,
          sql`(${auditEvents.kind} <> 'member_left' or not ${isOfMerge})`,
        ),
      )
      .orderBy(asc(auditEvents.subjectId), asc(auditEvents.id))
      .limit(EVENTS_PER_PAGE),
);

/** The present members of a group, user by user: some have no event, because the log began later. */
export const selectMembers = prepare(
  {
    userId: groupMembers.userId,
    role: groupMembers.role,
    joinedAt: groupMembers.joinedAt,
    mainCharacterId: users.mainCharacterId,
    name: characters.name,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .innerJoin(users, eq(users.id, groupMembers.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(and(eq(groupMembers.groupId, groupId), gt(groupMembers.userId, after)))
      .orderBy(asc(groupMembers.userId))
      .limit(EVENTS_PER_PAGE),
);

/** The transfers of a group, the oldest first. */
export const selectHandovers = prepare(
  { id: auditEvents.id, subjectId: auditEvents.subjectId },
  (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .where(
        and(
          sql`${auditEvents.kind} = 'ownership_transferred'`,
          sql`+${auditEvents.groupId} = ${groupId}`,
        ),
      )
      .orderBy(asc(auditEvents.id)),
);

/** When the group was created, as far as the log knows, and when the log begins. */
export const selectBeginning = prepare(
  {
    createdAt: sql<number | null>`(select ${created.createdAt} from ${auditEvents} as ${created}
      where ${created.groupId} = ${groupId} order by ${created.id} limit 1)`,
    firstKind: sql<string | null>`(select ${created.kind} from ${auditEvents} as ${created}
      where ${created.groupId} = ${groupId} order by ${created.id} limit 1)`,
    loggedSince: sql<number | null>`(select ${earliest.createdAt} from ${auditEvents} as ${earliest}
      where ${earliest.id} = (select min(${auditEvents.id}) from ${auditEvents}))`,
  },
  (fields) => sql`select ${columns(fields)}`,
);

/** The applications that require the group, or are told about its members. */
export const selectApplications = prepare(
  {
    id: applications.id,
    name: applications.name,
    isRequired: sql<number>`${applications.requiredGroupId} is ${groupId}`,
    isGranted: sql<number>`exists (select 1 from ${applicationGroups}
      where ${applicationGroups.applicationId} = ${applications.id}
        and ${applicationGroups.groupId} = ${groupId})`,
  },
  (fields) => sql`select ${columns(fields)} from ${applications} where ${applications.id} in (
      select ${required.id} from ${applications} as ${required} where ${required.requiredGroupId} = ${groupId}
      union select ${applicationGroups.applicationId} from ${applicationGroups}
      where ${applicationGroups.groupId} = ${groupId})
    order by ${applications.name}, ${applications.id}`,
);
