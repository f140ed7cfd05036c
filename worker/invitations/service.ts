import * as z from "zod/mini";
import type { Admission, GroupInvitation } from "#shared/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import {
  ifManaged,
  requireManagement,
  requireSeen,
  requireSight,
} from "#worker/groups/seen-group.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { requireInvitable, requirePending } from "./policy.ts";
import * as store from "./store.ts";
import type { Found, InvitationRow } from "./store.ts";

const invitationKey = z.tuple([z.int(), z.string()]);

export async function listInvitations(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  cursor: string | undefined,
): Promise<Page<GroupInvitation>> {
  const found = await store.listPending(db, actor, groupId, readCursor(cursor, invitationKey));
  requireSight(requireSeen(found.group, actor), "invite");
  const { rows, nextCursor } = toPage(found.invitations, (row) => [row.createdAt, row.id]);
  return { items: rows.map(present), total: found.total, nextCursor };
}

/** Invites the user whose main bears this name, in any case. */
export async function inviteCharacter(
  context: Context,
  actor: UserActor,
  groupId: string,
  characterName: string,
): Promise<GroupInvitation> {
  const look = async () => {
    const found = await store.findCandidate(context.db, actor, groupId, characterName);
    const seen = requireSeen(found.group, actor);
    requireManagement(seen, "invite");
    const invitee = requireInvitable(found.candidate, characterName, seen.name, actor);
    return { seen, invitee };
  };
  const row = await withOptimisticLock(look, ({ seen, invitee }) =>
    store.insertInvitation(context, actor, seen, invitee),
  );
  return present(row);
}

export async function revokeInvitation(context: Context, actor: UserActor, id: string) {
  const look = async (): Promise<Found> => {
    const { group, invitation } = await store.findInvitation(context.db, actor, id);
    const seen = ifManaged(group, actor, "invite");
    if (invitation === undefined || seen === undefined) throw notFound();
    requirePending(invitation, seen.name);
    return { seen, invitation };
  };
  await withOptimisticLock(look, (found) => store.revokeInvitation(context, actor, found));
}

/** Whoever is invited may answer, whether or not the group's page is for them to see. */
export async function acceptInvitation(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<Admission> {
  const look = () => findToAnswer(context, actor, id);
  return withOptimisticLock(look, async ({ invitation, group }) => {
    const isAccepted = await store.acceptInvitation(context, actor, invitation);
    return isAccepted && { message: `Successfully joined ${group.name}!`, group };
  });
}

export async function declineInvitation(context: Context, actor: UserActor, id: string) {
  const look = () => findToAnswer(context, actor, id);
  await withOptimisticLock(look, ({ invitation }) =>
    store.declineInvitation(context, actor, invitation),
  );
}

export async function expireInvitations(context: Context): Promise<void> {
  await store.expireInvitations(context);
}

async function findToAnswer({ db }: Context, actor: UserActor, id: string) {
  const { group, invitation } = await store.findInvitation(db, actor, id);
  if (group === undefined || invitation?.inviteeUserId !== actor.userId) throw notFound();
  requirePending(invitation, group.name);
  return { invitation, group: { id: group.id, name: group.name } };
}

function notFound(): ApiError {
  return new ApiError("not_found", "Invitation not found");
}

function present(found: InvitationRow): GroupInvitation {
  const { groupId: _, ...row } = found;
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  };
}
