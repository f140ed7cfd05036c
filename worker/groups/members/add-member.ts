import { and, eq, gt, ne, notExists, or, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordForEach } from "#worker/audit/record.ts";
import { groupMembers, groups, invitations, joinRequests } from "#worker/db/schema/groups.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingRequest, isUnanswered } from "#worker/groups/pending.ts";
import { ApiError } from "#worker/http/api-error.ts";

/**
 * A user who becomes a member, and how: the request that was approved or the invitation that was accepted. The caller
 * records the event of that one.
 */
export type NewMember = {
  groupId: string;
  userId: string;
  approvedRequestId?: string;
  acceptedInvitationId?: string;
};

/**
 * The statements that add a member to a group where `applied` is true, and settle the user's pending request and
 * invitation. This is the only way in: joining, approving, accepting and redeeming all use it. A pending request that
 * was not approved is withdrawn, a pending invitation accepted; each with an event, except the caller's.
 */
export function addMember(context: Context, member: NewMember, applied: SQL): Statement[] {
  const { groupId, userId, approvedRequestId = "", acceptedInvitationId = "" } = member;
  const now = new Date();
  const request = and(
    eq(joinRequests.groupId, groupId),
    eq(joinRequests.userId, userId),
    isPendingRequest,
    applied,
  );
  const invitation = and(
    eq(invitations.groupId, groupId),
    eq(invitations.inviteeId, userId),
    isUnanswered,
    or(gt(invitations.expiresAt, now), eq(invitations.id, acceptedInvitationId)),
    applied,
  );
  return [
    insertWhere(
      groupMembers,
      { groupId, userId, role: "member", joinedAt: now },
      applied,
    ).onConflictDoNothing(),
    recordForEach(
      context,
      {
        kind: "request_withdrawn",
        actor: { userId },
        groupId: joinRequests.groupId,
        subjectId: joinRequests.userId,
      },
      sql`${joinRequests}`,
      sql`${and(request, ne(joinRequests.id, approvedRequestId))}`,
    ),
    orm
      .update(joinRequests)
      .set({
        status: sql`case ${joinRequests.id} when ${approvedRequestId} then 'approved' else 'withdrawn' end`,
      })
      .where(request),
    recordForEach(
      context,
      {
        kind: "invitation_accepted",
        actor: { userId },
        groupId: invitations.groupId,
        subjectId: invitations.inviteeId,
      },
      sql`${invitations}`,
      sql`${and(invitation, ne(invitations.id, acceptedInvitationId))}`,
    ),
    orm.update(invitations).set({ status: "accepted" }).where(invitation),
  ];
}

/** SQL condition on `groups`: the user is not a member of the group. */
export function isNotMember(userId: string): SQL {
  return notExists(
    orm
      .select()
      .from(groupMembers)
      .where(and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, userId))),
  );
}

export function alreadyMember(groupName: string): ApiError {
  return new ApiError("conflict", `You are already a member of ${groupName}.`);
}
