import { and, eq, gt, isNull, sql, lt } from "drizzle-orm";
import { MAX_PENDING_PER_INVITEE } from "#shared/groups/invitations.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import {
  presentWithoutDirector,
  selectWithoutDirector,
} from "#worker/corporations/evidence/corporation-status.ts";
import { runBatch } from "#worker/db/batch.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups, invitations, emergencyAccesses } from "#worker/db/schema/groups.ts";
import { groupReviews } from "#worker/db/schema/reviews.ts";
import {
  askedRemovals,
  heldChanges,
  membershipProblems,
  groupRequirements,
} from "#worker/db/schema/requirements.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { orm, prepareAtStart } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingInvitation, hasPendingRequest } from "#worker/access/pending.ts";
import { selectReviewedBy } from "#worker/access/reviewing.ts";
import { isSeenBy, isVisibleToMember } from "#worker/access/visibility.ts";
import { presentProblem, problemFields } from "#worker/requirements/problems.ts";
import { withoutGroups } from "#worker/requirements/shown-causes.ts";
import { alias } from "drizzle-orm/sqlite-core";
import { TOLD_DAYS } from "#shared/groups/ends.ts";
import { DAY_MS } from "#shared/time.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { endOf } from "#worker/groups/group/policy.ts";
import { isMemberOf } from "#worker/access/membership.ts";

/** How many of each kind are named. */
const MOST_LISTED = 100;
const TOLD_MS = TOLD_DAYS * DAY_MS;

const pending = orm
  .select({ id: invitations.id })
  .from(invitations)
  .where(
    and(
      eq(invitations.inviteeId, sql.placeholder("userId")),
      isPendingInvitation(sql.placeholder("now")),
    ),
  )
  .limit(MAX_PENDING_PER_INVITEE)
  .as("pending");

const countInvitations = prepareAtStart({ count: sql<number>`count(*)` }, (fields) =>
  orm.select(fields).from(pending),
);

const reviewed = selectReviewedBy(sql.placeholder("userId")).as("reviewed");

/** The cross joins keep SQLite from scanning the groups instead of the user's memberships. */
const selectGroups = prepareAtStart(
  {
    groupId: groups.id,
    groupName: groups.name,
    count: groups.pendingRequestCount,
    role: groupMembers.role,
    hasAsked: sql<number>`${hasPendingRequest(groups.id, sql.placeholder("userId"))}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(reviewed)
      .crossJoin(groups)
      .leftJoin(
        groupMembers,
        and(
          eq(groupMembers.groupId, groups.id),
          eq(groupMembers.userId, sql.placeholder("userId")),
        ),
      )
      .where(
        and(
          eq(groups.id, reviewed.groupId),
          gt(groups.pendingRequestCount, 0),
          sql`(${sql.placeholder("isAdmin")} or ${isSeenBy({
            userId: sql.placeholder("userId"),
            role: groupMembers.role,
            isGuest: sql`${sql.placeholder("isGuest")}`,
          })})`,
        ),
      )
      .orderBy(groups.nameFolded, groups.id)
      .limit(MOST_LISTED),
);

const selectProblems = prepareAtStart(
  {
    groupId: groups.id,
    groupName: groups.name,
    isOwner: sql<number>`${groupMembers.rank} = 0`,
    ...problemFields,
  },
  (fields) =>
    orm
      .select(fields)
      .from(membershipProblems)
      .crossJoin(groups)
      .innerJoin(
        groupMembers,
        and(
          eq(groupMembers.groupId, groups.id),
          eq(groupMembers.userId, membershipProblems.userId),
        ),
      )
      .where(
        and(
          eq(membershipProblems.userId, sql.placeholder("userId")),
          eq(groups.id, membershipProblems.groupId),
          isVisibleToMember,
        ),
      )
      .orderBy(sql`${membershipProblems.graceEndsAt} is null`, membershipProblems.graceEndsAt)
      .limit(MOST_LISTED),
);

/** Administrators find rosters beside the corporations. */
const selectRosters = prepareAtStart(
  { corporationId: corporations.id, name: corporations.name },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .where(
        and(
          isMemberOf(corporations.rosterGroupId, sql.placeholder("userId")),
          sql`${sql.placeholder("isGuest")} = 0`,
        ),
      )
      .orderBy(corporations.nameFolded)
      .limit(MOST_LISTED),
);

/** Open reviews of the groups that the user owns. */
const selectReviews = prepareAtStart(
  { groupId: groups.id, groupName: groups.name, dueAt: groupReviews.dueAt },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(groupReviews)
      .innerJoin(groups, eq(groups.id, groupReviews.groupId))
      .where(
        and(
          eq(groupMembers.userId, sql.placeholder("userId")),
          sql`${groupMembers.rank} = 0`,
          eq(groupReviews.groupId, groupMembers.groupId),
          isNull(groupReviews.finishedAt),
        ),
      )
      .orderBy(groupReviews.dueAt)
      .limit(MOST_LISTED),
);

/** Memberships of groups, and roles on Discord servers. */
const heldServers = sql`(select count(*) from ${discordServers} where ${discordServers.removals} = 'held')`;
const selectHeld = prepareAtStart(
  {
    count: sql<number>`count(*) + ${heldServers}`,
    hasApplications: sql<number>`exists (select 1 from ${applications} where ${applications.id} > '')`,
    isWatching: sql<number>`exists (select 1 from ${watchEntries} where ${watchEntries.id} > '')`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(heldChanges)
      .where(
        sql`${heldChanges.state} in ('held', 'released') and ${heldChanges.state} = 'held' and ${heldChanges.askedBy} is null`,
      ),
);

const selectAsked = prepareAtStart({ count: sql<number>`count(*)` }, (fields) =>
  orm.select(fields).from(heldChanges)
    .where(sql`${heldChanges.state} = 'held' and ${heldChanges.askedBy} is not null
      and exists (select 1 from ${askedRemovals} where ${askedRemovals.heldId} = ${heldChanges.id})`),
);

/**
 * What waits for the actor: invitations to answer, and join requests of the groups that the actor owns or has the admin role
 * in. A system administrator may review those of other groups as well; they do not wait for them.
 */
export async function readWaiting({ db }: Context, actor: UserActor): Promise<Waiting> {
  const { userId, isAdmin, isGuest } = actor;
  const now = Date.now();
  const [
    [invited],
    requests,
    problems,
    [held],
    [asked],
    rosters,
    reviews,
    ends,
    emergencies,
    lost,
  ] = await runBatch(db, [
    countInvitations({ userId, now }),
    selectGroups({ userId, now, isAdmin: Number(isAdmin), isGuest: Number(isGuest) }),
    selectProblems({ userId }),
    selectHeld(),
    selectAsked(),
    selectRosters({ userId, isGuest: Number(isGuest) }),
    selectReviews({ userId }),
    selectEnding({ userId, endsBefore: now + TOLD_MS }),
    selectTaken({ userId, since: now - TOLD_MS }),
    selectWithoutDirector(actor, now),
  ]);
  return {
    invitations: invited?.count ?? 0,
    requests: requests.flatMap(({ role, hasAsked, ...group }) => {
      // Members of the reviewing group do not review their own request.
      const isManager = isAdmin || (role ?? "member") !== "member";
      const count = group.count - (isManager ? 0 : hasAsked);
      return count > 0 ? [{ ...group, count }] : [];
    }),
    problems: problems.flatMap(({ groupId, groupName, isOwner, ...row }) => {
      const problem = presentProblem(row);
      if (problem === null) return [];
      return [{ groupId, groupName, isOwner: isOwner === 1, ...withoutGroups(problem) }];
    }),
    held: isAdmin ? (held?.count ?? 0) + (asked?.count ?? 0) : null,
    ...(isAdmin && held?.hasApplications === 1 && { hasApplications: true as const }),
    ...(isAdmin && held?.isWatching === 1 && { isWatching: true as const }),
    rosters,
    corporations: presentWithoutDirector(lost),
    ends: presentEnds(ends),
    emergencies: presentEmergencies(emergencies),
    // Guests do not review.
    reviews: isGuest
      ? []
      : reviews.map(({ dueAt, ...review }) => ({ ...review, dueAt: dueAt.toISOString() })),
  };
}

/** The cross joins keep SQLite from scanning the groups instead of the user's memberships. */
const selectEnding = prepareAtStart(
  {
    groupId: groups.id,
    groupName: groups.name,
    endsAt: groupMembers.endsAt,
    emergencyId: groupMembers.emergencyId,
    enrolment: groupRequirements.enrolment,
    isRequested: sql<number>`${hasPendingRequest(groups.id, groupMembers.userId)}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(groups)
      .leftJoin(groupRequirements, eq(groupRequirements.groupId, groups.id))
      .where(
        and(
          eq(groupMembers.userId, sql.placeholder("userId")),
          lt(groupMembers.endsAt, sql.placeholder("endsBefore")),
          eq(groups.id, groupMembers.groupId),
          isVisibleToMember,
        ),
      )
      .orderBy(groupMembers.endsAt)
      .limit(MOST_LISTED),
);

function presentEnds(rows: RowOfStatement<typeof selectEnding>[]): Waiting["ends"] {
  return rows.flatMap(({ groupId, groupName, isRequested, ...row }) => {
    const endsAt = endOf(row, row);
    return endsAt === null ? [] : [{ groupId, groupName, endsAt, isRequested: isRequested === 1 }];
  });
}

const holding = alias(groupMembers, "holding");

/** Recent emergency access to groups that the user owns or has the admin role in. */
const selectTaken = prepareAtStart(
  {
    groupId: groups.id,
    groupName: groups.name,
    userId: emergencyAccesses.userId,
    name: characters.name,
    role: emergencyAccesses.role,
    startedAt: emergencyAccesses.startedAt,
    endsAt: emergencyAccesses.endsAt,
    reason: emergencyAccesses.reason,
    heldId: holding.emergencyId,
    id: emergencyAccesses.id,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(emergencyAccesses)
      .crossJoin(groups)
      .innerJoin(users, eq(users.id, emergencyAccesses.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .leftJoin(
        holding,
        and(
          eq(holding.groupId, emergencyAccesses.groupId),
          eq(holding.userId, emergencyAccesses.userId),
        ),
      )
      .where(
        and(
          eq(groupMembers.userId, sql.placeholder("userId")),
          lt(groupMembers.rank, 2),
          eq(emergencyAccesses.groupId, groupMembers.groupId),
          gt(emergencyAccesses.startedAt, sql.placeholder("since")),
          sql`${emergencyAccesses.userId} <> ${groupMembers.userId}`,
          eq(groups.id, groupMembers.groupId),
        ),
      )
      .orderBy(sql`${emergencyAccesses.startedAt} desc`)
      .limit(MOST_LISTED),
);

function presentEmergencies(rows: RowOfStatement<typeof selectTaken>[]): Waiting["emergencies"] {
  return rows.map(({ heldId, id, startedAt, endsAt, ...row }) => ({
    ...row,
    role: row.role === "admin" ? "admin" : "member",
    startedAt: startedAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isActive: heldId === id,
  }));
}
