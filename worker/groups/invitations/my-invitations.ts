import { and, eq, sql } from "drizzle-orm";
import { MAX_PENDING_PER_INVITEE } from "#shared/groups/invitations.ts";
import type { MyInvitation } from "#shared/groups/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import { groups, invitations } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingInvitation } from "#worker/access/pending.ts";
import { inviterName } from "./store.ts";

/** The actor's pending invitations, ordered by expiry. They always fit on one page. */
export async function listMyInvitations(
  { db }: Context,
  actor: UserActor,
): Promise<Page<MyInvitation>> {
  const { userId, isAdmin } = actor;
  const now = Date.now();
  const rows = await run(db, selectPending({ userId, now, isAdmin: Number(isAdmin) }));
  return { items: rows.map((row) => present(row, actor)), total: rows.length, nextCursor: null };
}

function present(row: MyInvitationRow, { isAdmin }: UserActor): MyInvitation {
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
