import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Visibility } from "#shared/categories.ts";
import type { GroupRole, JoinMode } from "#shared/groups.ts";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { raw, shaped, value } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { selectGroup } from "./group-row.ts";
import { isUnchanged } from "./seen-group.ts";
import type { SeenGroup } from "./seen-group.ts";
import { SHOWN_TO_MEMBER } from "./visible.ts";

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

export type Target = { seen: SeenGroup; member: MemberRow };

/** The actor's own membership ends, unless the actor has become the owner. */
export function deleteOwnMembership(context: Context, actor: UserActor, seen: SeenGroup) {
  const { userId } = actor;
  return recordAndApply(context, {
    kind: "member_left",
    actor: { userId },
    subjectId: userId,
    groupId: seen.id,
    condition: isUnchanged(seen, actor),
    statements: (applied) => [deleteMembership(context.db, seen.id, userId, applied)],
  });
}

export function deleteMember(context: Context, actor: UserActor, { seen, member }: Target) {
  return recordAndApply(context, {
    kind: "member_removed",
    ...about(actor, member, seen),
    condition: sql`${isUnchanged(seen, actor)} and ${isStill(member)}`,
    statements: (applied) => [deleteMembership(context.db, seen.id, member.userId, applied)],
  });
}

export function updateRole(
  context: Context,
  actor: UserActor,
  { seen, member }: Target,
  role: "admin" | "member",
) {
  return recordAndApply(context, {
    kind: role === "admin" ? "admin_appointed" : "admin_dismissed",
    ...about(actor, member, seen),
    condition: sql`${isUnchanged(seen, actor)} and ${isStill(member)}`,
    statements: (applied) => [
      setRole(context.db, seen.id, sql`user_id = ${member.userId}`, role, applied),
    ],
  });
}

/** The owner becomes an admin, the member the owner. */
export function updateOwner(context: Context, actor: UserActor, { seen, member }: Target) {
  const { db } = context;
  return recordApplyAndRead(
    context,
    {
      kind: "ownership_transferred",
      ...about(actor, member, seen),
      condition: sql`${isUnchanged(seen, actor)} and ${isStill(member)} and exists
        (select 1 from group_members
          where group_id = groups.id and user_id = ${seen.ownerId} and role = 'owner')`,
      statements: (applied) => [
        // In this order: at no time are there two.
        setRole(db, seen.id, sql`role = 'owner'`, "admin", applied),
        setRole(db, seen.id, sql`user_id = ${member.userId}`, "owner", applied),
      ],
    },
    selectGroup(db, actor.userId, seen.id),
  );
}

function about(actor: UserActor, member: MemberRow, seen: SeenGroup) {
  return { actor: { userId: actor.userId }, subjectId: member.userId, groupId: seen.id };
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

// ── The actor's own groups ────────────────────────────────────────────────────────────────────

export type MembershipRow = {
  groupId: string;
  groupName: string;
  categoryName: string;
  visibility: Visibility;
  effectiveVisibility: Visibility;
  joinMode: JoinMode;
  memberCount: number;
  pendingRequestCount: number;
  role: GroupRole;
  rank: number;
  joinedAt: number;
};

export type MembershipKey = [rank: number, nameFolded: string, groupId: string] | undefined;

/** One page of the actor's groups, and how many there are: in all, owned, and with the admin role. */
export async function listMemberships(db: Database, actor: UserActor, after: MembershipKey) {
  const mine = sql`m.user_id = ${actor.userId} and ${actor.isAdmin ? sql`true` : SHOWN_TO_MEMBER}`;
  const isAfter = after
    ? sql`(m.rank, g.name_folded, g.id) > (${after[0]}, ${after[1]}, ${after[2]})`
    : sql`true`;
  const [rows, [counts]] = await db.batch([
    raw<MembershipRow>(
      db,
      sql`
      select g.id as "groupId", g.name as "groupName", categories.name as "categoryName",
        g.visibility, g.effective_visibility as "effectiveVisibility", g.join_mode as "joinMode",
        g.member_count as "memberCount", g.pending_request_count as "pendingRequestCount",
        m.role, m.rank, m.joined_at as "joinedAt"
      from group_members m
      cross join groups g on g.id = m.group_id
      join categories on categories.id = g.category_id
      where ${mine} and ${isAfter}
      order by m.rank, g.name_folded, g.id limit ${PAGE_LIMIT}`,
    ),
    raw<{ total: number; owned: number; admin: number }>(
      db,
      sql`
      select count(*) as total, count(*) filter (where m.rank = 0) as owned,
        count(*) filter (where m.rank = 1) as admin
      from group_members m cross join groups g on g.id = m.group_id
      where ${mine}`,
    ),
  ]);
  return { rows, counts: counts ?? { total: 0, owned: 0, admin: 0 } };
}
