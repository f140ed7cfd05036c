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
    return new ApiError("conflict", `You have already asked to stay in ${name}.`);
  }
  if (role !== null) return alreadyMember(name);
  if (enrolment === "automatic") return enrolsAutomatically(name);
  if (joinMode === "open") {
    return new ApiError("conflict", `${name} is open. You can join without a request.`);
  }
  if (joinMode === "invitation_only") {
    return new ApiError("forbidden", `${name} admits members by invitation only.`);
  }
  return pendingRequestId === null
    ? new ApiError("conflict", `You are invited to ${name}. Accept the invitation instead.`)
    : new ApiError("conflict", `You have already requested to join ${name}.`);
}

/**
 * The sheet of a main is public, and whose alts a character has is not (docs/decisions/0028): reviewers of a group learn no
 * more about an account than other users do.
 */
export function maySeeAltCount({ isAdmin }: Pick<UserActor, "isAdmin">): boolean {
  return isAdmin;
}

type Request = Pick<RequestRow, "status" | "suspendedUntil" | "mainCharacterName">;

/** The message has no name: after a request is closed, the main of its user may be one that reviewers must not learn. */
export function rejectionRefusal({ status }: Pick<Request, "status">): ApiError | undefined {
  if (status === "pending") return undefined;
  return new ApiError("conflict", `This request is no longer open: it was ${status}.`);
}

/** A user who is suspended or does not meet the requirements is not admitted. The request can be rejected or stay pending. */
export function approvalRefusal(
  request: Request & { requirements: Outcome },
): ApiError | undefined {
  const refusal = rejectionRefusal(request);
  if (refusal) return refusal;
  const name = request.mainCharacterName ?? "This player";
  if (markOf(request) !== null) {
    return new ApiError(
      "conflict",
      `${name} is suspended and cannot be admitted until the suspension ends.`,
    );
  }
  if (request.requirements === "met") return undefined;
  return new ApiError(
    "conflict",
    request.requirements === "unmet"
      ? `${name} does not meet the requirements.`
      : `Muster does not know yet whether ${name} meets the requirements.`,
  );
}

/** These messages have no names for the same reason. */
export function undoRefusal(request: DecidedRow): ApiError | undefined {
  if (request.status === "pending") {
    return new ApiError("conflict", "This request is already pending.");
  }
  if (!request.isOwnRecent) {
    const minutes = UNDO_SECONDS / 60;
    return new ApiError(
      "conflict",
      `You can undo only your own decision, and only for ${minutes} minutes.`,
    );
  }
  if (request.isPlaceUnchanged) return undefined;
  return new ApiError(
    "conflict",
    "The player's membership has changed since then, so the decision can no longer be undone.",
  );
}
