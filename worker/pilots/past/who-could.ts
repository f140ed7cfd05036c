import * as z from "zod/mini";
import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isMembershipEvent, isOfMerge, letInBy, wayInKind } from "#worker/audit/memberships.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applicationGroups, applications } from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { GroupRole, WayIn } from "#shared/groups/groups.ts";
import type { WhoCan, WhoCanEntry, WhoCanQuery } from "#shared/pilots/past.ts";
import { DAY_MS, isoOrNull } from "#shared/time.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { toNotedSeal } from "#worker/audit/seals/canonical.ts";
import { loggedSince, selectLastSeal } from "#worker/audit/seals/store.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { requireAbilityToRead, requireVisible } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { decryptCursor, encryptCursor } from "#worker/http/page.ts";
import { membershipAt, membershipOfRow } from "./memberships.ts";

const pageKey = z.tuple([z.string()]);

/** Who was a member of a group at the end of a day, with which role and how they got in. One round trip. */
export async function whoCan(
  { db, config }: Context,
  actor: UserActor,
  groupId: string,
  { on, cursor }: WhoCanQuery,
): Promise<WhoCan> {
  // A reader who chose where a page begins would find out who the former members are.
  const boundTo = `who-can:${actor.userId}:${groupId}`;
  const [after] = (await decryptCursor(config, cursor, { schema: pageKey, boundTo })) ?? [""];
  const end = (on === undefined ? Date.now() : Date.parse(on)) + DAY_MS;
  const before = eventIdsFrom(end);
  const [[row], events, members, handovers, [beginning], applications, [seal]] = await runBatch(
    db,
    [
      selectGroup(actor.userId, groupId),
      selectEvents({ groupId, after, namesFormer: Number(actor.isAdmin) }),
      selectMembers({ groupId, after }),
      selectHandovers({ groupId }),
      selectBeginning({ groupId }),
      selectApplications({ groupId }),
      selectLastSeal(),
    ],
  );
  requireAbilityToRead(requireVisible(row, actor), "seeActivity");
  const last = lastWhole(events, members);
  const eventsOf = Map.groupBy(events, ({ subjectId }) => subjectId);
  const memberOf = new Map(members.map((member) => [member.userId, member]));
  const ids = [...new Set([...eventsOf.keys(), ...memberOf.keys()])].filter(
    (id) => last === undefined || id <= last,
  );
  const instant = on === undefined ? Date.now() : end;
  const listed = ids.flatMap((userId) => {
    const own = eventsOf.get(userId) ?? [];
    const others = handovers.filter(({ subjectId }) => subjectId !== userId);
    const present = memberOf.get(userId);
    const membership =
      present !== undefined && own.length === 0
        ? membershipOfRow(present, others, { before, instant })
        : membershipAt(own.map(toEvent), others, before);
    const wayIn = own.find(({ id }) => id === membership?.wayInId);
    const shown = present ?? own.find(({ isNamed }) => isNamed === 1);
    return membership === null ? [] : [{ userId, membership, wayIn, shown }];
  });
  // Between the others, the place of a former member would narrow down who it is.
  const found = [
    ...listed.filter(({ shown }) => shown !== undefined),
    ...listed.filter(({ shown }) => shown === undefined),
  ];
  const isCreationLogged =
    beginning?.firstKind === "group_created" || beginning?.firstKind === "group_moved_in";
  return {
    items: found.map(({ userId, membership, wayIn, shown }): WhoCanEntry => ({
      userId: shown === undefined ? null : userId,
      mainCharacterId: shown?.mainCharacterId ?? null,
      name: shown?.name ?? null,
      role: membership.role,
      since: isoOrNull(membership.since),
      wayIn: wayIn?.wayIn ? { kind: wayIn.wayIn, by: hostOf(wayIn, actor) } : null,
    })),
    applications:
      on === undefined && cursor === undefined
        ? applications.map(({ isRequired, isGranted, ...application }) => ({
            ...application,
            isRequired: isRequired === 1,
            isGranted: isGranted === 1,
          }))
        : [],
    existsSince: isCreationLogged ? isoOrNull(beginning.createdAt) : null,
    loggedSince: isoOrNull(beginning?.loggedSince),
    seal: toNotedSeal(seal),
    nextCursor: last === undefined ? null : await encryptCursor(config, [last], boundTo),
  };
}

function toEvent({ id, kind, createdAt, role }: EventRow) {
  return { id, kind, at: createdAt.getTime(), role };
}

/** Who let the member in. Leaders read the names of present members only. */
function hostOf({ byId, byName, isByMember }: EventRow, { isAdmin }: UserActor): WayIn["by"] {
  const isShown = isAdmin || isByMember === 1;
  return isShown && byId !== null && byName !== null ? { userId: byId, name: byName } : null;
}

/** The last user of whom this page has everything; undefined on the last page. */
function lastWhole(
  events: readonly { subjectId: string }[],
  members: readonly { userId: string }[],
): string | undefined {
  const ends: string[] = [];
  if (events.length === EVENTS_PER_PAGE) {
    const cut = events.at(-1)?.subjectId ?? "";
    // The events of the last user may go on.
    ends.push(events.findLast(({ subjectId }) => subjectId !== cut)?.subjectId ?? cut);
  }
  if (members.length === EVENTS_PER_PAGE) ends.push(members.at(-1)?.userId ?? "");
  return ends.length === 0 ? undefined : ends.reduce((a, b) => (a < b ? a : b));
}

// ── Statements ────────────────────────────────────────────────────────────────────────────────

const created = alias(auditEvents, "created");
const required = alias(applications, "required");
const subject = alias(users, "subject");
const subjectMain = alias(characters, "subject_main");
const host = alias(users, "host");
const hostMain = alias(characters, "host_main");

/** How many events and memberships a page reads. */
const EVENTS_PER_PAGE = 2000;

const groupId = sql.placeholder("groupId");
const after = sql.placeholder("after");
type EventRow = RowOfStatement<typeof selectEvents>;

/**
 * The events about the members of a group, user by user, with the present main of who let them in. `namesFormer`: 1, with the
 * mains of former members as well.
 */
const selectEvents = prepare(
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
const selectMembers = prepare(
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
const selectHandovers = prepare(
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
const selectBeginning = prepare(
  {
    createdAt: sql<number | null>`(select ${created.createdAt} from ${auditEvents} as ${created}
      where ${created.groupId} = ${groupId} order by ${created.id} limit 1)`,
    firstKind: sql<string | null>`(select ${created.kind} from ${auditEvents} as ${created}
      where ${created.groupId} = ${groupId} order by ${created.id} limit 1)`,
    loggedSince,
  },
  (fields) => sql`select ${columns(fields)}`,
);

/** The applications that require the group, or are told about its members. */
const selectApplications = prepare(
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
