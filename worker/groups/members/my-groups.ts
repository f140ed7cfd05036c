import { and, eq, ne, not, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { fold } from "#shared/fold.ts";
import type { Membership, MyGroups } from "#shared/groups/groups.ts";
import { PAGE_SIZE } from "#shared/page.ts";
import { once } from "#shared/once.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { categories, groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { columns, countIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import {
  abilitiesOf,
  countToReview,
  endOf,
  shownCategoryName,
} from "#worker/groups/group/policy.ts";
import { reviewsFor } from "#worker/access/reviewing.ts";
import { isPendingRequest } from "#worker/access/pending.ts";
import { isHiddenFrom, isVisibleToMember } from "#worker/access/visibility.ts";
import { PAGE_LIMIT, readCursor, toPage } from "#worker/http/page.ts";

const membershipKey = z.tuple([z.int(), z.string(), z.string()]);

/** Before every group of the user. */
const START: z.output<typeof membershipKey> = [-1, "", ""];

/** One page of the actor's groups, and how many there are: in all, owned, and with the admin role. */
export async function listMyGroups(
  { db }: Context,
  actor: UserActor,
  cursor: string | undefined,
): Promise<MyGroups> {
  const { userId } = actor;
  const statements = actor.isAdmin ? all() : visible();
  const [rank, afterName, afterId] = readCursor(cursor, membershipKey) ?? START;
  const [found, [counts = { owned: 0, admin: 0, plain: 0 }], requests] = await runBatch(db, [
    statements.page({ userId, rank, afterName, afterId }),
    statements.counts({ userId }),
    statements.requests({ userId }),
  ]);
  const { rows, nextCursor } = toPage(found, (row) => [row.rank, fold(row.groupName), row.groupId]);
  const { owned, admin, plain } = counts;
  const total = owned + admin + plain;
  return {
    items: rows.map((row) => {
      const asked = requests.find(({ groupId }) => groupId === row.groupId);
      return present(row, asked?.id ?? null, actor);
    }),
    total,
    owned,
    admin,
    nextCursor,
    requests: requests.map((request) => ({
      ...request,
      createdAt: request.createdAt.toISOString(),
    })),
  };
}

/** A member may have asked to stay, and has no pending invitation. */
function present(
  row: MembershipRow,
  pendingRequestId: string | null,
  actor: UserActor,
): Membership {
  const { role } = row;
  const can = abilitiesOf({ ...row, pendingRequestId, pendingInvitationId: null }, actor);
  return {
    groupId: row.groupId,
    groupName: row.groupName,
    categoryName: shownCategoryName(row, actor),
    visibility: row.visibility,
    memberCount: row.memberCount,
    pendingRequestCount: countToReview(row, pendingRequestId, can),
    joinedAt: row.joinedAt.toISOString(),
    endsAt: endOf(row, row),
    isOwner: role === "owner",
    isAdmin: role === "admin",
    can,
  };
}

const membership = {
  groupId: groups.id,
  groupName: groups.name,
  categoryName: categories.name,
  categoryVisibility: categories.visibility,
  visibility: groups.visibility,
  effectiveVisibility: groups.effectiveVisibility,
  joinMode: groups.joinMode,
  enrolment: groupRequirements.enrolment,
  memberCount: groups.memberCount,
  pendingRequestCount: groups.pendingRequestCount,
  role: groupMembers.role,
  rank: sql<number>`${groupMembers.rank}`,
  joinedAt: groupMembers.joinedAt,
  endsAt: groupMembers.endsAt,
  emergencyId: groupMembers.emergencyId,
  isReviewer: sql<number>`${reviewsFor(groups.id, sql.placeholder("userId"))}`,
};

const request = {
  id: joinRequests.id,
  groupId: groups.id,
  groupName: groups.name,
  reason: joinRequests.reason,
  isExtension: joinRequests.isExtension,
  createdAt: joinRequests.createdAt,
};

type MembershipRow = RowOfStatement<ReturnType<typeof prepareStatements>["page"]>;

const visible = once(() => prepareStatements({ isAdmin: false }));
const all = once(() => prepareStatements({ isAdmin: true }));

/** The cross joins keep SQLite from scanning the groups instead of the user's memberships. */
function prepareStatements({ isAdmin }: { isAdmin: boolean }) {
  const isOwn = and(
    eq(groups.id, groupMembers.groupId),
    eq(groupMembers.userId, sql.placeholder("userId")),
    isAdmin ? undefined : isVisibleToMember,
  );
  const page = prepare(membership, (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(groups)
      .innerJoin(categories, eq(categories.id, groups.categoryId))
      .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
      .where(
        and(
          isOwn,
          sql`(${groupMembers.rank}, ${groups.nameFolded}, ${groups.id})
            > (${sql.placeholder("rank")}, ${sql.placeholder("afterName")}, ${sql.placeholder("afterId")})`,
        ),
      )
      .orderBy(groupMembers.rank, groups.nameFolded, groups.id)
      .limit(PAGE_LIMIT),
  );
  // Owners and admins see their groups at any visibility, so an index on memberships is enough to count them.
  const countOf = (rank: number) =>
    countIn(
      groupMembers,
      eq(groupMembers.userId, sql.placeholder("userId")),
      eq(groupMembers.rank, rank),
    );
  const plain = orm
    .select({ count: sql`count(*)` })
    .from(groupMembers)
    .crossJoin(groups)
    .where(and(isOwn, eq(groupMembers.rank, 2)));
  const counts = prepare(
    {
      owned: countOf(0),
      admin: countOf(1),
      plain: sql<number>`${plain}`,
    },
    (fields) => sql`select ${columns(fields)}`,
  );
  // A request stays pending when its group is hidden afterwards. Its user does not see that group.
  const requests = prepare(request, (fields) =>
    orm
      .select(fields)
      .from(joinRequests)
      .crossJoin(groups)
      .where(
        and(
          eq(joinRequests.userId, sql.placeholder("userId")),
          isPendingRequest,
          eq(groups.id, joinRequests.groupId),
          isAdmin
            ? undefined
            : and(
                ne(groups.effectiveVisibility, "system"),
                not(isHiddenFrom(sql.placeholder("userId"))),
              ),
        ),
      )
      .orderBy(joinRequests.createdAt, joinRequests.id)
      .limit(PAGE_SIZE),
  );
  return { page, counts, requests };
}
