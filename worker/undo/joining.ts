import { sql } from "drizzle-orm";
import { recordForEach } from "#worker/audit/record-many.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { groupMembers, invitations, joinRequests } from "#worker/db/schema/groups.ts";
import { insertWhere } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isPendingRequest, isUnanswered } from "#worker/access/pending.ts";
import { settleWaiting } from "#worker/groups/members/add-member.ts";
import { endText, nextDue } from "#worker/groups/members/ends.ts";
import type { Step } from "./steps.ts";

/** The statements that make users members again, in any groups, with the roles and the ends that they had. */
export function joiningStatements(
  context: Context,
  actor: UserActor,
  steps: readonly Step[],
  detail: string,
): Statement[] {
  const now = Date.now();
  const list = JSON.stringify(
    steps.flatMap(({ groupId, userId, change }) => {
      if (change.kind !== "add") return [];
      const { role, endsAt } = change;
      const end = endsAt === null ? null : Date.parse(endsAt);
      return [{ group: groupId, user: userId, role, end }];
    }),
  );
  const pairs = sql`(select value ->> '$.group', value ->> '$.user' from json_each(${list}))`;
  const end = sql<Date | null>`one.value ->> '$.end'`;
  return [
    insertWhere(
      groupMembers,
      {
        groupId: sql`one.value ->> '$.group'`,
        userId: sql`one.value ->> '$.user'`,
        role: sql`one.value ->> '$.role'`,
        joinedAt: new Date(now),
        endsAt: end,
        endDueAt: nextDue(end, now),
      },
      sql`true`,
      sql`json_each(${list}) as one`,
    ),
    recordForEach(
      context,
      {
        kind: "member_added",
        actor,
        groupId: groupMembers.groupId,
        subjectId: groupMembers.userId,
        detail: sql`json_set(${detail}, '$.role', ${groupMembers.role}, '$.until', ${endText})`,
      },
      sql`${groupMembers}`,
      sql`(${groupMembers.groupId}, ${groupMembers.userId}) in ${pairs}`,
    ),
    ...settleWaiting(context, {
      request: sql`(${joinRequests.groupId}, ${joinRequests.userId}) in ${pairs} and ${isPendingRequest}`,
      invitation: sql`(${invitations.groupId}, ${invitations.inviteeId}) in ${pairs}
        and ${isUnanswered} and ${invitations.expiresAt} > ${now}`,
    }),
  ];
}
