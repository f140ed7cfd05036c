import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordEach } from "#worker/activity/log.ts";
import type { Statement } from "#worker/db/batch.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";

/**
 * Statements that make a user a member if `happened`, and settle what was pending: who is in has nothing left to
 * ask for, and has accepted.
 */
export function admit(
  context: Context,
  { groupId, userId }: { groupId: string; userId: string },
  happened: SQL,
): Statement[] {
  const { db } = context;
  const now = Date.now();
  const pendingRequest = sql`r.group_id = ${groupId} and r.user_id = ${userId}
    and r.status = 'pending' and ${happened}`;
  const pendingInvitation = sql`i.group_id = ${groupId} and i.invitee_id = ${userId}
    and i.status = 'pending' and i.expires_at > ${now} and ${happened}`;
  const event = { actorId: userId, subjectId: userId };
  return [
    raw(
      db,
      sql`
      insert into group_members (group_id, user_id, role, joined_at)
      select ${groupId}, ${userId}, 'member', ${now} where ${happened}
      on conflict do nothing`,
    ),
    recordEach(
      context,
      { ...event, kind: "request_withdrawn" },
      sql`join_requests r join groups g on g.id = r.group_id where ${pendingRequest}`,
    ),
    raw(db, sql`update join_requests as r set status = 'withdrawn' where ${pendingRequest}`),
    recordEach(
      context,
      { ...event, kind: "invitation_accepted" },
      sql`invitations i join groups g on g.id = i.group_id where ${pendingInvitation}`,
    ),
    raw(db, sql`update invitations as i set status = 'accepted' where ${pendingInvitation}`),
  ];
}

/** Holds while the user is not a member of the group `g`. */
export function isOutside(userId: string): SQL {
  return sql`not exists
    (select 1 from group_members where group_id = g.id and user_id = ${userId})`;
}
