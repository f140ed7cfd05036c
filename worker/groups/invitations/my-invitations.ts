import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Visibility } from "#shared/categories.ts";
import type { MyInvitation } from "#shared/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { PAGE_LIMIT, readCursor, toPage } from "#worker/http/page.ts";
import { INVITER_NAME } from "./store.ts";

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

type MyInvitationRow = {
  id: string;
  inviterCharacterName: string | null;
  createdAt: number;
  expiresAt: number;
  groupId: string;
  groupName: string;
  description: string | null;
  visibility: Visibility;
  effectiveVisibility: Visibility;
};

/** One page of the invitations that await the user's answer, and how many there are. */
async function listMine(
  db: Database,
  userId: string,
  after: [expiresAt: number, id: string] | undefined,
) {
  const pending = sql`i.invitee_id = ${userId} and i.status = 'pending'
    and i.expires_at > ${Date.now()}`;
  const isAfter = after ? sql`(i.expires_at, i.id) > (${after[0]}, ${after[1]})` : sql`true`;
  const [rows, [count]] = await db.batch([
    raw<MyInvitationRow>(
      db,
      sql`
      select i.id, i.created_at as "createdAt", i.expires_at as "expiresAt", ${INVITER_NAME},
        g.id as "groupId", g.name as "groupName", g.description, g.visibility,
        g.effective_visibility as "effectiveVisibility"
      from invitations i join groups g on g.id = i.group_id
      where ${pending} and ${isAfter}
      order by i.expires_at, i.id limit ${PAGE_LIMIT}`,
    ),
    raw<{ total: number }>(db, sql`select count(*) as total from invitations i where ${pending}`),
  ]);
  return { rows, total: count?.total ?? 0 };
}
