import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Visibility } from "#shared/categories.ts";
import type { GroupRole, JoinMode, Membership, MyGroups } from "#shared/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { abilitiesOf } from "#worker/groups/group/policy.ts";
import { IS_VISIBLE_TO_MEMBER } from "#worker/groups/visibility.ts";
import { PAGE_LIMIT, readCursor, toPage } from "#worker/http/page.ts";

/** A member has no pending request or invitation. */
const NOTHING_PENDING = { pendingRequestId: null, pendingInvitationId: null };

const membershipKey = z.tuple([z.int(), z.string(), z.string()]);

export async function listMyGroups(
  { db }: Context,
  actor: UserActor,
  cursor: string | undefined,
): Promise<MyGroups> {
  const found = await listMemberships(db, actor, readCursor(cursor, membershipKey));
  const { rows, nextCursor } = toPage(found.rows, (row) => [
    row.rank,
    row.groupName.toLowerCase(),
    row.groupId,
  ]);
  return { items: rows.map((row) => present(row, actor)), ...found.counts, nextCursor };
}

function present(row: MembershipRow, actor: UserActor): Membership {
  const { effectiveVisibility, joinMode, role, rank: _, pendingRequestCount, ...rest } = row;
  const membership = { effectiveVisibility, joinMode, role, ...NOTHING_PENDING };
  const can = abilitiesOf(membership, actor);
  return {
    ...rest,
    pendingRequestCount: can.reviewRequests ? pendingRequestCount : null,
    joinedAt: new Date(row.joinedAt).toISOString(),
    isOwner: role === "owner",
    isAdmin: role === "admin",
    can,
  };
}

type MembershipRow = {
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

type MembershipKey = [rank: number, nameFolded: string, groupId: string] | undefined;

/** One page of the actor's groups, and how many there are: in all, owned, and with the admin role. */
async function listMemberships(db: Database, actor: UserActor, after: MembershipKey) {
  const mine = sql`m.user_id = ${actor.userId} and ${actor.isAdmin ? sql`true` : IS_VISIBLE_TO_MEMBER}`;
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
