import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordForEach } from "#worker/audit/record.ts";
import { invitations, joinRequests } from "#worker/db/schema/groups.ts";
import type { Statement } from "#worker/db/statements.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";

/**
 * Statements that make a user a member if `applied`, and settle what was pending: who is in has nothing left to
 * ask for, and has accepted.
 */
export function admit(
  context: Context,
  { groupId, userId }: { groupId: string; userId: string },
  applied: SQL,
): Statement[] {
  const { db } = context;
  const now = Date.now();
  const pendingRequest = sql`join_requests.group_id = ${groupId} and join_requests.user_id = ${userId}
    and join_requests.status = 'pending' and ${applied}`;
  const pendingInvitation = sql`invitations.group_id = ${groupId} and invitations.invitee_id = ${userId}
    and invitations.status = 'pending' and invitations.expires_at > ${now} and ${applied}`;
  const actor = { userId };
  return [
    raw(
      db,
      sql`
      insert into group_members (group_id, user_id, role, joined_at)
      select ${groupId}, ${userId}, 'member', ${now} where ${applied}
      on conflict do nothing`,
    ),
    recordForEach(
      context,
      {
        kind: "request_withdrawn",
        actor,
        groupId: joinRequests.groupId,
        subjectId: joinRequests.userId,
      },
      sql`join_requests`,
      sql`${pendingRequest}`,
    ),
    raw(db, sql`update join_requests set status = 'withdrawn' where ${pendingRequest}`),
    recordForEach(
      context,
      {
        kind: "invitation_accepted",
        actor,
        groupId: invitations.groupId,
        subjectId: invitations.inviteeId,
      },
      sql`invitations`,
      sql`${pendingInvitation}`,
    ),
    raw(db, sql`update invitations set status = 'accepted' where ${pendingInvitation}`),
  ];
}

/** Holds while the user is not a member of the group in question. */
export function isOutside(userId: string): SQL {
  return sql`not exists
    (select 1 from group_members where group_id = groups.id and user_id = ${userId})`;
}
