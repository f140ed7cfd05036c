import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { isEnding, isMembershipEvent, isWayIn } from "#worker/audit/memberships.ts";
import { recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { groupReviews } from "#worker/db/schema/reviews/reviews.ts";
import { columns, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

const view = alias(auditEvents, "view");

const VIEW_MS = 60 * 60 * 1000;

/** The statement that records that a user read the evidence of an open review, once an hour for each reader and group. */
export function recordReviewView(
  context: Context,
  { userId, isAdmin }: UserActor,
  groupId: string,
) {
  const isRecent = sql`exists (select 1 from ${auditEvents} as ${view} where ${view.actorId} = ${userId}
    and ${view.id} >= ${eventIdsFrom(Date.now() - VIEW_MS)} and +${view.kind} = 'review_viewed'
    and +${view.groupId} = ${groupId})`;
  const isReader = isAdmin
    ? sql`true`
    : sql`exists (select 1 from ${groupMembers} where ${and(
        eq(groupMembers.groupId, groupId),
        eq(groupMembers.userId, userId),
        sql`${groupMembers.role} = 'owner'`,
      )})`;
  return recordEvent(
    context,
    { kind: "review_viewed", actor: { userId }, groupId },
    sql`exists (select 1 from ${groupReviews} where ${groupReviews.groupId} = ${groupId}
      and ${groupReviews.finishedAt} is null) and ${isReader} and not ${isRecent}`,
  ).statement;
}

const MOST_VIEWS = 50;

const own = alias(groupMembers, "own");
const ended = alias(auditEvents, "ended");
const change = alias(auditEvents, "change");
const first = alias(auditEvents, "first");

/**
 * When others read the evidence of a review that concerned the user at that time, since then (in ms), the latest first. Plain
 * members of a system group do not know that they are or were in it.
 */
export function selectReviewViews(userId: string, since: number) {
  const from = eventIdsFrom(since);
  const groupId = sql`known.groupId`;
  const firstChange = sql`(select ${change.id} from ${auditEvents} as ${change}
    where ${change.groupId} = ${groupId} and ${change.subjectId} = ${userId} and ${isMembershipEvent(change)}
      and (${isWayIn(change)} or ${isEnding(change)}) and ${change.createdAt} >= ${groupReviews.openedAt}
    order by ${change.id} limit 1)`;
  return rows(
    { id: auditEvents.id, groupName: auditEvents.groupName, createdAt: auditEvents.createdAt },
    // A user without a change since the opening is a member since before it, or is none.
    (fields) => sql`select ${columns(fields)}
      from (select ${own.groupId} as groupId from ${groupMembers} as ${own} where ${own.userId} = ${userId}
        union select ${ended.groupId} from ${auditEvents} as ${ended}
        where ${ended.subjectId} = ${userId} and ${ended.id} >= ${from} and ${isEnding(ended)}) as known
      cross join ${groups} on ${groups.id} = ${groupId}
      cross join ${groupReviews} on ${groupReviews.groupId} = ${groupId}
        and coalesce(${groupReviews.finishedAt} >= ${since}, 1)
      cross join ${auditEvents} on ${auditEvents.groupId} = ${groupId} and ${auditEvents.id} >= ${from}
        and +${auditEvents.kind} = 'review_viewed' and ${auditEvents.actorId} is not ${userId}
        and ${auditEvents.createdAt} >= ${groupReviews.openedAt}
        and coalesce(${auditEvents.createdAt} <= ${groupReviews.finishedAt}, 1)
      left join ${groupMembers} as ${own} on ${own.groupId} = ${groupId} and ${own.userId} = ${userId}
      left join ${auditEvents} as ${first} on ${first.id} = ${firstChange}
      where case when ${first.id} is null then ${own.joinedAt} < ${groupReviews.openedAt} and ${own.role} <> 'owner'
          else ${isEnding(first)} and ${first.id} > ${auditEvents.id} end
        and (${own.role} <> 'member'
          or ${auditEvents.groupVisibility} <> 'system' and ${groups.effectiveVisibility} <> 'system')
      order by ${auditEvents.id} desc limit ${MOST_VIEWS}`,
  );
}
