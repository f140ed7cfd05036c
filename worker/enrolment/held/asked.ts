import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { HoldLimit } from "#shared/requirements/held.ts";
import { heldAbove } from "#shared/requirements/limits.ts";
import type { HeldAbove } from "#shared/requirements/limits.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { askedRemovals, heldChanges } from "#worker/db/schema/requirements.ts";
import { insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

type Counts = readonly { groupId: string | null; count: number }[];

/**
 * Above how many removals of a group are held. `recent`: what all groups have lost within the last hour. `waiting`: what is held because
 * of requirements, for removals that would join it.
 */
export function heldAboveOf(
  { id, memberCount }: { id: string; memberCount: number },
  recent: Counts,
  waiting: Counts = [],
): HeldAbove {
  const countOf = (counts: Counts) => counts.find(({ groupId }) => groupId === id)?.count ?? 0;
  return heldAbove({
    members: memberCount,
    recent: countOf(recent),
    recentInAll: recent.reduce((sum, { count }) => sum + count, 0),
    waiting: countOf(waiting),
  });
}

type AskedHold = {
  group: { id: string; memberCount: number };
  /** `job`: Muster, for the user `askedBy`. */
  actor: { userId: string; application?: string } | "job";
  askedBy: string;
  reviewId?: string;
  /** SQL condition on `group_members`: these many members. */
  isRemovable: SQL;
  count: number;
  limit: HoldLimit;
  reason?: string | undefined;
};

/** Statements that hold removals until a person decides. */
export function holdAsked(
  context: Context,
  hold: AskedHold,
): { id: string; statements: Statement[] } {
  const { group, actor, askedBy, reviewId, isRemovable, count, limit, reason } = hold;
  const id = randomToken(12);
  const now = new Date();
  const event = { kind: "removals_held" as const, groupId: group.id, actor };
  return {
    id,
    statements: [
      recordEvent(context, {
        ...event,
        detail: { count, heldId: id, ...(reason !== undefined && { reason }) },
      }).statement,
      orm.insert(heldChanges).values({
        id,
        groupId: group.id,
        state: "held",
        askedBy,
        ...(reviewId !== undefined && { reviewId }),
        limit,
        memberCount: group.memberCount,
        removalCount: count,
        computedAt: now,
        createdAt: now,
      }),
      insertWhere(
        askedRemovals,
        { heldId: id, groupId: group.id, userId: sql`${groupMembers.userId}` },
        isRemovable,
        sql`${groupMembers}`,
      ),
    ],
  };
}
