import * as z from "zod/mini";
import type { MyInvitation } from "#shared/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { listMine } from "./my-invitations-store.ts";
import type { MyInvitationRow } from "./my-invitations-store.ts";

const cursorKey = z.tuple([z.int(), z.string()]);

/** The invitations that await the actor's answer; those that expire first on top. */
export async function listMyInvitations(
  { db }: Context,
  actor: UserActor,
  cursor: string | undefined,
): Promise<Page<MyInvitation>> {
  const found = await listMine(db, actor.userId, readCursor(cursor, cursorKey));
  const { rows, nextCursor } = toPage(found.rows, (row) => [row.expiresAt, row.id]);
  return { items: rows.map((row) => present(row, actor)), total: found.total, nextCursor };
}

function present(row: MyInvitationRow, { isAdmin }: UserActor): MyInvitation {
  const { id, inviterCharacterName, groupName, description, visibility } = row;
  return {
    id,
    inviterCharacterName,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
    group: {
      id: row.groupId,
      name: groupName,
      description,
      visibility,
      canView: isAdmin || row.effectiveVisibility !== "system",
    },
  };
}
