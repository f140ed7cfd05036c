import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { lastWayIn, letInBy, wayInKind } from "#worker/audit/memberships.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { groupRequirements, membershipProblems } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isNotJoined, isVisibleToMember } from "#worker/groups/visibility.ts";
import { prepareGroups } from "#worker/groups/group/group-row.ts";
import { isOfMember, problemFields } from "#worker/requirements/problems.ts";

/** Who let the user in, while that person is a member of the group. */
const host = alias(users, "host");
const hostMember = alias(groupMembers, "host_member");
const hostMain = alias(characters, "host_main");

const held = {
  groupId: groups.id,
  groupName: groups.name,
  role: groupMembers.role,
  joinedAt: groupMembers.joinedAt,
  wayIn: wayInKind,
  byId: hostMember.userId,
  byName: hostMain.name,
  enrolment: groupRequirements.enrolment,
  graceDays: groupRequirements.graceDays,
  ...problemFields,
};

export type HeldRow = RowOfStatement<typeof selectHeld>;

const userId = sql.placeholder("userId");

/** The groups that the user is a member of and sees; `isAdmin` (0 or 1) sees them all. What ends comes first. */
export const selectHeld = prepare(held, (fields) =>
  orm
    .select(fields)
    .from(groupMembers)
    .crossJoin(groups)
    .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
    .leftJoin(membershipProblems, isOfMember)
    .leftJoin(
      auditEvents,
      sql`${auditEvents.id} = ${lastWayIn({ groupId: groups.id, userId: groupMembers.userId })}`,
    )
    // A name of a player who is on no list of the group is private (docs/decisions/0028-present-names-in-groups.md).
    .leftJoin(
      hostMember,
      and(eq(hostMember.groupId, groups.id), sql`${hostMember.userId} = ${letInBy}`),
    )
    .leftJoin(host, eq(host.id, hostMember.userId))
    .leftJoin(hostMain, eq(hostMain.id, host.mainCharacterId))
    .where(
      and(
        eq(groupMembers.userId, userId),
        eq(groups.id, groupMembers.groupId),
        sql`(${sql.placeholder("isAdmin")} = 1 or ${isVisibleToMember})`,
      ),
    )
    .orderBy(
      sql`${membershipProblems.graceEndsAt} is null`,
      membershipProblems.graceEndsAt,
      groups.nameFolded,
      groups.id,
    ),
);

/** Groups with requirements that the user is not a member of, visible or not. */
export const selectCandidates = prepareGroups(
  orm
    .select({ id: groups.id })
    .from(groupRequirements)
    .crossJoin(groups)
    .where(and(eq(groups.id, groupRequirements.groupId), isNotJoined(userId)))
    .getSQL(),
);
