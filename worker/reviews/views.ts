import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { isEnding, isMembershipEvent, isWayIn } from "#worker/audit/memberships.ts";
import { prepareView } from "#worker/audit/views.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { groupReviews } from "#worker/db/schema/reviews.ts";
import { columns, prepare } from "#worker/db/statements.ts";

const readerId = sql.placeholder("readerId");
const about = sql.placeholder("about");

/** The statement that records that a user read the evidence of an open review. `about`: the group; `isAdmin`: of the reader. */
export const viewOfReview = prepareView("review_viewed", () => {
  const isOwner = and(
    eq(groupMembers.groupId, about),
    eq(groupMembers.userId, readerId),
    sql`${groupMembers.role} = 'owner'`,
  );
  return sql`exists (select 1 from ${groupReviews} where ${groupReviews.groupId} = ${about}
      and ${groupReviews.finishedAt} is null)
    and (${sql.placeholder("isAdmin")} or exists (select 1 from ${groupMembers} where ${isOwner}))`;
});

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
  return selectLatestViews({ userId, since, from: eventIdsFrom(since) });
}

const selectLatestViews = prepare(
  { id: auditEvents.id, groupName: auditEvents.groupName, createdAt: auditEvents.createdAt },
  (fields) => {
    const [userId, since, from] = ["userId", "since", "from"].map((name) => sql.placeholder(name));
    const groupId = sql`known.groupId`;
    const firstChange = sql`(select ${change.id} from ${auditEvents} as ${change}
    where ${change.groupId} = ${groupId} and ${change.subjectId} = ${userId} and ${isMembershipEvent(change)}
      and (${isWayIn(change)} or ${isEnding(change)}) and ${change.createdAt} >= ${groupReviews.openedAt}
    order by ${change.id} limit 1)`;
    // A user without a change since the opening is a member since before it, or is none.
    return sql`select ${columns(fields)}
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
      order by ${auditEvents.id} desc limit ${MOST_VIEWS}`;
  },
);
