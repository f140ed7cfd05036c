import * as z from "zod/mini";
import type { GroupMember, GroupMembers, GroupRole, MemberQuery } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import type { Context } from "#worker/env.ts";
import { requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { findMembers, keyOf, listMemberRows } from "./list-store.ts";
import type { MemberRow } from "./list-store.ts";
import { memberAbilitiesOf } from "./policy.ts";

const memberKey = z.array(z.union([z.string(), z.int()])).check(z.minLength(2), z.maxLength(3));

/** The members of a group, page by page, or those whose main's name contains the search. */
export async function listMembers(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  { search, role, sort = "role", cursor }: MemberQuery,
): Promise<GroupMembers> {
  if (search !== undefined) {
    const found = await findMembers(db, actor, groupId, { search, role, sort });
    const group = requireVisible(found.group, actor);
    const { rows, nextCursor } = toPage(found.members, () => []);
    const items = rows.map((row) => presentMember(row, group));
    const isPartial = found.isCut || nextCursor !== null;
    return { items, total: items.length, nextCursor: null, isPartial };
  }
  const key = readCursor(cursor, memberKey);
  const found = await listMemberRows(db, actor, groupId, { role, sort, key });
  const group = requireVisible(found.group, actor);
  const { rows, nextCursor } = toPage(found.members, (row) => keyOf(row, { role, sort }));
  const items = rows.map((row) => presentMember(row, group));
  return { items, total: countOf(group, role), nextCursor, isPartial: false };
}

function countOf(group: AuthorizedGroup, role: GroupRole | undefined): number {
  const admins = group.adminUserIds?.split(",").length ?? 0;
  const counts = { owner: 1, admin: admins, member: group.memberCount - admins - 1 };
  return role === undefined ? group.memberCount : counts[role];
}

function presentMember(row: MemberRow, group: AuthorizedGroup): GroupMember {
  const suspension = markOf(row);
  return {
    id: row.userId,
    userId: row.userId,
    role: row.role,
    mainCharacterId: row.mainCharacterId,
    mainCharacterName: row.mainCharacterName,
    joinedAt: row.joinedAt.toISOString(),
    suspension: group.can.manageMembers ? suspension : null,
    can: memberAbilitiesOf(group.can, row.role, suspension !== null),
  };
}
