import { and, eq, lt } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { groupVetting } from "#worker/db/schema/group-forms.ts";
import { existsIn, orm } from "#worker/db/statements.ts";
import { isMemberOf } from "#worker/access/membership.ts";
import type { Id } from "#worker/access/membership.ts";

/** SQL condition on `group_vetting`, also where it is joined: the user is a member of the group whose members review requests. */
export function isInReviewingGroup(userId: Id): SQL {
  return isMemberOf(groupVetting.reviewerGroupId, userId);
}

/** SQL condition: the user is a member of the group whose members review the requests of this group. */
export function reviewsFor(groupId: SQLWrapper | string, userId: Id): SQL {
  return existsIn(groupVetting, eq(groupVetting.groupId, groupId), isInReviewingGroup(userId));
}

/** SQL query: the groups that the user reviews requests of, as owner, admin, or member of the group that reviews. */
export function selectReviewedBy(userId: Placeholder) {
  return orm
    .select({ groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(and(eq(groupMembers.userId, userId), lt(groupMembers.rank, 2)))
    .union(
      orm
        .select({ groupId: groupVetting.groupId })
        .from(groupMembers)
        .crossJoin(groupVetting)
        .where(
          and(
            eq(groupMembers.userId, userId),
            eq(groupVetting.reviewerGroupId, groupMembers.groupId),
          ),
        ),
    );
}
