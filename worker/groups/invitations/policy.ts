import { MAX_PENDING_PER_INVITEE, MAX_UNANSWERED_PER_DAY } from "#shared/groups/invitations.ts";
import type { InvitationStatus } from "#shared/groups/invitations.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { Candidate } from "./candidates.ts";
import { DAY_MS } from "#shared/time.ts";

/** The user to invite: the character must be a main, and its user neither a member nor invited nor waiting for an answer. */
export function requireInvitable(
  candidate: Candidate | undefined,
  typed: string,
  groupName: string,
  { isAdmin }: { isAdmin: boolean },
): { userId: string; characterId: number } {
  const isAlt = candidate?.userId != null && candidate.mainCharacterId !== candidate.characterId;
  // Every user can own a group and invite, so only system administrators learn whose alt a character is.
  if (isAlt && isAdmin) {
    const { characterName, mainCharacterName } = candidate;
    throw new ApiError("invitee_alt", { characterName, mainName: mainCharacterName ?? "another" });
  }
  if (candidate?.userId == null || isAlt) {
    throw new ApiError("invitee_unknown", { typed });
  }
  const { characterId, characterName, userId } = candidate;
  if (candidate.isMember) {
    throw new ApiError("invitee_member", { characterName, groupName });
  }
  if (candidate.isInvited) {
    throw new ApiError("invitee_invited", { characterName, groupName });
  }
  if (candidate.hasRequested) {
    throw new ApiError("invitee_requested", { characterName, groupName });
  }
  if (candidate.isBlocked) {
    throw new ApiError("invitee_blocks", { characterName, groupName });
  }
  if (candidate.isInboxFull) {
    throw new ApiError("invitee_full", { characterName, count: MAX_PENDING_PER_INVITEE });
  }
  return { userId, characterId };
}

/** Throws `rate_limited` if `since` is set: the oldest of the invitations that reach the daily limit was sent then. */
export function requireDayNotFilled(since: Date | undefined, now: number) {
  if (since === undefined) return;
  throw new ApiError(
    "invitations_spent",
    { count: MAX_UNANSWERED_PER_DAY },
    { retryAfterSeconds: Math.ceil((since.getTime() + DAY_MS - now) / 1000) },
  );
}

export function requirePending({ status }: { status: InvitationStatus }, groupName: string) {
  if (status === "pending") return;
  throw new ApiError(`invitation_${status}`, { groupName });
}

/** An invitation is valid only while its inviter is not suspended. The message does not disclose the suspension. */
export function requireActiveInviter(
  { inviterSuspendedUntil }: { inviterSuspendedUntil: Date | null },
  groupName: string,
) {
  if (markOf({ suspendedUntil: inviterSuspendedUntil }) === null) return;
  throw new ApiError("invitation_not_now", { groupName });
}
