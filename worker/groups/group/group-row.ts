import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Visibility } from "#shared/categories.ts";
import type { Group, GroupRole, JoinMode } from "#shared/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { fixed, raw, value } from "#worker/db/raw.ts";
import type { Given } from "#worker/db/raw.ts";
import { abilitiesOf } from "./policy.ts";

/** A group, and the membership, request and invitation of one user. */
export type GroupRow = {
  id: string;
  name: string;
  description: string | null;
  categoryId: string;
  categoryName: string;
  visibility: Visibility;
  effectiveVisibility: Visibility;
  joinMode: JoinMode;
  memberCount: number;
  pendingRequestCount: number;
  version: number;
  createdAt: number;
  ownerId: string;
  ownerMainCharacterId: number | null;
  ownerName: string | null;
  adminUserIds: string;
  role: GroupRole | null;
  pendingRequestId: string | null;
  pendingInvitationId: string | null;
};

/**
 * Reads the groups whose ids `source` selects, whether or not the user may see them. A cross join in SQLite keeps
 * its order: from the page to the groups, never from all groups to the page.
 */
export function groupsOf(source: SQL, userId: Given<string>, now: Given<number>): SQL {
  return sql`
    select g.id, g.name, g.description, g.visibility, g.version,
      g.category_id as "categoryId", categories.name as "categoryName",
      g.effective_visibility as "effectiveVisibility", g.join_mode as "joinMode",
      g.member_count as "memberCount", g.pending_request_count as "pendingRequestCount",
      g.created_at as "createdAt",
      owner.user_id as "ownerId", users.main_character_id as "ownerMainCharacterId",
      characters.name as "ownerName",
      (select json_group_array(a.user_id) from group_members a
        where a.group_id = g.id and a.rank = 1) as "adminUserIds",
      m.role, r.id as "pendingRequestId", i.id as "pendingInvitationId"
    from (${source}) page
    cross join groups g on g.id = page.id
    join categories on categories.id = g.category_id
    join group_members owner on owner.group_id = g.id and owner.role = 'owner'
    join users on users.id = owner.user_id
    left join characters on characters.id = users.main_character_id
    left join group_members m on m.group_id = g.id and m.user_id = ${userId}
    left join join_requests r
      on r.group_id = g.id and r.user_id = ${userId} and r.status = 'pending'
    left join invitations i
      on i.group_id = g.id and i.invitee_id = ${userId} and i.status = 'pending'
      and i.expires_at > ${now}
    order by g.name_folded, g.id`;
}

export function selectGroups(db: Database, userId: string, source: SQL) {
  return raw<GroupRow>(db, groupsOf(source, userId, Date.now()));
}

const selectOne = fixed<GroupRow>(
  groupsOf(sql`select ${value("groupId")} as id`, value("userId"), value("now")),
);

export function selectGroup(db: Database, userId: string, groupId: string) {
  return selectOne(db, { groupId, userId, now: Date.now() });
}

export function presentGroup(row: GroupRow, actor: UserActor): Group {
  const { role } = row;
  const can = abilitiesOf(row, actor);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    categoryId: row.categoryId,
    category: { id: row.categoryId, name: row.categoryName },
    visibility: row.visibility,
    effectiveVisibility: row.effectiveVisibility,
    joinMode: row.joinMode,
    memberCount: row.memberCount,
    pendingRequestCount: can.reviewRequests ? row.pendingRequestCount : null,
    createdAt: new Date(row.createdAt).toISOString(),
    ownerId: row.ownerId,
    ownerMainCharacterId: row.ownerMainCharacterId,
    ownerName: row.ownerName,
    adminUserIds: row.adminUserIds === "[]" ? [] : (JSON.parse(row.adminUserIds) as string[]),
    isMember: role !== null,
    isOwner: role === "owner",
    isAdmin: role === "admin",
    pendingRequestId: row.pendingRequestId,
    pendingInvitationId: row.pendingInvitationId,
    can,
  };
}
