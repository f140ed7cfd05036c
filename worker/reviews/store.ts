import { and, asc, desc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { groupReviews, reviewDecisions, reviewSchedules } from "#worker/db/schema/reviews.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";

const latest = alias(groupReviews, "latest");

const open = alias(groupReviews, "open");
const owner = alias(groupMembers, "owner");

type Reviewed = { id: SQLWrapper; groupId: SQLWrapper; openedAt: SQLWrapper };

/** SQL condition on `group_members` and `group_reviews` or its alias: the review concerns the member. */
export function isReviewed({ groupId, openedAt }: Omit<Reviewed, "id">): SQL {
  return sql`${groupMembers.groupId} = ${groupId} and ${groupMembers.rank} > 0
    and ${groupMembers.joinedAt} < ${openedAt}`;
}

/** SQL: how many members of the review have no verdict (null), or this one. */
export function countOf(review: Reviewed, verdict: "keep" | "remove" | null): SQL<number> {
  return sql`(select count(*) from ${groupMembers} left join ${reviewDecisions}
    on ${reviewDecisions.reviewId} = ${review.id} and ${reviewDecisions.userId} = ${groupMembers.userId}
    where ${isReviewed(review)} and ${reviewDecisions.verdict} is ${sql.raw(verdict === null ? "null" : `'${verdict}'`)})`;
}

const openFields = {
  id: open.id,
  groupId: open.groupId,
  groupName: groups.name,
  silence: open.silence,
  openedAt: open.openedAt,
  dueAt: open.dueAt,
  kept: countOf(open, "keep"),
  removed: countOf(open, "remove"),
  undecided: countOf(open, null),
  memberCount: groups.memberCount,
  ownerId: owner.userId,
  everyMonths: reviewSchedules.everyMonths,
  isAutomatic: sql<number>`coalesce(${groupRequirements.enrolment} = 'automatic', 0)`,
};
export type OpenReviewRow = RowOfStatement<typeof selectOpen>;

function select(fields: typeof openFields) {
  return orm
    .select(fields)
    .from(open)
    .innerJoin(groups, eq(groups.id, open.groupId))
    .innerJoin(owner, and(eq(owner.groupId, open.groupId), sql`${owner.role} = 'owner'`))
    .leftJoin(groupRequirements, eq(groupRequirements.groupId, open.groupId))
    .leftJoin(reviewSchedules, eq(reviewSchedules.groupId, open.groupId));
}

/** The open review of a group, with its numbers. */
export const selectOpen = prepare(openFields, (fields) =>
  select(fields).where(and(eq(open.groupId, sql.placeholder("groupId")), isNull(open.finishedAt))),
);

/** Reviews whose time is over. */
export const selectOverdue = prepare(openFields, (fields) =>
  select(fields)
    .where(and(isNull(open.finishedAt), lte(open.dueAt, sql.placeholder("now"))))
    .orderBy(asc(open.dueAt), asc(open.id))
    .limit(sql.placeholder("limit")),
);

export const selectSchedule = prepare(
  {
    everyMonths: reviewSchedules.everyMonths,
    silence: reviewSchedules.silence,
    nextAt: reviewSchedules.nextAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(reviewSchedules)
      .where(eq(reviewSchedules.groupId, sql.placeholder("groupId"))),
);

/** Groups whose next review is to open. */
export const selectDue = prepare(
  {
    groupId: reviewSchedules.groupId,
    everyMonths: reviewSchedules.everyMonths,
    silence: reviewSchedules.silence,
  },
  (fields) =>
    orm
      .select(fields)
      .from(reviewSchedules)
      .where(
        and(isNotNull(reviewSchedules.nextAt), lte(reviewSchedules.nextAt, sql.placeholder("now"))),
      )
      .orderBy(asc(reviewSchedules.nextAt))
      .limit(sql.placeholder("limit")),
);

/** The last finished review of a group. */
export const selectLast = prepare(
  {
    id: groupReviews.id,
    finishedAt: groupReviews.finishedAt,
    kept: groupReviews.kept,
    removed: groupReviews.removed,
    isHeld: groupReviews.isHeld,
    byName: characters.name,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupReviews)
      .leftJoin(users, eq(users.id, groupReviews.finishedBy))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(
        and(
          eq(groupReviews.groupId, sql.placeholder("groupId")),
          isNotNull(groupReviews.finishedAt),
        ),
      )
      .orderBy(desc(groupReviews.finishedAt))
      .limit(1),
);

export type ResultRow = RowOfStatement<typeof selectResults>;

/** The results of the last finished review of a group, by name. */
export const selectResults = prepare(
  {
    finishedAt: groupReviews.finishedAt,
    userId: reviewDecisions.userId,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: characters.name,
    verdict: reviewDecisions.verdict,
    isSilent: reviewDecisions.isSilent,
    decidedAt: reviewDecisions.decidedAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupReviews)
      .innerJoin(reviewDecisions, eq(reviewDecisions.reviewId, groupReviews.id))
      .innerJoin(users, eq(users.id, reviewDecisions.userId))
      .leftJoin(characters, eq(characters.id, users.mainCharacterId))
      .where(
        sql`${groupReviews.id} = (select ${latest.id} from ${groupReviews} as ${latest}
          where ${latest.groupId} = ${sql.placeholder("groupId")} and ${latest.finishedAt} is not null
          order by ${latest.finishedAt} desc limit 1)`,
      )
      .orderBy(characters.nameFolded, reviewDecisions.userId),
);

/** All open reviews, for administrators. */
export const selectAllOpen = prepare(openFields, (fields) =>
  select(fields).where(isNull(open.finishedAt)).orderBy(asc(open.dueAt), asc(open.id)).limit(200),
);
