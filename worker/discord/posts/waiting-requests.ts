import { sql } from "drizzle-orm";
import { isGuest } from "#worker/access/guests.ts";
import { hasPendingInvitation, isPendingRequest } from "#worker/access/pending.ts";
import { selectReviewedBy } from "#worker/access/reviewing.ts";
import { isSeenBy } from "#worker/access/visibility.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { msg } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import { bold } from "./message.ts";

const userId = sql.placeholder("userId");
const reviewed = selectReviewedBy(userId).as("reviewed");

/** The reviewer sees the group and may decide now, whoever they were when the log told of it. */
const mayReview = sql`${isSeenBy({
  userId,
  isGuest: isGuest(userId),
  role: groupMembers.role,
  isInvited: hasPendingInvitation(groups.id, userId, sql.placeholder("now")),
})} and not exists (select 1 from ${users} where ${users.id} = ${userId} and ${isSuspended(sql.placeholder("now"))})`;

/** Requests of a part of the log that have waited for days and still do, of the groups that the user reviews; not the user's own. */
const select = prepare(
  { groupName: groups.name, count: sql<number>`count(*)` },
  (fields) => sql`select ${columns(fields)} from ${reviewed}
    cross join ${groups} on ${groups.id} = ${reviewed.groupId}
    cross join ${auditEvents} on ${auditEvents.groupId} = ${groups.id} and ${auditEvents.id} >= ${sql.placeholder("since")}
      and +${auditEvents.kind} = 'request_waiting' and +${auditEvents.seq} > ${sql.placeholder("afterSeq")}
      and +${auditEvents.seq} <= ${sql.placeholder("untilSeq")}
    cross join ${joinRequests} on ${joinRequests.groupId} = ${groups.id} and ${joinRequests.userId} = ${auditEvents.subjectId}
      and ${isPendingRequest} and ${joinRequests.userId} <> ${userId}
    left join ${groupMembers} on ${groupMembers.groupId} = ${groups.id} and ${groupMembers.userId} = ${userId}
    where ${mayReview} group by ${groups.id} order by ${groups.nameFolded}, ${groups.id}`,
);

export function selectWaitingRequests(
  id: string,
  { afterSeq, untilSeq, since }: { afterSeq: number; untilSeq: number; since: number },
) {
  return select({ userId: id, now: Date.now(), afterSeq, untilSeq, since: eventIdsFrom(since) });
}

export function waitingLine(
  { groupName, count }: RowOfStatement<typeof select>,
  words: Words,
): string {
  const name = bold(groupName);
  return words.say(
    count === 1
      ? msg`A request to join ${name} has waited for 3 days.`
      : msg`Several requests to join ${name} have waited for 3 days.`,
  );
}
