import { and, eq, inArray, not, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordAndApply, recordEvent } from "#worker/audit/record.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isSuspendedUser } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import { invitations } from "#worker/db/schema/groups.ts";
import { existsIn, idsIn, orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnInvitations, Invited } from "./policy.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { addMember, BEGINNINGS } from "#worker/groups/members/add-member.ts";
import type { Entry } from "#worker/groups/members/add-member.ts";
import { isPendingInvitation } from "#worker/access/pending.ts";
import { insertBlock } from "./blocks.ts";
import type { InvitationRow } from "./store.ts";

export function revokeInvitation(
  context: Context,
  {
    by: actor,
    of: { group, invitation },
  }: OnInvitations<"revoke", Invited<InvitationRow, AuthorizedGroup>>,
) {
  return recordAndApply(context, {
    kind: "invitation_revoked",
    ...about(actor, invitation),
    condition: and(isUnchanged(group, actor), isStillPending(invitation)),
    statements: (applied) => [setStatus(invitation, "revoked", applied)],
  });
}

export function acceptInvitation(
  context: Context,
  way: Entry<OnInvitations<"accept", Invited<InvitationRow>>>,
) {
  const { by: actor, of } = way.allowed;
  const { invitation } = of;
  const { id, inviteeUserId: userId, membershipDays: days } = invitation;
  return recordAndApply(context, {
    kind: BEGINNINGS.accept,
    ...about(actor, invitation),
    condition: and(isStillPending(invitation), not(isSuspendedUser(invitation.inviterId))),
    statements: (applied) =>
      addMember(context, way, { userId, acceptedInvitationId: id, days }, applied),
  });
}

export function declineInvitation(
  context: Context,
  { by: actor, of: { invitation } }: OnInvitations<"answer", Invited<InvitationRow>>,
) {
  return recordAndApply(context, {
    kind: "invitation_declined",
    ...about(actor, invitation),
    condition: isStillPending(invitation),
    statements: (applied) => [setStatus(invitation, "declined", applied)],
  });
}

/** Declines a pending invitation and blocks further ones from its group. */
export function blockGroup(
  context: Context,
  { by: actor, of: { invitation, group } }: OnInvitations<"answer", Invited<InvitationRow>>,
) {
  const { userId } = actor;
  return recordAndApply(context, {
    kind: "invitation_declined",
    ...about(actor, invitation),
    condition: isStillPending(invitation),
    statements: (applied) => [
      setStatus(invitation, "declined", applied),
      recordEvent(
        context,
        { kind: "group_blocked", userId, actor: { userId }, detail: { groupName: group.name } },
        applied,
      ).statement,
      insertBlock(userId, group, applied),
    ],
  });
}

/** Declines the invitations in the list that are pending and sent to the actor. Returns how many. */
export async function declineInvitations(
  context: Context,
  { userId }: UserActor,
  ids: readonly string[],
): Promise<number> {
  const isDeclined = and(
    eq(invitations.inviteeId, userId),
    isPendingInvitation(Date.now()),
    inArray(invitations.id, idsIn(ids)),
  );
  const [, declined] = await runBatch(context.db, [
    recordForEach(
      context,
      {
        kind: "invitation_declined",
        actor: { userId },
        groupId: invitations.groupId,
        subjectId: invitations.inviteeId,
      },
      sql`${invitations}`,
      sql`${isDeclined}`,
    ),
    orm.update(invitations).set({ status: "declined" }).where(isDeclined),
  ]);
  return declined;
}

function about(actor: UserActor, { groupId, inviteeUserId }: InvitationRow) {
  return { actor, subjectId: inviteeUserId, groupId };
}

function isStillPending({ id }: InvitationRow): SQL {
  return existsIn(invitations, eq(invitations.id, id), isPendingInvitation(Date.now()));
}

function setStatus({ id }: InvitationRow, status: "revoked" | "declined", applied: SQL) {
  return orm
    .update(invitations)
    .set({ status })
    .where(and(eq(invitations.id, id), applied));
}
