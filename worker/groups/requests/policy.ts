import { english } from "#shared/english.ts";
import { UNDO_SECONDS } from "#shared/groups/decisions.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { alreadyMember, enrolsAutomatically } from "#worker/groups/members/add-member.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { DecidedRow } from "./decisions.ts";
import type { RequestRow } from "./store.ts";

type Requested = Pick<GroupRow, "name" | "role" | "joinMode" | "enrolment" | "pendingRequestId">;

/** The error for a join request that the group does not accept. */
export function requestRefusal(group: Requested): ApiError {
  const { name, role, joinMode, enrolment, pendingRequestId } = group;
  if (role !== null && pendingRequestId !== null) {
    return new ApiError("already_asked_to_stay", { name });
  }
  if (role !== null) return alreadyMember(name);
  if (enrolment === "automatic") return enrolsAutomatically(name);
  if (joinMode === "open") {
    return new ApiError("open_to_join", { name });
  }
  if (joinMode === "invitation_only") {
    return new ApiError("on_invitation_only", { name });
  }
  return pendingRequestId === null
    ? new ApiError("invited_already", { name })
    : new ApiError("already_requested", { name });
}

/**
 * The sheet of a main is public, and whose alts a character has is not (docs/decisions/0028): reviewers of a group learn no
 * more about an account than other users do.
 */
export function maySeeAltCount({ isAdmin }: Pick<UserActor, "isAdmin">): boolean {
  return isAdmin;
}

/**
 * Members of the reviewing group do not review their own request: it exists for them as for any pilot who asks. Owners and
 * admins are members already.
 */
export function mayReview(
  { isReviewer, role }: Pick<GroupRow, "isReviewer" | "role">,
  { userId, isAdmin }: Pick<UserActor, "userId" | "isAdmin">,
  request: { userId: string },
): boolean {
  return (
    request.userId !== userId || isAdmin || isReviewer === 0 || role === "owner" || role === "admin"
  );
}

type Request = Pick<RequestRow, "status" | "suspendedUntil" | "mainCharacterName">;

/** The message has no name: after a request is closed, the main of its user may be one that reviewers must not learn. */
export function rejectionRefusal({ status }: Pick<Request, "status">): ApiError | undefined {
  if (status === "pending") return undefined;
  return new ApiError(`request_${status}`);
}

/** A user who is suspended or does not meet the requirements is not admitted. The request can be rejected or stay pending. */
export function approvalRefusal(
  request: Request & { requirements: Outcome },
): ApiError | undefined {
  const refusal = rejectionRefusal(request);
  if (refusal) return refusal;
  const name = request.mainCharacterName ?? english`This player`;
  if (markOf(request) !== null) {
    return new ApiError("request_suspended", { name });
  }
  if (request.requirements === "met") return undefined;
  return new ApiError(request.requirements === "unmet" ? "request_unmet" : "request_unknown", {
    name,
  });
}

/** These messages have no names for the same reason. */
export function undoRefusal(request: DecidedRow): ApiError | undefined {
  if (request.status === "pending") {
    return new ApiError("request_pending");
  }
  if (!request.isOwnRecent) {
    const minutes = UNDO_SECONDS / 60;
    return new ApiError("not_your_decision", { minutes });
  }
  if (request.isPlaceUnchanged) return undefined;
  return new ApiError("decision_outdated");
}
