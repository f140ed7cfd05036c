import type { Group } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { getAuthorizedGroup, requireVisible } from "#worker/groups/group/authorized-group.ts";
import { presentGroup } from "#worker/groups/group/group-row.ts";
import { requireMet } from "#worker/requirements/gate.ts";
import { requireMemberChange, requireJoin, requireLeave } from "./policy.ts";
import type { MemberChange, OnMembers, Target } from "./policy.ts";
import * as store from "./store.ts";

export async function joinGroup(
  context: Context,
  actor: UserActor,
  groupId: string,
): Promise<Group> {
  const read = async () => requireJoin(await getAuthorizedGroup(context, actor, groupId));
  const row = await withOptimisticLock(read, async (allowed) => {
    const met = await requireMet(context, allowed.of.group, actor.userId);
    return store.joinGroup(context, { allowed, met });
  });
  return presentGroup(row, actor);
}

export async function leaveGroup(context: Context, actor: UserActor, groupId: string) {
  const read = async () => requireLeave(await getAuthorizedGroup(context, actor, groupId));
  await withOptimisticLock(read, (allowed) => store.leaveGroup(context, allowed));
}

export async function removeMember(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const read = () => getTarget(context, actor, groupId, userId, "remove");
  await withOptimisticLock(read, (allowed) => store.removeMember(context, allowed));
}

export async function appointAdmin(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const read = () => getTarget(context, actor, groupId, userId, "makeAdmin");
  await withOptimisticLock(read, (allowed) => store.appointAdmin(context, allowed));
}

export async function dismissAdmin(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const read = () => getTarget(context, actor, groupId, userId, "removeAdmin");
  await withOptimisticLock(read, (allowed) => store.dismissAdmin(context, allowed));
}

export async function transferOwnership(
  context: Context,
  actor: UserActor,
  groupId: string,
  newOwnerId: string,
): Promise<Group> {
  const read = () => getTarget(context, actor, groupId, newOwnerId, "makeOwner");
  const row = await withOptimisticLock(read, (allowed) => store.updateOwner(context, allowed));
  return presentGroup(row, actor);
}

async function getTarget<Change extends MemberChange>(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
  change: Change,
): Promise<OnMembers<Change, Target>> {
  const found = await store.findMember(db, actor, groupId, userId);
  return requireMemberChange(change, requireVisible(found.group, actor), found.member);
}
