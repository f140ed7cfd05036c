import { markOf } from "#worker/auth/suspensions/suspended.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { alreadyMember } from "#worker/groups/members/add-member.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { RequestRow } from "./store.ts";

type Requested = Pick<GroupRow, "name" | "role" | "joinMode" | "pendingRequestId">;

/** The error for a join request that the group does not accept. */
export function requestRefusal({ name, role, joinMode, pendingRequestId }: Requested): ApiError {
  if (role !== null) return alreadyMember(name);
  if (joinMode === "open") {
    return new ApiError("conflict", `${name} is open to everybody. Join it without asking.`);
  }
  if (joinMode === "invitation_only") {
    return new ApiError("forbidden", `${name} admits members by invitation only.`);
  }
  return pendingRequestId === null
    ? new ApiError("conflict", `You are invited to ${name}. Accept the invitation instead.`)
    : new ApiError("conflict", `You have already asked to join ${name}.`);
}

/** The message has no name: after a request is closed, the main of its user may be one that reviewers must not learn. */
export function requirePending({ status }: Pick<RequestRow, "status">) {
  if (status === "pending") return;
  throw new ApiError("conflict", `This request is no longer open: it was ${status}.`);
}

/** A suspended user is not admitted. The request can be rejected or stay pending. */
export function requireNotSuspended(
  request: Pick<RequestRow, "suspendedUntil" | "mainCharacterName">,
) {
  if (markOf(request) === null) return;
  const name = request.mainCharacterName ?? "This player";
  throw new ApiError("conflict", `${name} is suspended and cannot be admitted until that ends.`);
}
