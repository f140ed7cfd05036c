import type { ReviewOutcome } from "#shared/groups/reviews.ts";
import { holdOf } from "#shared/requirements/limits.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { OnMembers } from "#worker/groups/members/policy.ts";
import { removeMembers } from "#worker/groups/members/many.ts";
import { heldAboveOf, holdAsked } from "#worker/enrolment/held/asked.ts";
import type { OpenReviewRow } from "./store.ts";
import { closeReview, decideSilent, isAsRead, isRemovedBy } from "./write-store.ts";

type Finishing = OnMembers<"review"> | OnMembers<"endReview", { group: { id: string } }, "job">;

/**
 * Ends a review in one batch: the undecided get the verdict that was chosen beforehand, and the removals are made, or held if they are
 * many. Throws `GuardFailed` if the numbers are not those that were read.
 */
export async function finish(
  context: Context,
  allowed: Finishing,
  review: OpenReviewRow,
  recent: Parameters<typeof heldAboveOf>[1],
  guards: Statement[] = [],
): Promise<ReviewOutcome> {
  const { by: actor, of } = allowed;
  const groupId = of.group.id;
  const { id: reviewId, memberCount, ownerId, everyMonths } = review;
  const group = { id: groupId, memberCount };
  const finishedBy = actor === "job" ? null : actor.userId;
  const all = review.kept + review.removed + review.undecided;
  // The requirements alone decide by now who is a member.
  const isVoid = review.isAutomatic === 1;
  const silent = review.silence === "remove" ? review.undecided : 0;
  const removed = isVoid ? 0 : review.removed + silent;
  const limit = removed === 0 ? null : holdOf(removed, heldAboveOf(group, recent));
  const outcome = { kept: all - removed, removed, isHeld: limit !== null };
  const isRemovable = isRemovedBy(review);
  const event = recordEvent(context, {
    kind: "review_finished",
    actor,
    groupId,
    detail: {
      kept: outcome.kept,
      count: removed,
      ...(isVoid && { reason: "The requirements decide who is a member." }),
    },
  });
  const askedBy = finishedBy ?? ownerId;
  await runBatch(context.db, [
    ...guards,
    guard(isAsRead(review)),
    event.statement,
    ...(isVoid ? [] : [decideSilent(review)]),
    ...(removed === 0
      ? []
      : limit === null
        ? removeMembers(context, allowed, isRemovable, { reviewId })
        : holdAsked(context, {
            group,
            actor,
            askedBy,
            reviewId,
            isRemovable,
            count: removed,
            limit,
          }).statements),
    ...closeReview(
      review,
      { ...outcome, finishedBy },
      everyMonths === null ? null : addMonths(new Date(), everyMonths),
    ),
  ]);
  return outcome;
}

/** The same day of a later month, or its last day. */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}
