import type { Silence } from "#shared/groups/reviews.ts";
import { DAY_MS } from "#shared/time.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { groupReviews } from "#worker/db/schema/reviews.ts";
import type { Community } from "#test/support/workerd/harness.ts";

type ReviewGiven = { silence?: Silence; dueAt?: Date };

/** A statement for an open review of a group, which concerns all who have joined by now. */
export function prepareReview(
  { context: { db } }: Community,
  group: { id: string },
  { silence = "keep", dueAt = new Date(Date.now() + 14 * DAY_MS) }: ReviewGiven = {},
) {
  const id = randomToken(12);
  const openedAt = new Date(Date.now() + 1000);
  const insert = db
    .insert(groupReviews)
    .values({ id, groupId: group.id, silence, openedAt, dueAt });
  return { statements: [insert], id };
}
