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
import { presentGroup } from "#worker/groups/group/present-group.ts";
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
  const read = () => getTarget(context, actor, groupId, userId, "remove");
  await withOptimisticLock(read, (target) => store.removeMember(context, actor, target));
}

export async function appointAdmin(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const read = () => getTarget(context, actor, groupId, userId, "makeAdmin");
  await withOptimisticLock(read, (target) => store.updateRole(context, actor, target, "admin"));
}

export async function dismissAdmin(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const read = () => getTarget(context, actor, groupId, userId, "removeAdmin");
  await withOptimisticLock(read, (target) => store.updateRole(context, actor, target, "member"));
}

export async function transferOwnership(
  context: Context,
  actor: UserActor,
  groupId: string,
  newOwnerId: string,
): Promise<Group> {
  const read = () => getTarget(context, actor, groupId, newOwnerId, "makeOwner");
  const row = await withOptimisticLock(read, (target) => store.updateOwner(context, actor, target));
  return presentGroup(row, actor);
}

/** What an actor may do with members: with any of a group, and with this one. */
const CHANGES = {
  remove: { ability: "manageMembers", refusal: policy.removalRefusal },
  makeAdmin: { ability: "manageAdmins", refusal: policy.appointmentRefusal },
  removeAdmin: { ability: "manageAdmins", refusal: policy.dismissalRefusal },
  makeOwner: { ability: "transfer", refusal: policy.transferRefusal },
} as const satisfies Partial<Record<keyof GroupMember["can"], unknown>>;

/** A group and the member to change. The actor's ability is checked before a missing member is reported. */
async function getTarget(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
  change: keyof typeof CHANGES,
): Promise<Target> {
  const { ability, refusal } = CHANGES[change];
  const found = await store.findMember(db, actor, groupId, userId);
  const group = requireVisible(found.group, actor);
  requireAbility(group, ability);
  const { member } = found;
  if (member === undefined) {
    throw new ApiError("no_such_member", { name: group.name });
  }
  const can = policy.memberAbilitiesOf(group, member, markOf(member) !== null);
  if (!can[change]) throw refusal(group, member);
  return { group, member };
}
