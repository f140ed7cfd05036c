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
    const { characterName, mainCharacterName: main } = candidate;
    throw new ApiError("conflict", `${characterName} is an alt of ${main}; invite ${main}.`);
  }
  if (candidate?.userId == null || isAlt) {
    throw new ApiError(
      "not_found",
      `No main character named ${typed}. Check the spelling, or ask the player to sign in to Muster first.`,
    );
  }
  const { characterId, characterName, userId } = candidate;
  if (candidate.isMember) {
    throw new ApiError("conflict", `${characterName} is already a member of ${groupName}.`);
  }
  if (candidate.isInvited) {
    throw new ApiError("conflict", `${characterName} is already invited to ${groupName}.`);
  }
  if (candidate.hasRequested) {
    throw new ApiError(
      "conflict",
      `${characterName} has requested to join ${groupName}. Approve the request instead.`,
    );
  }
  if (candidate.isBlocked) {
    throw new ApiError(
      "conflict",
      `${characterName} does not accept invitations from ${groupName}. The player can still request to join or use an invite code.`,
    );
  }
  if (candidate.isInboxFull) {
    throw new ApiError(
      "conflict",
      `${characterName} has ${MAX_PENDING_PER_INVITEE} unanswered invitations, the maximum. Try again after some are answered.`,
    );
  }
  return { userId, characterId };
}

/** Throws `rate_limited` if `since` is set: the oldest of the invitations that reach the daily limit was sent then. */
export function requireDayNotFilled(since: Date | undefined, now: number) {
  if (since === undefined) return;
  throw new ApiError(
    "rate_limited",
    `${MAX_UNANSWERED_PER_DAY} of your invitations from the last 24 hours are unanswered, the maximum. Wait for answers or create an invite code.`,
    { retryAfterSeconds: Math.ceil((since.getTime() + DAY_MS - now) / 1000) },
  );
}

export function requirePending({ status }: { status: InvitationStatus }, groupName: string) {
  if (status === "pending") return;
  const what = status === "expired" ? "has expired" : `was already ${status}`;
  throw new ApiError("conflict", `This invitation to ${groupName} ${what}.`);
}

/** An invitation is valid only while its inviter is not suspended. The message does not disclose the suspension. */
export function requireActiveInviter(
  { inviterSuspendedUntil }: { inviterSuspendedUntil: Date | null },
  groupName: string,
) {
  if (markOf({ suspendedUntil: inviterSuspendedUntil }) === null) return;
  throw new ApiError(
    "conflict",
    `This invitation cannot be accepted at the moment. Ask the owner or an admin of ${groupName} for another one.`,
  );
}
