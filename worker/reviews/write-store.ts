import { and, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { MAX_REVIEWED, REVIEW_DAYS } from "#shared/groups/limits.ts";
import type { Decide, ReviewSettings, Silence } from "#shared/groups/reviews.ts";
import { DAY_MS } from "#shared/time.ts";
import { givesBeyond } from "#worker/access/gives-beyond.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requireProofToGive } from "#worker/auth/sessions/fresh-proof.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { groupReviews, reviewDecisions, reviewSchedules } from "#worker/db/schema/reviews.ts";
import { excluded, existsIn, idsIn, insertWhere, orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnMembers } from "#worker/groups/members/policy.ts";
import { countOf, isReviewed } from "./store.ts";
import type { OpenReviewRow } from "./store.ts";

const owner = alias(groupMembers, "owner");

/** SQL condition on `groups`: a review can be opened. */
const canOpen = sql`${groups.memberCount} between 2 and ${sql.raw(String(MAX_REVIEWED))}
  and not exists (select 1 from ${groupRequirements} where ${groupRequirements.groupId} = ${groups.id}
    and ${groupRequirements.enrolment} = 'automatic')
  and not exists (select 1 from ${groupReviews} where ${groupReviews.groupId} = ${groups.id}
    and ${groupReviews.finishedAt} is null)`;

type Opening = { silence: Silence; dueAt: Date };
type Opener = OnMembers<"review"> | OnMembers<"openReview", { group: { id: string } }, "job">;

/** Statements that open a review where this is possible; the first reads whether it was. */
export function openReview(
  context: Context,
  { by: actor, of: { group } }: Opener,
  { silence, dueAt }: Opening,
  condition: SQL = sql`true`,
) {
  const groupId = group.id;
  const { statement, applied } = recordEvent(
    context,
    { kind: "review_opened", actor, groupId, detail: { until: dueAt.toISOString() } },
    sql`${canOpen} and ${condition}`,
  );
  const review = { id: randomToken(12), groupId, silence, openedAt: new Date(), dueAt };
  return [
    statement,
    insertWhere(groupReviews, review, applied),
    orm
      .update(reviewSchedules)
      .set({ nextAt: null })
      .where(and(eq(reviewSchedules.groupId, groupId), applied)),
    ...(actor === "job"
      ? []
      : [
          countAct(context, actor, "edits", {
            applied,
            items: sql`(select ${groups.memberCount} from ${groups} where ${groups.id} = ${groupId})`,
          }),
        ]),
  ] as const;
}

type Schedule = Pick<typeof reviewSchedules.$inferSelect, "groupId" | "everyMonths" | "silence">;

/** SQL condition on `review_schedules`: it is as it was read, and its next review is due. */
function isDueAsRead({ groupId, everyMonths, silence }: Schedule, now: number) {
  return and(
    eq(reviewSchedules.groupId, groupId),
    eq(reviewSchedules.everyMonths, everyMonths),
    eq(reviewSchedules.silence, silence),
    lte(reviewSchedules.nextAt, new Date(now)),
  );
}

/** SQL condition: the group has this schedule, and its next review is due. */
export function isScheduled(schedule: Schedule, now: number): SQL {
  return existsIn(reviewSchedules, isDueAsRead(schedule, now));
}

/** A group that cannot be reviewed now is asked again at the next time of its schedule. */
export function postpone(schedule: Schedule, nextAt: Date, now: number): Statement {
  return orm.update(reviewSchedules).set({ nextAt }).where(isDueAsRead(schedule, now));
}

/** SQL condition: the schedule and the open review of the group are as they were read. Whether a proof is needed was decided from them. */
export function areSettings(
  groupId: string,
  schedule: (Omit<Schedule, "groupId"> & { nextAt: Date | null }) | undefined,
  open: { silence: Silence } | undefined,
): SQL {
  const { everyMonths, silence, nextAt } = reviewSchedules;
  const read = schedule && [
    schedule.everyMonths,
    schedule.silence,
    schedule.nextAt?.getTime() ?? null,
  ];
  return sql`(select json_array(${everyMonths}, ${silence}, ${nextAt}) from ${reviewSchedules}
      where ${reviewSchedules.groupId} = ${groupId}) is ${read === undefined ? null : JSON.stringify(read)}
    and (select ${groupReviews.silence} from ${groupReviews} where ${groupReviews.groupId} = ${groupId}
      and ${groupReviews.finishedAt} is null) is ${open?.silence ?? null}`;
}

/** The statements of `recordAndApply` that save the settings of a group. */
export function saveSettings(
  { of: { group } }: OnMembers<"review">,
  { everyMonths, silence }: ReviewSettings,
  nextAt: Date | null,
  applied: SQL,
): Statement[] {
  const groupId = group.id;
  return [
    everyMonths === null
      ? orm.delete(reviewSchedules).where(and(eq(reviewSchedules.groupId, groupId), applied))
      : insertWhere(
          reviewSchedules,
          { groupId, everyMonths, silence, nextAt },
          applied,
        ).onConflictDoUpdate({
          target: reviewSchedules.groupId,
          set: {
            everyMonths: excluded(reviewSchedules.everyMonths),
            silence: excluded(reviewSchedules.silence),
            nextAt: excluded(reviewSchedules.nextAt),
          },
        }),
    orm
      .update(groupReviews)
      .set({ silence })
      .where(and(eq(groupReviews.groupId, groupId), isNull(groupReviews.finishedAt), applied)),
  ];
}

/**
 * The proof for reviews that keep undecided members where the schedules of these groups remove them, or that remove them later than
 * the scheduled review would. It reads the schedules before the reviews open, so it comes first in the batch.
 */
export function requireProofToOpen(
  actor: UserActor,
  groupIds: readonly string[],
  { silence, dueAt }: Opening,
): Statement[] {
  const byItself = new Date(dueAt.getTime() - REVIEW_DAYS * DAY_MS);
  const keepsMore = silence === "keep" ? sql`true` : lt(reviewSchedules.nextAt, byItself);
  return requireProofToGive(
    actor,
    sql`exists (select 1 from ${reviewSchedules} where ${reviewSchedules.groupId} in ${idsIn(groupIds)}
      and ${reviewSchedules.silence} = 'remove' and ${keepsMore} and ${givesBeyond(reviewSchedules.groupId)})`,
  );
}

/** SQL condition: the review is open, and `actor` owns the group or is an administrator. */
function isOpenFor(reviewId: string, groupId: string, { userId, isAdmin }: UserActor): SQL {
  return sql`${groupReviews.id} = ${reviewId} and ${groupReviews.groupId} = ${groupId}
    and ${groupReviews.finishedAt} is null and ${
      isAdmin
        ? sql`true`
        : sql`exists (select 1 from ${groupMembers} as ${owner} where ${owner.groupId} = ${groupId}
            and ${owner.userId} = ${userId} and ${owner.role} = 'owner')`
    }`;
}

/**
 * Writes decisions on members whom the open review concerns; the others are left out. A member stays who was to be removed: that asks
 * for a proof where the membership gives what outlives a stolen session.
 */
export function saveDecisions(
  { by: actor, of: { group } }: OnMembers<"review">,
  { reviewId, decisions }: Decide,
): Statement[] {
  const groupId = group.id;
  const now = new Date();
  const list = JSON.stringify(decisions);
  const keepsRemoved = sql`exists (select 1 from json_each(${list}) as decision
    cross join ${groupReviews} on ${groupReviews.id} = ${reviewId}
    left join ${reviewDecisions} on ${reviewDecisions.reviewId} = ${reviewId}
      and ${reviewDecisions.userId} = decision.value ->> '$.userId'
    where coalesce(${reviewDecisions.verdict}, ${groupReviews.silence}) = 'remove'
      and coalesce(decision.value ->> '$.verdict', ${groupReviews.silence}) = 'keep')`;
  return [
    ...requireProofToGive(actor, sql`${keepsRemoved} and ${givesBeyond(groupId)}`),
    insertWhere(
      reviewDecisions,
      {
        reviewId,
        userId: sql`${groupMembers.userId}`,
        verdict: sql`decision.value ->> '$.verdict'`,
        decidedAt: now,
      },
      sql`decision.value ->> '$.verdict' is not null and ${isOpenFor(reviewId, groupId, actor)}`,
      sql`json_each(${list}) as decision cross join ${groupReviews} on ${groupReviews.id} = ${reviewId}
        cross join ${groupMembers} on ${groupMembers.userId} = decision.value ->> '$.userId'
          and ${isReviewed(groupReviews)}`,
    ).onConflictDoUpdate({
      target: [reviewDecisions.reviewId, reviewDecisions.userId],
      set: {
        verdict: excluded(reviewDecisions.verdict),
        decidedAt: excluded(reviewDecisions.decidedAt),
      },
    }),
    orm.delete(reviewDecisions).where(
      sql`${reviewDecisions.reviewId} = ${reviewId} and ${reviewDecisions.userId} in (
        select value ->> '$.userId' from json_each(${list}) where value ->> '$.verdict' is null)
        and exists (select 1 from ${groupReviews} where ${isOpenFor(reviewId, groupId, actor)})`,
    ),
  ];
}

/** SQL condition: the review is as it was read. */
export function isAsRead({
  id,
  groupId,
  silence,
  everyMonths,
  kept,
  removed,
  undecided,
}: OpenReviewRow): SQL {
  return sql`exists (select 1 from ${groupReviews} where ${groupReviews.id} = ${id}
    and ${groupReviews.finishedAt} is null and ${groupReviews.silence} = ${silence}
    and ${countOf(groupReviews, "keep")} = ${kept} and ${countOf(groupReviews, "remove")} = ${removed}
    and ${countOf(groupReviews, null)} = ${undecided}
    and (select ${reviewSchedules.everyMonths} from ${reviewSchedules}
      where ${reviewSchedules.groupId} = ${groupId}) is ${everyMonths})`;
}

/** SQL condition on `group_members`: the review, with a verdict for every member, removes the member. */
export function isRemovedBy({ id, groupId, openedAt }: OpenReviewRow): SQL {
  return sql`${groupMembers.groupId} = ${groupId} and ${groupMembers.role} <> 'owner'
    and ${groupMembers.joinedAt} < ${openedAt.getTime()} and ${groupMembers.userId} in (
      select ${reviewDecisions.userId} from ${reviewDecisions}
      where ${reviewDecisions.reviewId} = ${id} and ${reviewDecisions.verdict} = 'remove')`;
}

/** A statement that decides on the undecided as it was chosen beforehand. */
export function decideSilent({ id, silence }: OpenReviewRow): Statement {
  return insertWhere(
    reviewDecisions,
    {
      reviewId: id,
      userId: sql`${groupMembers.userId}`,
      verdict: silence,
      isSilent: true,
      decidedAt: new Date(),
    },
    sql`${groupReviews.id} = ${id}`,
    sql`${groupReviews} cross join ${groupMembers} on ${isReviewed(groupReviews)}`,
  ).onConflictDoNothing();
}

type Finished = { kept: number; removed: number; isHeld: boolean; finishedBy: string | null };

/** Statements that end a review, forget the decisions of the one before, and set the time of the next. */
export function closeReview(
  { id, groupId }: OpenReviewRow,
  finished: Finished,
  nextAt: Date | null,
): Statement[] {
  return [
    orm
      .update(groupReviews)
      .set({ ...finished, finishedAt: new Date() })
      .where(eq(groupReviews.id, id)),
    orm.delete(reviewDecisions).where(
      sql`${reviewDecisions.reviewId} in (select ${groupReviews.id} from ${groupReviews}
        where ${groupReviews.groupId} = ${groupId} and ${groupReviews.id} <> ${id})`,
    ),
    orm.update(reviewSchedules).set({ nextAt }).where(eq(reviewSchedules.groupId, groupId)),
  ];
}
