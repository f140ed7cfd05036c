import { and, eq, sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import type { GroupRole } from "#shared/groups/groups.ts";
import { formerMembership } from "#worker/audit/memberships.ts";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { existsIn, orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { isOfMember } from "#worker/requirements/problems.ts";
import type { OnMembers, Target } from "./policy.ts";
import { addMember, BEGINNINGS, NO_END, withdrawRequests } from "./add-member.ts";
import type { Entry } from "./add-member.ts";
import { memberFields } from "./list-store.ts";

const selectMember = prepare(memberFields, (fields) =>
  orm
    .select(fields)
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .leftJoin(membershipProblems, isOfMember)
    .where(isMembership(sql.placeholder("groupId"), sql.placeholder("userId"))),
);

/** A group and one of its members, whether or not the actor may see them. */
export async function findMember(db: Database, actor: UserActor, groupId: string, userId: string) {
  const [[group], [found]] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    selectMember({ groupId, userId }),
  ]);
  return { group, member: found };
}

export function joinGroup(context: Context, way: Entry<OnMembers<"join">>) {
  const { by: actor, of } = way.allowed;
  const { group } = of;
  const { userId } = actor;
  return recordApplyAndRead(
    context,
    {
      kind: BEGINNINGS.join,
      ...about(actor, actor, group),
      condition: isUnchanged(group, actor),
      statements: (applied) => addMember(context, way, { userId }, applied),
    },
    selectGroup(userId, group.id),
  );
}

/** Ends the actor's membership, unless the actor has become the owner. */
export function leaveGroup(context: Context, { by: actor, of: { group } }: OnMembers<"leave">) {
  const isAsked = and(eq(joinRequests.groupId, group.id), eq(joinRequests.userId, actor.userId));
  return recordAndApply(context, {
    kind: "member_left",
    ...about(actor, actor, group),
    detail: withFormer(group, actor),
    condition: isUnchanged(group, actor),
    statements: (applied) => [
      // A member may have asked to stay longer.
      ...withdrawRequests(context, actor, and(isAsked, applied)),
      deleteMembership(group.id, actor.userId, applied),
    ],
  });
}

export function removeMember(context: Context, allowed: OnMembers<"remove", Target>) {
  const { by: actor, of: target } = allowed;
  const { group, member } = target;
  return recordAndApply(context, {
    kind: "member_removed",
    ...about(actor, member, group),
    detail: withFormer(group, member),
    condition: isTargetUnchanged(target, actor),
    statements: (applied) => [deleteMembership(group.id, member.userId, applied)],
  });
}

export function appointAdmin(context: Context, allowed: OnMembers<"makeAdmin", Target>) {
  return updateRole(context, allowed, { kind: "admin_appointed", role: "admin" });
}

export function dismissAdmin(context: Context, allowed: OnMembers<"removeAdmin", Target>) {
  return updateRole(context, allowed, { kind: "admin_dismissed", role: "member" });
}

function updateRole(
  context: Context,
  { by: actor, of: target }: OnMembers<"makeAdmin" | "removeAdmin", Target>,
  { kind, role }: { kind: "admin_appointed" | "admin_dismissed"; role: "admin" | "member" },
) {
  const { group, member } = target;
  return recordAndApply(context, {
    kind,
    ...about(actor, member, group),
    condition: isTargetUnchanged(target, actor),
    statements: (applied) => [setRole(role, and(isMembership(group.id, member.userId), applied))],
  });
}

/** Makes the member the owner, and the owner an admin. */
export function updateOwner(context: Context, allowed: OnMembers<"makeOwner", Target>) {
  const { by: actor, of: target } = allowed;
  const { group, member } = target;
  const isOwner = and(eq(groupMembers.groupId, group.id), sql`${groupMembers.role} = 'owner'`);
  return recordApplyAndRead(
    context,
    {
      kind: "ownership_transferred",
      ...about(actor, member, group),
      detail: sql`json_set(${withFormer(group, member)}, '$.formerOwnerId', ${group.ownerId})`,
      condition: and(
        isTargetUnchanged(target, actor),
        existsIn(groupMembers, isOwner, eq(groupMembers.userId, group.ownerId)),
      ),
      statements: (applied) => [
        // In this order: an index refuses a second owner.
        setRole("admin", and(isOwner, applied)),
        setRole("owner", and(isMembership(group.id, member.userId), applied)),
      ],
    },
    selectGroup(actor.userId, group.id),
  );
}

function about(actor: UserActor, { userId }: { userId: string }, { id }: AuthorizedGroup) {
  return { actor, subjectId: userId, groupId: id };
}

/** SQL: the detail of an event that tells what the membership was before. */
function withFormer({ id: groupId }: AuthorizedGroup, { userId }: { userId: string }): SQL {
  return sql`json_object('was', ${formerMembership({ groupId, userId })})`;
}

/** SQL condition on `groups`: the group, the actor's role and the member's role are those that the rules were applied to. */
function isTargetUnchanged({ group, member }: Target, actor: UserActor) {
  return and(
    isUnchanged(group, actor),
    existsIn(
      groupMembers,
      isMembership(group.id, member.userId),
      eq(groupMembers.role, member.role),
    ),
  );
}

function isMembership(groupId: string | Placeholder, userId: string | Placeholder) {
  return and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId));
}

function deleteMembership(groupId: string, userId: string, applied: SQL) {
  return orm.delete(groupMembers).where(and(isMembership(groupId, userId), applied));
}

function setRole(role: GroupRole, condition: SQL | undefined) {
  // The owner stays.
  const end = role === "owner" && NO_END;
  return orm
    .update(groupMembers)
    .set({ role, ...end })
    .where(condition);
}
