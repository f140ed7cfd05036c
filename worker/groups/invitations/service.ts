import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import type { JoinedGroup, GroupInvitation, Invite } from "#shared/groups/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireNoGuest } from "#worker/auth/sessions/no-guests.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import {
  findManaged,
  requireAbility,
  requireVisible,
  requireAbilityToRead,
} from "#worker/groups/group/authorized-group.ts";
import { storedDays } from "#worker/groups/members/ends.ts";
import { requireMet } from "#worker/requirements/gate.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { findCandidate } from "./candidates.ts";
import {
  requireActiveInviter,
  requireDayNotFilled,
  requireInvitable,
  requirePending,
} from "./policy.ts";
import * as settle from "./settle.ts";
import type { Found } from "./settle.ts";
import * as store from "./store.ts";
import type { InvitationRow } from "./store.ts";

const invitationKey = z.tuple([z.int(), z.string()]);

export async function listInvitations(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  cursor: string | undefined,
): Promise<Page<GroupInvitation>> {
  const found = await store.listPending(db, actor, groupId, readCursor(cursor, invitationKey));
  requireAbilityToRead(requireVisible(found.group, actor), "invite");
  const { rows, nextCursor } = toPage(found.invitations, (row) => [
    row.createdAt.getTime(),
    row.id,
  ]);
  return { items: rows.map(present), total: found.total, nextCursor };
}

/** Invites the user whose main has this name, in any case. */
export async function inviteCharacter(
  context: Context,
  actor: UserActor,
  groupId: string,
  { characterName, membershipDays }: Invite,
): Promise<GroupInvitation> {
  const read = async () => {
    const found = await findCandidate(context.db, actor, groupId, characterName);
    const group = requireVisible(found.group, actor);
    requireAbility(group, "invite");
    requireNoGuest(actor);
    requireDayNotFilled(found.dayFilledSince, Date.now());
    const invitee = requireInvitable(found.candidate, characterName, group.name, actor);
    return { group, invitee };
  };
  const row = await withOptimisticLock(read, ({ group, invitee }) =>
    store.insertInvitation(context, actor, group, {
      ...invitee,
      membershipDays: storedDays(membershipDays),
    }),
  );
  return present(row);
}

export async function revokeInvitation(context: Context, actor: UserActor, id: string) {
  const read = async (): Promise<Found> => {
    const { invitation, ...found } = await store.findInvitation(context.db, actor, id);
    const group = findManaged(found.group, actor, "invite");
    if (invitation === undefined || group === undefined) throw notFound();
    requirePending(invitation, group.name);
    return { group, invitation };
  };
  await withOptimisticLock(read, (found) => settle.revokeInvitation(context, actor, found));
}

/** Needs no right to see the group's page: the invitation is enough. */
export async function acceptInvitation(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<JoinedGroup> {
  const read = async () => {
    const found = await findToAnswer(context, actor, id);
    requireActiveInviter(found.invitation, found.group.name);
    return found;
  };
  return withOptimisticLock(read, async ({ invitation, group: found }) => {
    await requireMet(context, found, actor.userId);
    const group = { id: found.id, name: found.name };
    const isAccepted = await settle.acceptInvitation(context, actor, invitation);
    return isAccepted && { message: english`Successfully joined ${group.name}!`, group };
  });
}

export async function declineInvitation(context: Context, actor: UserActor, id: string) {
  const read = () => findToAnswer(context, actor, id);
  await withOptimisticLock(read, ({ invitation }) =>
    settle.declineInvitation(context, actor, invitation),
  );
}

/** Declines an invitation and blocks further ones from its group. */
export async function blockGroup(context: Context, actor: UserActor, id: string) {
  const read = () => findToAnswer(context, actor, id);
  await withOptimisticLock(read, (found) => settle.blockGroup(context, actor, found));
}

/** Marks every pending invitation past its expiry as expired. */
export async function expireInvitations(context: Context): Promise<void> {
  await runBatch(context.db, store.expirePastInvitations(context));
}

async function findToAnswer({ db }: Context, actor: UserActor, id: string) {
  const { group, invitation } = await store.findInvitation(db, actor, id);
  if (group === undefined || invitation?.inviteeUserId !== actor.userId) throw notFound();
  requirePending(invitation, group.name);
  return { invitation, group };
}

function notFound(): ApiError {
  return new ApiError("no_such_invitation");
}

function present(found: InvitationRow): GroupInvitation {
  const { groupId: _, inviterId: __, inviterSuspendedUntil: ___, ...row } = found;
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
