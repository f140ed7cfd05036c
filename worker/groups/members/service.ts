import type { Group, GroupMember } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import {
  getAuthorizedGroup,
  requireAbility,
  requireVisible,
} from "#worker/groups/group/authorized-group.ts";
import { presentGroup } from "#worker/groups/group/group-row.ts";
import { requireMet } from "#worker/requirements/gate.ts";
import { ApiError } from "#worker/http/api-error.ts";
import * as policy from "./policy.ts";
import * as store from "./store.ts";
import type { Target } from "./store.ts";

export async function joinGroup(
  context: Context,
  actor: UserActor,
  groupId: string,
): Promise<Group> {
  const read = async () => {
    const group = await getAuthorizedGroup(context, actor, groupId);
    if (!group.can.join) throw policy.joinRefusal(group);
    return group;
  };
  const row = await withOptimisticLock(read, async (group) => {
    await requireMet(context, group, actor.userId);
    return store.joinGroup(context, actor, group);
  });
  return presentGroup(row, actor);
}

export async function leaveGroup(context: Context, actor: UserActor, groupId: string) {
  const read = async () => {
    const group = await getAuthorizedGroup(context, actor, groupId);
    if (!group.can.leave) throw policy.leaveRefusal(group);
    return group;
  };
  await withOptimisticLock(read, (group) => store.leaveGroup(context, actor, group));
}

export async function removeMember(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const read = async () => {
    const target = await getTarget(context, actor, groupId, userId, "manageMembers");
    if (!abilities(target).remove) throw policy.removalRefusal(target.group, target.member);
    return target;
  };
  await withOptimisticLock(read, (target) => store.removeMember(context, actor, target));
}

export async function appointAdmin(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const read = async () => {
    const target = await getTarget(context, actor, groupId, userId, "manageAdmins");
    if (!abilities(target).makeAdmin) throw policy.appointmentRefusal(target.group, target.member);
    return target;
  };
  await withOptimisticLock(read, (target) => store.updateRole(context, actor, target, "admin"));
}

export async function dismissAdmin(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const read = async () => {
    const target = await getTarget(context, actor, groupId, userId, "manageAdmins");
    if (!abilities(target).removeAdmin) throw policy.dismissalRefusal(target.group, target.member);
    return target;
  };
  await withOptimisticLock(read, (target) => store.updateRole(context, actor, target, "member"));
}

export async function transferOwnership(
  context: Context,
  actor: UserActor,
  groupId: string,
  newOwnerId: string,
): Promise<Group> {
  const read = async () => {
    const target = await getTarget(context, actor, groupId, newOwnerId, "transfer");
    if (!abilities(target).makeOwner) throw policy.transferRefusal(target.group, target.member);
    return target;
  };
  const row = await withOptimisticLock(read, (target) => store.updateOwner(context, actor, target));
  return presentGroup(row, actor);
}

/** A group and one of its members. The actor's ability is checked before a missing member is reported. */
async function getTarget(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
  ability: "manageMembers" | "manageAdmins" | "transfer",
): Promise<Target> {
  const found = await store.findMember(db, actor, groupId, userId);
  const group = requireVisible(found.group, actor);
  requireAbility(group, ability);
  if (found.member === undefined) {
    throw new ApiError("not_found", `This player is not a member of ${group.name}.`);
  }
  return { group, member: found.member };
}

function abilities({ group, member }: Target): GroupMember["can"] {
  return policy.memberAbilitiesOf(group, member, markOf(member) !== null);
}
