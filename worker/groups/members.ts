import * as z from "zod/mini";
import type { Group, GroupMember } from "#shared/groups.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { presentGroup } from "./group-row.ts";
import * as store from "./member-store.ts";
import type { MemberRow, Target } from "./member-store.ts";
import { memberAbilitiesOf } from "./policy.ts";
import {
  appointmentRefusal,
  dismissalRefusal,
  leaveRefusal,
  removalRefusal,
  transferRefusal,
} from "./refusals.ts";
import { requireManagement, requireOwnership, requireSeen } from "./seen-group.ts";
import type { SeenGroup } from "./seen-group.ts";
import { findSeenGroup } from "./service.ts";

const memberKey = z.tuple([z.int(), z.int(), z.string()]);

export async function listMembers(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  cursor: string | undefined,
): Promise<Page<GroupMember>> {
  const found = await store.listMembers(db, actor, groupId, readCursor(cursor, memberKey));
  const seen = requireSeen(found.group, actor);
  const { rows, nextCursor } = toPage(found.members, (row) => [row.rank, row.joinedAt, row.userId]);
  const items = rows.map((row) => presentMember(row, seen));
  return { items, total: seen.memberCount, nextCursor };
}

export async function leaveGroup(context: Context, actor: UserActor, groupId: string) {
  const look = async () => {
    const seen = await findSeenGroup(context, actor, groupId);
    if (!seen.can.leave) throw leaveRefusal(seen);
    return seen;
  };
  await withOptimisticLock(look, (seen) => store.deleteOwnMembership(context, actor, seen));
}

export async function removeMember(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const look = async () => {
    const target = await findTarget(context, actor, groupId, userId, (seen) =>
      requireManagement(seen, "manageMembers"),
    );
    if (!abilities(target).remove) throw removalRefusal(target.seen, target.member);
    return target;
  };
  await withOptimisticLock(look, (target) => store.deleteMember(context, actor, target));
}

export async function appointAdmin(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const look = async () => {
    const target = await findTarget(context, actor, groupId, userId, (seen) =>
      requireOwnership(seen, "manageAdmins"),
    );
    if (!abilities(target).makeAdmin) throw appointmentRefusal(target.seen, target.member);
    return target;
  };
  await withOptimisticLock(look, (target) => store.updateRole(context, actor, target, "admin"));
}

export async function dismissAdmin(
  context: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
) {
  const look = async () => {
    const target = await findTarget(context, actor, groupId, userId, (seen) =>
      requireOwnership(seen, "manageAdmins"),
    );
    if (!abilities(target).removeAdmin) throw dismissalRefusal(target.seen, target.member);
    return target;
  };
  await withOptimisticLock(look, (target) => store.updateRole(context, actor, target, "member"));
}

export async function transferOwnership(
  context: Context,
  actor: UserActor,
  groupId: string,
  newOwnerId: string,
): Promise<Group> {
  const look = async () => {
    const target = await findTarget(context, actor, groupId, newOwnerId, (seen) =>
      requireOwnership(seen, "transfer"),
    );
    if (!abilities(target).makeOwner) throw transferRefusal(target.seen, target.member);
    return target;
  };
  const row = await withOptimisticLock(look, (target) => store.updateOwner(context, actor, target));
  return presentGroup(row, actor);
}

/** The member that is to be changed; `require` checks the actor before anything is said about the member. */
async function findTarget(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  userId: string,
  require: (seen: SeenGroup) => void,
): Promise<Target> {
  const { group, member } = await store.findMember(db, actor, groupId, userId);
  const seen = requireSeen(group, actor);
  require(seen);
  if (member === undefined) {
    throw new ApiError("not_found", `This player is not a member of ${seen.name}.`);
  }
  return { seen, member };
}

function abilities({ seen, member }: Target): GroupMember["can"] {
  return memberAbilitiesOf(seen.can, member.role);
}

function presentMember(row: MemberRow, seen: SeenGroup): GroupMember {
  return {
    id: row.userId,
    userId: row.userId,
    role: row.role,
    mainCharacterId: row.mainCharacterId,
    mainCharacterName: row.mainCharacterName,
    joinedAt: new Date(row.joinedAt).toISOString(),
    can: memberAbilitiesOf(seen.can, row.role),
  };
}
