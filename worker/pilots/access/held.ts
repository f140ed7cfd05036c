import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ApplicationAccess, HeldAccess } from "#shared/pilots/access.ts";
import { lastWayIn, letInBy, wayInKind } from "#worker/audit/memberships.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { applicationConsents, applications } from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { categories, groupMembers, groups } from "#worker/db/schema/groups.ts";
import { groupRequirements, membershipProblems } from "#worker/db/schema/requirements.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { endOf } from "#worker/groups/group/policy.ts";
import { isVisibleToMember } from "#worker/access/visibility.ts";
import { isOfMember, presentProblem, problemFields } from "#worker/requirements/problems.ts";
import { shownCauses } from "#worker/requirements/shown-causes.ts";

/** Who let the user in. */
const host = alias(users, "host");
const hostMain = alias(characters, "host_main");
const hostMember = alias(groupMembers, "host_member");

const held = {
  groupId: groups.id,
  groupName: groups.name,
  categoryName: categories.name,
  role: groupMembers.role,
  joinedAt: groupMembers.joinedAt,
  wayIn: wayInKind,
  byId: host.id,
  byName: hostMain.name,
  enrolment: groupRequirements.enrolment,
  graceDays: groupRequirements.graceDays,
  endsAt: groupMembers.endsAt,
  emergencyId: groupMembers.emergencyId,
  ...problemFields,
};

type HeldRow = RowOfStatement<typeof selectHeld>;

/**
 * The groups that a user is a member of and sees; `isAdmin` (0 or 1) sees them all. What ends comes first. `isNamed` is a condition on
 * the person who let the user in.
 */
function prepareHeld(isNamed: SQL | undefined) {
  return prepare(held, (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(groups)
      .innerJoin(categories, eq(categories.id, groups.categoryId))
      .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
      .leftJoin(membershipProblems, isOfMember)
      .leftJoin(
        auditEvents,
        sql`${auditEvents.id} = ${lastWayIn({ groupId: groups.id, userId: groupMembers.userId })}`,
      )
      .leftJoin(host, and(sql`${host.id} = ${letInBy}`, isNamed))
      .leftJoin(hostMain, eq(hostMain.id, host.mainCharacterId))
      .where(
        and(
          eq(groupMembers.userId, sql.placeholder("userId")),
          eq(groups.id, groupMembers.groupId),
          sql`(${sql.placeholder("isAdmin")} = 1 or ${isVisibleToMember})`,
        ),
      )
      .orderBy(
        sql`coalesce(${membershipProblems.graceEndsAt}, ${groupMembers.endsAt}) is null`,
        sql`min(coalesce(${membershipProblems.graceEndsAt}, ${groupMembers.endsAt}),
          coalesce(${groupMembers.endsAt}, ${membershipProblems.graceEndsAt}))`,
        groups.nameFolded,
        groups.id,
      ),
  );
}

const isMember = sql`exists (${orm
  .select({ userId: hostMember.userId })
  .from(hostMember)
  .where(and(eq(hostMember.groupId, groups.id), eq(hostMember.userId, host.id)))
  .getSQL()})`;

/** For the user. The name of a player who is on no list of the group is private (docs/decisions/0028-present-names-in-groups.md). */
export const selectHeld = prepareHeld(isMember);

/** For system administrators. */
export const selectHeldOfPilot = prepareHeld(undefined);

export function presentHeld(row: HeldRow): HeldAccess {
  const { wayIn, byId, byName, enrolment, graceDays } = row;
  return {
    kind: "group",
    groupId: row.groupId,
    groupName: row.groupName,
    role: row.role,
    wayIn: wayIn && {
      kind: wayIn,
      by: byId === null || byName === null ? null : { userId: byId, name: byName },
    },
    since: row.joinedAt.toISOString(),
    rule: enrolment === null || graceDays === null ? null : { enrolment, graceDays },
    problem: presentProblem(row),
    endsAt: endOf(row, row),
  };
}

/** For administrators: the causes carry the hour, as for everybody but the player. */
export function presentHeldOfPilot(row: HeldRow): HeldAccess {
  const { problem, ...access } = presentHeld(row);
  const shown = problem && { ...problem, causes: shownCauses(problem.causes, ALL_SHOWN) };
  return { ...access, problem: shown };
}

const ALL_SHOWN = { isCharacterShown: () => true, isGroupShown: () => true, isKeeper: true };

type ConsentRow = RowOfStatement<typeof selectConsents>;

/** The applications that a user has allowed. `isAdmin` (0 or 1) reads the names of groups that the user may not know. */
export const selectConsents = prepare(
  {
    applicationId: applications.id,
    applicationName: applications.name,
    isOn: applications.isOn,
    claims: applicationConsents.claims,
    since: applicationConsents.createdAt,
    lastSignInAt: applicationConsents.lastSignInAt,
    requiredGroupId: applications.requiredGroupId,
    isMember: sql<number>`${groupMembers.userId} is not null`,
    groupName: sql<string | null>`iif(${sql.placeholder("isAdmin")} = 1
      or (${groupMembers.userId} is not null and ${isVisibleToMember}), ${groups.name}, null)`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applicationConsents)
      .innerJoin(applications, eq(applications.id, applicationConsents.applicationId))
      .leftJoin(groups, eq(groups.id, applications.requiredGroupId))
      .leftJoin(
        groupMembers,
        and(
          eq(groupMembers.groupId, applications.requiredGroupId),
          eq(groupMembers.userId, applicationConsents.userId),
        ),
      )
      .where(eq(applicationConsents.userId, sql.placeholder("userId")))
      .orderBy(applications.name, applications.id),
);

export function presentConsent(row: ConsentRow): ApplicationAccess {
  return {
    applicationId: row.applicationId,
    applicationName: row.applicationName,
    isOn: row.isOn,
    claims: row.claims,
    since: row.since.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    requires:
      row.requiredGroupId === null
        ? null
        : { groupName: row.groupName, isMember: row.isMember === 1 },
  };
}
