import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { GroupRole } from "#shared/groups.ts";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { raw, shaped, value } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { addMember } from "./add-member.ts";

export type MemberRow = {
  userId: string;
  role: GroupRole;
  rank: number;
  joinedAt: number;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
};

export type MemberKey = [rank: number, joinedAt: number, userId: string] | undefined;

function membersOf(where: SQL): SQL {
  return sql`
    select m.user_id as "userId", m.role, m.rank, m.joined_at as "joinedAt",
      users.main_character_id as "mainCharacterId", characters.name as "mainCharacterName"
    from group_members m
    join users on users.id = m.user_id
    left join characters on characters.id = users.main_character_id
    where ${where}
    order by m.rank, m.joined_at, m.user_id limit ${PAGE_LIMIT}`;
}

const selectPage = shaped<MemberRow, { isContinued: boolean }>(({ isContinued }) => {
  const after = sql`(${value("rank")}, ${value("joinedAt")}, ${value("userId")})`;
  const isAfter = isContinued ? sql`(m.rank, m.joined_at, m.user_id) > ${after}` : sql`true`;
  return membersOf(sql`m.group_id = ${value("groupId")} and ${isAfter}`);
});

/** A group and one page of its members, whether or not the actor may see them. */
export async function listMembers(
  db: Database,
  actor: UserActor,
  groupId: string,
  after: MemberKey,
) {
  const [rank = 0, joinedAt = 0, userId = ""] = after ?? [];
  const [[group], members] = await db.batch([
    selectGroup(db, actor.userId, groupId),
    selectPage(db, { isContinued: after !== undefined }, { groupId, rank, joinedAt, userId }),
  ]);
  return { group, members };
}

export async function findMember(db: Database, actor: UserActor, groupId: string, userId: string) {
  const [[group], [member]] = await db.batch([
    selectGroup(db, actor.userId, groupId),
    raw<MemberRow>(db, membersOf(sql`m.group_id = ${groupId} and m.user_id = ${userId}`)),
  ]);
  return { group, member };
}

export type Target = { group: AuthorizedGroup; member: MemberRow };

export function insertMember(context: Context, actor: UserActor, group: AuthorizedGroup) {
  const { userId } = actor;
  return recordApplyAndRead(
    context,
    {
      kind: "member_joined",
      actor: { userId },
      subjectId: userId,
      groupId: group.id,
      condition: isUnchanged(group, actor),
      statements: (applied) => addMember(context, { groupId: group.id, userId }, applied),
    },
    selectGroup(context.db, userId, group.id),
  );
}

/** The actor's own membership ends, unless the actor has become the owner. */
export function deleteOwnMembership(context: Context, actor: UserActor, group: AuthorizedGroup) {
  const { userId } = actor;
  return recordAndApply(context, {
    kind: "member_left",
    actor: { userId },
    subjectId: userId,
    groupId: group.id,
    condition: isUnchanged(group, actor),
    statements: (applied) => [deleteMembership(context.db, group.id, userId, applied)],
  });
}

export function deleteMember(context: Context, actor: UserActor, { group, member }: Target) {
  return recordAndApply(context, {
    kind: "member_removed",
    ...about(actor, member, group),
    condition: sql`${isUnchanged(group, actor)} and ${isStill(member)}`,
    statements: (applied) => [deleteMembership(context.db, group.id, member.userId, applied)],
  });
}

export function updateRole(
  context: Context,
  actor: UserActor,
  { group, member }: Target,
  role: "admin" | "member",
) {
  return recordAndApply(context, {
    kind: role === "admin" ? "admin_appointed" : "admin_dismissed",
    ...about(actor, member, group),
    condition: sql`${isUnchanged(group, actor)} and ${isStill(member)}`,
    statements: (applied) => [
      setRole(context.db, group.id, sql`user_id = ${member.userId}`, role, applied),
    ],
  });
}

/** The owner becomes an admin, the member the owner. */
export function updateOwner(context: Context, actor: UserActor, { group, member }: Target) {
  const { db } = context;
  return recordApplyAndRead(
    context,
    {
      kind: "ownership_transferred",
      ...about(actor, member, group),
      condition: sql`${isUnchanged(group, actor)} and ${isStill(member)} and exists
        (select 1 from group_members
          where group_id = groups.id and user_id = ${group.ownerId} and role = 'owner')`,
      statements: (applied) => [
        // In this order: at no time are there two.
        setRole(db, group.id, sql`role = 'owner'`, "admin", applied),
        setRole(db, group.id, sql`user_id = ${member.userId}`, "owner", applied),
      ],
    },
    selectGroup(db, actor.userId, group.id),
  );
}

function about(actor: UserActor, member: MemberRow, group: AuthorizedGroup) {
  return { actor: { userId: actor.userId }, subjectId: member.userId, groupId: group.id };
}

function isStill({ userId, role }: MemberRow): SQL {
  return sql`exists (select 1 from group_members
    where group_id = groups.id and user_id = ${userId} and role = ${role})`;
}

function deleteMembership(db: Database, groupId: string, userId: string, applied: SQL) {
  return raw(
    db,
    sql`delete from group_members
    where group_id = ${groupId} and user_id = ${userId} and ${applied}`,
  );
}

function setRole(db: Database, groupId: string, whose: SQL, role: GroupRole, applied: SQL) {
  return raw(
    db,
    sql`update group_members set role = ${role}
    where group_id = ${groupId} and ${whose} and ${applied}`,
  );
}
