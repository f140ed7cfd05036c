import * as z from "zod/mini";
import { and, eq, sql } from "drizzle-orm";
import { english } from "#shared/english.ts";
import type {
  GroupInvitation,
  Invite,
  JoinedGroup,
  MyInvitation,
} from "#shared/groups/invitations.ts";
import type { Page } from "#shared/page.ts";
import { MAX_PENDING_PER_INVITEE } from "#shared/groups/invitations.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { requireAbilityToRead, requireVisible } from "#worker/groups/group/authorized-group.ts";
import { storedDays } from "#worker/groups/members/add-member.ts";
import { requireMet } from "#worker/requirements/gate.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { groups, invitations } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isPendingInvitation } from "#worker/access/pending.ts";
import {
  requireAcceptable,
  requireAnswerable,
  requireInvitation,
  requireRevocation,
} from "./policy.ts";
import { findCandidate } from "./candidates.ts";
import * as settle from "./settle.ts";
import * as store from "./store.ts";
import type { InvitationRow } from "./store.ts";
import { inviterName } from "./store.ts";

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
    const { group, ...found } = await findCandidate(context.db, actor, groupId, characterName);
    return requireInvitation(requireVisible(group, actor), found, characterName);
  };
  const row = await withOptimisticLock(read, (allowed) =>
    store.insertInvitation(context, allowed, storedDays(membershipDays)),
  );
  return present(row);
}

export async function revokeInvitation(context: Context, actor: UserActor, id: string) {
  const read = async () =>
    requireRevocation(actor, await store.findInvitation(context.db, actor, id));
  await withOptimisticLock(read, (allowed) => settle.revokeInvitation(context, allowed));
}

export async function acceptInvitation(
  context: Context,
  actor: UserActor,
  id: string,
): Promise<JoinedGroup> {
  const read = async () =>
    requireAcceptable(actor, await store.findInvitation(context.db, actor, id));
  return withOptimisticLock(read, async (allowed) => {
    const met = await requireMet(context, allowed.of.group, actor.userId);
    const group = { id: allowed.of.group.id, name: allowed.of.group.name };
    const isAccepted = await settle.acceptInvitation(context, { allowed, met });
    return isAccepted && { message: english`Successfully joined ${group.name}!`, group };
  });
}

export async function declineInvitation(context: Context, actor: UserActor, id: string) {
  const read = () => findToAnswer(context, actor, id);
  await withOptimisticLock(read, (allowed) => settle.declineInvitation(context, allowed));
}

/** Declines an invitation and blocks further ones from its group. */
export async function blockGroup(context: Context, actor: UserActor, id: string) {
  const read = () => findToAnswer(context, actor, id);
  await withOptimisticLock(read, (allowed) => settle.blockGroup(context, allowed));
}

async function findToAnswer({ db }: Context, actor: UserActor, id: string) {
  return requireAnswerable(actor, await store.findInvitation(db, actor, id));
}

/** Marks every pending invitation past its expiry as expired. */
export async function expireInvitations(context: Context): Promise<void> {
  await runBatch(context.db, store.expirePastInvitations(context));
}

function present(found: InvitationRow): GroupInvitation {
  const { groupId: _, inviterId: __, inviterSuspendedUntil: ___, ...row } = found;
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** The actor's pending invitations, ordered by expiry. They always fit on one page. */
export async function listMyInvitations(
  { db }: Context,
  actor: UserActor,
): Promise<Page<MyInvitation>> {
  const { userId, isAdmin } = actor;
  const now = Date.now();
  const rows = await run(db, selectPending({ userId, now, isAdmin: Number(isAdmin) }));
  return {
    items: rows.map((row) => presentMine(row, actor)),
    total: rows.length,
    nextCursor: null,
  };
}

function presentMine(row: MyInvitationRow, { isAdmin }: UserActor): MyInvitation {
  const { id, inviterCharacterName, groupName, description, visibility } = row;
  return {
    id,
    inviterCharacterName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    group: {
      id: row.groupId,
      name: groupName,
      description,
      visibility,
      canView: isAdmin || row.effectiveVisibility !== "system",
    },
  };
}

const invitation = {
  id: invitations.id,
  inviterCharacterName: inviterName,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
  groupId: groups.id,
  groupName: groups.name,
  description: groups.description,
  visibility: groups.visibility,
  effectiveVisibility: groups.effectiveVisibility,
};

type MyInvitationRow = RowOfStatement<typeof selectPending>;

const isOwnPending = and(
  eq(invitations.inviteeId, sql.placeholder("userId")),
  isPendingInvitation(sql.placeholder("now")),
);

const selectPending = prepare(invitation, (fields) =>
  orm
    .select(fields)
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .where(isOwnPending)
    .orderBy(invitations.expiresAt, invitations.id)
    .limit(MAX_PENDING_PER_INVITEE),
);
