import { and, asc, eq, gt, isNull, ne, notExists, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { hasPendingInvitation } from "#worker/access/pending.ts";
import { isQualified } from "#worker/access/visibility.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { existsIn, idsIn, orm, prepare } from "#worker/db/statements.ts";
import type { Fields } from "#worker/db/statements.ts";
import { TYPES_OF_GROUPS } from "#worker/requirements/shown-causes.ts";
import { nowFor, ROWS } from "./list.ts";
import type { List, UserId } from "./list.ts";

/** Events about the user, or events about others that the user caused. */
export function eventList(role: "subject" | "actor"): List {
  const isMine = role === "subject" ? auditEvents.subjectId : auditEvents.actorId;
  const userId = sql.placeholder("userId");
  const selectPage = prepare(
    () => fieldsFor(userId),
    (aliased) =>
      orm
        .select(aliased)
        .from(auditEvents)
        .where(
          and(
            eq(isMine, userId),
            gt(auditEvents.id, sql.placeholder("after")),
            // The unary plus keeps SQLite from using another index (https://www.sqlite.org/optoverview.html).
            role === "actor" ? sql`+${auditEvents.subjectId} is not ${userId}` : undefined,
            isShownTo(userId),
          ),
        )
        .orderBy(asc(auditEvents.id))
        .limit(ROWS),
  );
  return {
    table: auditEvents,
    fields: fieldsFor,
    size: ROWS,
    select: (user, [after = ""]) =>
      selectPage({ userId: user, after: String(after), now: Date.now() }),
    keyOf: (row) => [String(row["id"])],
    raw: "detail",
  };
}

const detail = sql`json_remove(${auditEvents.detail}, '$.formerOwnerId')`;

/**
 * Names of other users are their personal data, so they are left out. So are causes that name a group, which the user may not be able to
 * see, as on My access.
 */
function fieldsFor(userId: UserId): Fields {
  return {
    id: auditEvents.id,
    at: auditEvents.createdAt,
    log: auditEvents.log,
    kind: auditEvents.kind,
    by: sql<string>`case when ${auditEvents.actorId} = ${userId} then 'you'
      when ${auditEvents.actorKind} = 'eve' then 'EVE'
      when ${auditEvents.actorKind} = 'application' then 'an application'
      when ${auditEvents.actorKind} = 'job' then 'Muster' else 'another user' end`,
    characterId: ownOnly(userId, auditEvents.characterId),
    characterName: ownOnly(userId, auditEvents.characterName),
    groupName: auditEvents.groupName,
    categoryName: auditEvents.categoryName,
    corporationName: auditEvents.corporationName,
    serverId: auditEvents.serverId,
    serverName: auditEvents.serverName,
    applicationId: auditEvents.applicationId,
    applicationName: auditEvents.applicationName,
    detail: sql<string>`case when ${detail} -> '$.causes' is null then ${detail} else json_set(${detail}, '$.causes', (
      select json_group_array(json(cause.value)) from json_each(${auditEvents.detail}, '$.causes') as cause
      where cause.value ->> '$.condition.type' not in ${idsIn(TYPES_OF_GROUPS)})) end`,
  };
}

function ownOnly(
  userId: UserId,
  column: typeof auditEvents.characterId | typeof auditEvents.characterName,
) {
  return sql`case when ${auditEvents.subjectId} = ${userId} then ${column} end`;
}

/** SQL condition: the event concerns no group, a group that the user may know of, or the user's own act in a deleted group. */
function isShownTo(userId: UserId) {
  const ofGroup = orm.select().from(groups).where(eq(groups.id, auditEvents.groupId));
  return or(
    isNull(auditEvents.groupId),
    isKnown(auditEvents.groupId, userId),
    and(eq(auditEvents.actorId, userId), notExists(ofGroup)),
  );
}

// An alias: these conditions are read inside statements that read the memberships.
const own = alias(groupMembers, "own");

/** SQL condition on `groups`. */
function isMember(userId: UserId, condition?: SQL): SQL {
  return existsIn(own, and(eq(own.groupId, groups.id), eq(own.userId, userId), condition));
}

/** SQL condition: the user may know of the group. A system group is invisible to its members. */
export function isKnown(groupId: SQLiteColumn, userId: UserId): SQL {
  const isShown = or(
    ne(groups.effectiveVisibility, "system"),
    isMember(userId, ne(own.role, "member")),
  );
  return existsIn(groups, and(eq(groups.id, groupId), isShown));
}

/** SQL condition on the id of a group: the user is a member, and sees the group. */
export function isOfMembership(groupId: SQLiteColumn, userId: UserId): SQL {
  return existsIn(
    groups,
    eq(groups.id, groupId),
    isMember(userId, or(ne(groups.effectiveVisibility, "system"), ne(own.role, "member"))),
  );
}

/** SQL expression: the present name of a group that the user sees, else null. */
export function groupName(groupId: SQLiteColumn, userId: UserId) {
  const isShown = or(
    eq(groups.effectiveVisibility, "public"),
    isQualified(userId),
    isMember(userId),
    hasPendingInvitation(groups.id, userId, nowFor(userId)),
  );
  const name = orm
    .select({ name: groups.name })
    .from(groups)
    .where(and(eq(groups.id, groupId), isShown));
  return sql<string | null>`${name}`;
}
