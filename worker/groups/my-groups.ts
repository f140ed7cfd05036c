import * as z from "zod/mini";
import type { Membership, MyGroups } from "#shared/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { listMemberships } from "./member-store.ts";
import type { MembershipRow } from "./member-store.ts";
import { abilitiesOf } from "./policy.ts";

const membershipKey = z.tuple([z.int(), z.string(), z.string()]);

export async function listMyGroups(
  { db }: Context,
  actor: UserActor,
  cursor: string | undefined,
): Promise<MyGroups> {
  const found = await listMemberships(db, actor, readCursor(cursor, membershipKey));
  const { rows, nextCursor } = toPage(found.rows, (row) => [
    row.rank,
    row.groupName.toLowerCase(),
    row.groupId,
  ]);
  return { items: rows.map((row) => present(row, actor)), ...found.counts, nextCursor };
}

function present(row: MembershipRow, { isAdmin }: UserActor): Membership {
  const { effectiveVisibility, joinMode, role, rank: _, pendingRequestCount, ...rest } = row;
  const can = abilitiesOf({
    effectiveVisibility,
    joinMode,
    role,
    isInvited: false,
    hasRequested: false,
    isSystemAdmin: isAdmin,
  });
  return {
    ...rest,
    pendingRequestCount: can.reviewRequests ? pendingRequestCount : null,
    joinedAt: new Date(row.joinedAt).toISOString(),
    isOwner: role === "owner",
    isAdmin: role === "admin",
    can,
  };
}
