import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { holdsOffice } from "#worker/groups/group/own-hand.ts";
import type { OwnHand } from "#worker/groups/group/own-hand.ts";
import { ApiError } from "#worker/http/api-error.ts";

type Reviewed = {
  group: Pick<GroupRow, "name" | "role" | "isReviewer" | "reviewerGroupId">;
  request: { userId: string };
  /** What the actor is by their own hand; undefined for others than system administrators. */
  ownHand: OwnHand | undefined;
};

/**
 * Who reads notes and looks at what is shared: the owner, the admins and the members of the reviewing group, of others than
 * themselves. System administrators decide about requests and do neither, unless others have put them there or they take emergency
 * access.
 */
export function isReviewer(read: Reviewed, { userId }: Pick<UserActor, "userId">): boolean {
  if (read.request.userId === userId) return false;
  return holdsOffice(read) || (read.group.isReviewer === 1 && read.ownHand?.review !== 1);
}

/** `told`: the reviewing group that the pilot was told of. Members of another one that reviews since then may not look. */
export function lookRefusal(
  read: Reviewed,
  told: string | null,
  actor: Pick<UserActor, "isGuest" | "userId">,
): ApiError | undefined {
  if (actor.isGuest) return new ApiError("members_only_search");
  if (!isReviewer(read, actor)) return new ApiError("reviewers_only", { name: read.group.name });
  if (holdsOffice(read) || read.group.reviewerGroupId === told) return undefined;
  return new ApiError("nothing_shared");
}
