import { and, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { MyInvitation } from "#shared/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { groups, invitations } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingInvitation, isUnanswered } from "#worker/groups/pending.ts";
import { PAGE_LIMIT, readCursor, toPage } from "#worker/http/page.ts";
import { inviterName } from "./store.ts";

const cursorKey = z.tuple([z.int(), z.string()]);

/** Greater than every id: where a page begins after all invitations that have expired. */
const LAST_ID = "~";

/** The actor's pending invitations; those that expire first come first. */
export async function listMyInvitations(
  { db }: Context,
  actor: UserActor,
  cursor: string | undefined,
): Promise<Page<MyInvitation>> {
  const { userId } = actor;
  const now = Date.now();
  const key = readCursor(cursor, cursorKey);
  // One lower bound: of two, SQLite would seek by the first and read what the other excludes.
  const [expiresAt, id] = key !== undefined && key[0] > now ? key : [now, LAST_ID];
  const [found, [count]] = await runBatch(db, [
    selectPage({ userId, expiresAt, id, isAdmin: Number(actor.isAdmin) }),
    countPending({ userId, now }),
  ]);
  const { rows, nextCursor } = toPage(found, (row) => [row.expiresAt.getTime(), row.id]);
  return { items: rows.map((row) => present(row, actor)), total: count?.total ?? 0, nextCursor };
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

type MyInvitationRow = RowOfStatement<typeof selectPage>;

const isOwn = eq(invitations.inviteeId, sql.placeholder("userId"));

const selectPage = prepare(invitation, (fields) =>
  orm
    .select(fields)
    .from(invitations)
    .innerJoin(groups, eq(groups.id, invitations.groupId))
    .where(
      and(
        isOwn,
        isUnanswered,
        sql`(${invitations.expiresAt}, ${invitations.id})
          > (${sql.placeholder("expiresAt")}, ${sql.placeholder("id")})`,
      ),
    )
    .orderBy(invitations.expiresAt, invitations.id)
    .limit(PAGE_LIMIT),
);

const countPending = prepare({ total: sql<number>`count(*)` }, (fields) =>
  orm
    .select(fields)
    .from(invitations)
    .where(and(isOwn, isPendingInvitation(sql.placeholder("now")))),
);
