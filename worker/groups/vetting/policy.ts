import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { ApiError } from "#worker/http/api-error.ts";

type Reviewed = Pick<GroupRow, "name" | "role" | "isReviewer" | "reviewerGroupId">;

/**
 * Who reads notes and looks at what is shared: the owner, the admins and the members of the reviewing group. System
 * administrators decide about requests and do neither, unless they take emergency access.
 */
export function isReviewer({ role, isReviewer: isOfGroup }: Reviewed): boolean {
  return managesRequests({ role }) || isOfGroup === 1;
}

function managesRequests({ role }: Pick<Reviewed, "role">): boolean {
  return role === "owner" || role === "admin";
}

/** `told`: the reviewing group that the pilot was told of. Members of another one that reviews since then may not look. */
export function lookRefusal(
  group: Reviewed,
  told: string | null,
  { isGuest }: Pick<UserActor, "isGuest">,
): ApiError | undefined {
  if (isGuest) return new ApiError("members_only_search");
  if (!isReviewer(group)) return new ApiError("reviewers_only", { name: group.name });
  if (managesRequests(group) || group.reviewerGroupId === told) return undefined;
  return new ApiError("nothing_shared");
}
