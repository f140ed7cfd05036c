import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { isMembershipEvent, lastWayIn, letInBy } from "#worker/audit/memberships.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { groupVetting } from "#worker/db/schema/group-forms.ts";
import { existsIn, orm, prepare } from "#worker/db/statements.ts";
import type { GroupRow } from "./group-row.ts";

// A system administrator can join any group, and take any office. Notes about pilots and what they share are read by those whom the
// group has chosen: an administrator who has put themselves there reads neither, unless it is emergency access, which everybody is told of.

const appointed = alias(auditEvents, "appointed");
const emergency = alias(groupMembers, "emergency");

const userId = sql.placeholder("userId");

/** SQL, 0 or 1: the user let themselves in. Founders and members by requirements did not. */
function hasLetIn(groupId: SQL): SQL {
  const last = orm
    .select({
      isOwn: sql`case when ${auditEvents.kind} = 'group_created' or ${auditEvents.actorKind} = 'rule' then 0
        else coalesce(${letInBy}, ${auditEvents.actorId}) is ${userId} end`,
    })
    .from(auditEvents)
    .where(sql`${auditEvents.id} = ${lastWayIn({ groupId, userId })}`);
  return sql`coalesce((${last}), 0)`;
}

/** SQL, 0 or 1: the user has taken the office of owner or admin. */
function hasAppointed(groupId: SQL): SQL {
  const last = orm
    .select({ isOwn: sql`${appointed.actorId} is ${userId}` })
    .from(appointed)
    .where(
      and(
        sql`${appointed.groupId} = ${groupId}`,
        eq(appointed.subjectId, userId),
        isMembershipEvent(appointed),
        sql`+${appointed.kind} in ('ownership_transferred', 'admin_appointed')`,
      ),
    )
    .orderBy(desc(appointed.id))
    .limit(1);
  return sql`coalesce((${last}), ${hasLetIn(groupId)})`;
}

/** SQL condition: the user has emergency access. Its end does not wait for the job that removes the membership. */
function isEmergency(groupId: SQL): SQL {
  return existsIn(
    emergency,
    sql`${emergency.groupId} = ${groupId}`,
    eq(emergency.userId, userId),
    isNotNull(emergency.emergencyId),
    sql`${emergency.endsAt} > ${sql.placeholder("now")}`,
  );
}

/** What a system administrator has by their own hand, 0 or 1: an office in the group, and a place in the group that reviews for it. */
export type OwnHand = { office: number; review: number };

type Office = { group: Pick<GroupRow, "role">; ownHand: OwnHand | undefined };

/** The actor is the owner or an admin, and has not made themselves that as a system administrator. */
export function holdsOffice({ group: { role }, ownHand }: Office): boolean {
  return (role === "owner" || role === "admin") && ownHand?.office !== 1;
}

/** What reads it for a system administrator, and nothing for others. `groupId`: SQL with placeholders, for which `values` has values. */
export function prepareOwnHand(groupId: SQL) {
  const statement = prepare(
    () => {
      const reviewers = sql`(select ${groupVetting.reviewerGroupId} from ${groupVetting}
        where ${groupVetting.groupId} = ${groupId})`;
      return {
        office: sql<number>`${hasAppointed(groupId)} and not ${isEmergency(groupId)}`,
        review: sql<number>`${hasLetIn(reviewers)} and not ${isEmergency(reviewers)}`,
      };
    },
    (fields) => orm.select(fields).from(sql`(select 1)`),
  );
  return ({ userId, isAdmin }: UserActor, values: Record<string, string>) =>
    isAdmin ? [statement({ userId, now: Date.now(), ...values })] : [];
}
