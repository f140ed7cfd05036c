import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { definitionOf, kindList, kindsWith, MEMBERSHIP_KINDS } from "#shared/events/kinds.ts";
import type { WayInKind } from "#shared/groups/groups.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { eventIdsFrom } from "./event-id.ts";

const IS_MEMBERSHIP = sql.raw(kindList(MEMBERSHIP_KINDS));
const WAYS_IN = sql.raw(kindList(kindsWith("wayIn")));
const ENDINGS = sql.raw(kindList(kindsWith("endsMembership")));
/** After the last of these about a user, the user is a member. */
const MEMBER_KINDS = sql.raw(kindList(kindsWith("wayIn", "role")));

/** SQL condition on an alias of `audit_events`: tells who was in a group. */
export function isMembershipEvent({ kind }: { kind: SQLWrapper }): SQL {
  return sql`${kind} in ${IS_MEMBERSHIP}`;
}

const way = alias(auditEvents, "way");
const made = alias(auditEvents, "made");
const sent = alias(auditEvents, "sent");

/** SQL condition on an alias of `audit_events`: a membership began. */
export function isWayIn({ kind }: { kind: SQLWrapper }): SQL {
  return sql`+${kind} in ${WAYS_IN}`;
}

/** SQL condition on an alias of `audit_events`: a membership ended, and its group did not. */
export function isEnding({ kind }: { kind: SQLWrapper }): SQL {
  return sql`+${kind} in ${ENDINGS}`;
}

type Ids = { groupId: SQLWrapper; userId: SQLWrapper | Placeholder };

/** SQL: the id of the event by which the user last became a member of the group; null if the log has none. */
export function lastWayIn({ groupId, userId }: Ids): SQL {
  return sql`(${orm
    .select({ id: way.id })
    .from(way)
    .where(
      and(
        sql`${way.groupId} = ${groupId}`,
        sql`${way.subjectId} = ${userId}`,
        isMembershipEvent(way),
        isWayIn(way),
      ),
    )
    .orderBy(desc(way.id))
    .limit(1)})`;
}

const WAYS = sql.raw(
  kindsWith("wayIn")
    .map((kind) => `when '${kind}' then '${definitionOf(kind).wayIn}'`)
    .join(" "),
);

/** SQL: how the way in `audit_events` led into the group. */
export const wayInKind: SQL<WayInKind | null> = sql`case
  when ${auditEvents.kind} = 'member_joined' and ${auditEvents.actorKind} = 'rule' then 'rule'
  else case ${auditEvents.kind} ${WAYS} end end`;

const inviter = orm
  .select({ id: sent.actorId })
  .from(sent)
  .where(
    and(
      sql`${sent.groupId} = ${auditEvents.groupId}`,
      sql`${sent.subjectId} = ${auditEvents.subjectId}`,
      isMembershipEvent(sent),
      sql`+${sent.kind} = 'invitation_sent'`,
      lt(sent.id, auditEvents.id),
    ),
  )
  .orderBy(desc(sent.id))
  .limit(1);

const creatorOfCode = orm
  .select({ id: made.actorId })
  .from(made)
  .where(
    and(
      sql`${made.groupId} = ${auditEvents.groupId}`,
      sql`${made.subjectId} is null`,
      isMembershipEvent(made),
      sql`+${made.kind} = 'code_created'`,
      sql`${made.detail} ->> '$.codeId' = ${auditEvents.detail} ->> '$.codeId'`,
    ),
  )
  .limit(1);

/** SQL: the user who let the member in by the way in `audit_events`: added the member, approved, sent the invitation or created the code. */
export const letInBy: SQL<string | null> = sql`case ${auditEvents.kind}
  when 'request_approved' then ${auditEvents.actorId}
  when 'member_added' then ${auditEvents.actorId}
  when 'invitation_accepted' then (${inviter})
  when 'code_redeemed' then (${creatorOfCode}) end`;

const former = alias(groupMembers, "former");

/** SQL: JSON of `formerMembership`, as the membership is when the event is recorded. */
export function formerMembership({ groupId, userId }: Record<keyof Ids, SQLWrapper | string>): SQL {
  const membership = orm
    .select({
      was: sql`case when ${former.emergencyId} is null then json_object('role', ${former.role},
        'endsAt', strftime('%Y-%m-%dT%H:%M:%fZ', ${former.endsAt} / 1000.0, 'unixepoch')) end`,
    })
    .from(former)
    .where(and(sql`${former.groupId} = ${groupId}`, sql`${former.userId} = ${userId}`));
  return sql`json((${membership}))`;
}

// ── Losses ────────────────────────────────────────────────────────────────────────────────────

const userId = sql.placeholder("userId");
const since = sql.placeholder("since");
const own = alias(groupMembers, "own");
const deleted = alias(auditEvents, "deleted");
const last = alias(auditEvents, "last");

const loss = {
  kind: auditEvents.kind,
  actorKind: auditEvents.actorKind,
  actorId: auditEvents.actorId,
  groupId: auditEvents.groupId,
  groupName: auditEvents.groupName,
  detail: auditEvents.detail,
  createdAt: auditEvents.createdAt,
  effectiveVisibility: groups.effectiveVisibility,
};

const ending = alias(auditEvents, "ending");
const endings = orm
  .select({ id: ending.id })
  .from(ending)
  .where(and(sql`${ending.subjectId} = ${userId}`, gte(ending.id, since), isEnding(ending)));

/** The last event about the user and the deleted group: the user was a member if it is a way in or a role. */
const lastInDeleted = orm
  .select({ kind: last.kind })
  .from(last)
  .where(
    and(
      sql`${last.groupId} = ${deleted.groupId}`,
      sql`${last.subjectId} = ${userId}`,
      isMembershipEvent(last),
      sql`+${last.kind} <> 'invitation_sent'`,
    ),
  )
  .orderBy(desc(last.id))
  .limit(1);

/** Groups that were deleted while the user was in them, as far as the user knew it: see below. */
const deletedGroups = orm
  .select({ id: deleted.id })
  .from(deleted)
  .where(
    and(
      sql`${deleted.kind} = 'group_deleted'`,
      gte(deleted.id, since),
      sql`${deleted.actorId} is not ${userId}`,
      sql`+${deleted.groupVisibility} in ('public', 'qualified', 'hidden')`,
      sql`(${lastInDeleted}) in ${MEMBER_KINDS}`,
    ),
  );

/**
 * Memberships that ended, the latest first. Plain members of a system group do not know that they were in it, neither at that
 * time nor if the group has become one since (docs/decisions/0040-notices.md).
 */
const selectLossEvents = prepare(loss, (fields) =>
  orm
    .select(fields)
    .from(auditEvents)
    .leftJoin(groups, eq(groups.id, auditEvents.groupId))
    .leftJoin(own, and(eq(own.groupId, groups.id), eq(own.userId, userId)))
    .where(
      and(
        sql`${auditEvents.id} in (
${endings.getSQL()} union all ${deletedGroups.getSQL()})`,
        // The user is a member again.
        sql`${own.userId} is null`,
        sql`+${auditEvents.groupVisibility} in ('public', 'qualified', 'hidden')`,
        sql`${groups.effectiveVisibility} is not 'system'`,
      ),
    )
    .orderBy(desc(auditEvents.id)),
);

export type LossRow = RowOfStatement<typeof selectLossEvents>;

/** The memberships that a user has lost since then (in ms), as far as the user may know of them. */
export function selectLosses(user: string, sinceMs: number) {
  return selectLossEvents({ userId: user, since: eventIdsFrom(sinceMs) });
}

const merge = alias(auditEvents, "merge");

/** SQL condition on an event that ends a membership: one account absorbed the other, which was a member too. The membership goes on. */
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
