import { and, desc, eq, gt, isNotNull, not, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { UNDO_SECONDS } from "#shared/groups/limits.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { countAct, coverItems } from "#worker/audit/daily-limits.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { isRecorded } from "#worker/audit/recorded.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { isSuspendedUser } from "#worker/auth/suspensions/suspended.ts";
import { runBatch, runNamed } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { countIn, existsIn, idsIn, orm, prepare, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import {
  addMembers,
  BEGINNINGS,
  endChange,
  endOfExtended,
  nextDue,
  saysExtension,
} from "#worker/groups/members/add-member.ts";
import { hasPendingInvitation, isPendingRequest } from "#worker/access/pending.ts";
import type { OnRequests, Requests } from "./policy.ts";

// Each of these changes any number of requests with the same few statements. The first one changes the rows that still
// allow it and marks them with the id of the HTTP request; the others apply to the marked rows. All of them return the ids
// of the requests that they changed.

type RequestColumns = Partial<typeof joinRequests.$inferInsert>;

/**
 * Makes the users members, except those who are suspended; a user who is a member already gets another end. `days`: how long
 * the memberships last, or by how much they are extended; 0 for no end, null for what the group says.
 */
export async function approveRequests(
  context: Context,
  allowed: OnRequests<"approve", Requests>,
  days: number | null = null,
) {
  const { by: actor, of: requests } = allowed;
  const decidedAt = new Date();
  const groupId = requests.group.id;
  coverItems(context, requests.ids.length);
  const endsAt = endOfExtended(groupId, days, decidedAt.getTime());
  // The owner has no end, and emergency access keeps its own.
  const isExtended = sql`${eq(groupMembers.groupId, groupId)} and ${groupMembers.userId} in (${markedUsers(context, requests)})
    and +${groupMembers.role} <> 'owner' and ${groupMembers.emergencyId} is null`;
  const isOpen = and(isPendingRequest, not(isSuspendedUser(joinRequests.userId)));
  const { approved } = await runNamed(context.db, {
    proof: requireProofToGive(actor, givesBeyond(groupId)),
    approved: [markWhere(context, actor, requests, isOpen, { status: "approved", decidedAt })],
    rest: [
      recordForEach(
        context,
        { kind: BEGINNINGS.approve, actor, ...EACH },
        sql`${joinRequests}`,
        sql`${isMarked(context, requests)} and not ${isMembership(isOfRequest)}`,
      ),
      recordForEach(
        context,
        {
          kind: "membership_end_set",
          actor,
          groupId,
          subjectId: groupMembers.userId,
          detail: endChange(endsAt),
        },
        sql`${groupMembers}`,
        isExtended,
      ),
      orm
        .update(groupMembers)
        .set({ endsAt, endDueAt: nextDue(endsAt, decidedAt.getTime()) })
        .where(isExtended),
      ...addMembers(
        context,
        { allowed },
        { users: markedUsers(context, requests), joinedAt: decidedAt, days },
        sql`true`,
      ),
    ],
  });
  return idsOf(approved[0]);
}

export async function rejectRequests(
  context: Context,
  { by: actor, of: requests }: OnRequests<"reject", Requests>,
  rejectionReason: string | null,
) {
  coverItems(context, requests.ids.length);
  const change = { status: "rejected", decidedAt: new Date(), rejectionReason } as const;
  const [rejected] = await runBatch(context.db, [
    markWhere(context, actor, requests, isPendingRequest, change),
    recordForEach(
      context,
      {
        kind: "request_rejected",
        actor,
        ...EACH,
        detail:
          rejectionReason === null
            ? saysExtension
            : sql`json_set(${saysExtension}, '$.reason', ${rejectionReason})`,
      },
      sql`${joinRequests}`,
      isMarked(context, requests),
    ),
  ]);
  return idsOf(rejected);
}

// ── Undoing ───────────────────────────────────────────────────────────────────────────────────

const isOfRequest = and(
  eq(groupMembers.groupId, joinRequests.groupId),
  eq(groupMembers.userId, joinRequests.userId),
);
const later = alias(joinRequests, "later");

function isMembership(condition: SQL | undefined): SQL {
  return existsIn(groupMembers, condition);
}

/** SQL condition on `join_requests`: the actor decided it within the last minutes. */
function isOwnRecentDecision({ userId }: UserActor): SQL {
  return isRecorded({
    actorId: userId,
    subjectId: joinRequests.userId,
    requestId: joinRequests.decisionId,
    since: Date.now() - UNDO_SECONDS * 1000,
  });
}

/**
 * SQL condition on `join_requests`: the user's place in the group is the one that the decision left. After an approval, the
 * membership that it started, without a role; after a rejection, no membership and no invitation; after both, no later
 * request, by which a member asks to stay.
 */
function isPlaceUnchanged(): SQL | undefined {
  const isAsApproved = and(
    isOfRequest,
    eq(groupMembers.role, "member"),
    eq(groupMembers.joinedAt, joinRequests.decidedAt),
  );
  const isLater = and(
    eq(later.userId, joinRequests.userId),
    eq(later.groupId, joinRequests.groupId),
    gt(
      sql`(${later.createdAt}, ${later.id})`,
      sql`(${joinRequests.createdAt}, ${joinRequests.id})`,
    ),
  );
  return and(
    not(existsIn(later, isLater)),
    or(
      and(eq(joinRequests.status, "approved"), isMembership(isAsApproved)),
      and(
        eq(joinRequests.status, "rejected"),
        // A member who asked to stay longer still is one.
        not(
          isMembership(
            and(isOfRequest, sql`${groupMembers.joinedAt} >= ${joinRequests.decidedAt}`),
          ),
        ),
        not(hasPendingInvitation(joinRequests.groupId, joinRequests.userId, Date.now())),
      ),
    ),
  );
}

function selectDecided(actor: UserActor, groupId: string, ids: readonly string[]) {
  return rows(
    {
      id: joinRequests.id,
      status: joinRequests.status,
      isOwnRecent: sql<number>`${isOwnRecentDecision(actor)}`,
      isPlaceUnchanged: sql<number>`${isPlaceUnchanged()}`,
    },
    (fields) => orm.select(fields).from(joinRequests).where(areThese(groupId, ids)),
  );
}

/** The last decided request of a user in a group. */
export const selectLastDecided = prepare({ id: joinRequests.id }, (fields) =>
  orm
    .select(fields)
    .from(joinRequests)
    .where(
      and(
        eq(joinRequests.userId, sql.placeholder("userId")),
        eq(joinRequests.groupId, sql.placeholder("groupId")),
        isNotNull(joinRequests.decidedAt),
      ),
    )
    .orderBy(desc(joinRequests.decidedAt))
    .limit(1),
);

/** Requests of a group with what decides whether the actor may undo, and the group, visible or not. */
export async function findDecided(
  db: Database,
  actor: UserActor,
  groupId: string,
  ids: readonly string[],
) {
  const [[group], requests] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    selectDecided(actor, groupId, ids),
  ]);
  return { group, requests };
}

/** Makes decided requests pending again, and ends the memberships of those that were approved. */
export async function undoDecisions(
  context: Context,
  { by: actor, of: requests }: OnRequests<"undo", Requests>,
) {
  const condition = and(isOwnRecentDecision(actor), isPlaceUnchanged());
  const isUndone = isMarked(context, requests);
  // A rejected member who had asked to stay still is one.
  const isOfApproval = and(isOfRequest, eq(groupMembers.joinedAt, joinRequests.decidedAt));
  const isMember = isMembership(isOfApproval);
  const [undone] = await runBatch(context.db, [
    markWhere(context, actor, requests, condition, {
      status: "pending",
      rejectionReason: null,
    }),
    countAct(context, actor, "edits", { times: countIn(joinRequests, isUndone) }),
    recordForEach(
      context,
      { kind: "approval_undone", actor, ...EACH },
      sql`${joinRequests}`,
      sql`${isUndone} and ${isMember}`,
    ),
    recordForEach(
      context,
      { kind: "rejection_undone", actor, ...EACH },
      sql`${joinRequests}`,
      sql`${isUndone} and not ${isMember}`,
    ),
    orm
      .delete(groupMembers)
      .where(
        and(
          eq(groupMembers.groupId, requests.group.id),
          sql`${groupMembers.userId} in (${markedUsers(context, requests)})`,
          existsIn(joinRequests, isUndone, isOfApproval),
        ),
      ),
    orm.update(joinRequests).set({ decidedAt: null }).where(isUndone),
  ]);
  return idsOf(undone);
}

// ── Statements of all three ───────────────────────────────────────────────────────────────────

const EACH = { groupId: joinRequests.groupId, subjectId: joinRequests.userId };

/** Changes and marks the requests for which the condition holds, if the actor may still review them. */
function markWhere(
  { requestId }: Context,
  actor: UserActor,
  { group, ids }: Requests,
  condition: SQL | undefined,
  change: RequestColumns,
) {
  const isSameGroup = existsIn(groups, eq(groups.id, group.id), isUnchanged(group, actor));
  return rows({ id: joinRequests.id }, (fields) =>
    orm
      .update(joinRequests)
      .set({ ...change, decisionId: requestId })
      .where(and(areThese(group.id, ids), condition, isSameGroup))
      .returning(fields),
  );
}

/** SQL condition on `join_requests`: changed by this call. */
function isMarked({ requestId }: Context, { group, ids }: Requests): SQL {
  return sql`${and(areThese(group.id, ids), eq(joinRequests.decisionId, requestId))}`;
}

function markedUsers(context: Context, requests: Requests): SQL {
  return orm
    .select({ userId: sql<string>`${joinRequests.userId}`.as("userId") })
    .from(joinRequests)
    .where(isMarked(context, requests))
    .getSQL();
}

/** The unary plus makes SQLite look up the ids instead of reading the requests of the group. */
function areThese(groupId: string, ids: readonly string[]): SQL {
  return sql`${joinRequests.id} in ${idsIn(ids)}
    and +${joinRequests.groupId} = ${groupId}`;
}

function idsOf(changed: { id: string }[]): Set<string> {
  return new Set(changed.map(({ id }) => id));
}
