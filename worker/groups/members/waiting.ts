import { and, eq, gt, lt, sql } from "drizzle-orm";
import { MAX_PENDING_PER_INVITEE } from "#shared/groups/invitations.ts";
import type { Waiting } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { groupMembers, groups, invitations } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingInvitation } from "#worker/groups/pending.ts";

/** How many groups with requests are named. */
const LISTED_GROUPS = 100;

const pending = orm
  .select({ id: invitations.id })
  .from(invitations)
  .where(
    and(
      eq(invitations.inviteeId, sql.placeholder("userId")),
      isPendingInvitation(sql.placeholder("now")),
    ),
  )
  .limit(MAX_PENDING_PER_INVITEE)
  .as("pending");

const countInvitations = prepare({ count: sql<number>`count(*)` }, (fields) =>
  orm.select(fields).from(pending),
);

/** The cross join keeps SQLite from scanning the groups instead of the user's memberships. */
const selectGroups = prepare(
  { groupId: groups.id, groupName: groups.name, count: groups.pendingRequestCount },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(groups)
      .where(
        and(
          eq(groupMembers.userId, sql.placeholder("userId")),
          lt(groupMembers.rank, 2),
          eq(groups.id, groupMembers.groupId),
          gt(groups.pendingRequestCount, 0),
        ),
      )
      .orderBy(groups.nameFolded, groups.id)
      .limit(LISTED_GROUPS),
);

/**
 * What waits for the actor: invitations to answer, and join requests of the groups that the actor owns or has the admin role
 * in. A system administrator may review those of other groups as well; they do not wait for them.
 */
export async function readWaiting({ db }: Context, { userId }: UserActor): Promise<Waiting> {
  const [[invited], requests] = await runBatch(db, [
    countInvitations({ userId, now: Date.now() }),
    selectGroups({ userId }),
  ]);
  return { invitations: invited?.count ?? 0, requests };
}
