import { MAX_PENDING_PER_INVITEE, MAX_UNANSWERED_PER_DAY } from "#shared/groups/invitations.ts";
import type { InvitationStatus } from "#shared/groups/invitations.ts";
import { DAY_MS } from "#shared/time.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { Maybe } from "#worker/access/allowed.ts";
import { requireNoGuest } from "#worker/auth/sessions/actor.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { findManaged, requireAbility } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup, OfGroup } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { ApiError } from "#worker/http/api-error.ts";
import type { Candidate } from "./candidates.ts";

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

// ── What the checks allow ─────────────────────────────────────────────────────────────────────

const policy = Symbol("invitations");

export type OnInvitations<Act extends string, Of> = Allowed<typeof policy, Act, Of, UserActor>;

type Invitation = {
  inviteeUserId: string;
  status: InvitationStatus;
  inviterSuspendedUntil: Date | null;
};

/** `invitee`: whom the invitation is for. */
export type Inviting = OfGroup & { invitee: { userId: string; characterId: number } };

export function requireInvitation(
  group: AuthorizedGroup,
  {
    candidate,
    dayFilledSince,
  }: { candidate: Candidate | undefined; dayFilledSince: Date | undefined },
  typed: string,
): OnInvitations<"invite", Inviting> {
  requireAbility(group, "invite");
  requireNoGuest(group.reader);
  requireDayNotFilled(dayFilledSince, Date.now());
  const invitee = requireInvitable(candidate, typed, group.name, group.reader);
  return new Allowed(policy, "invite", { group, invitee }, group.reader);
}

/** An invitation and its group. */
export type Invited<Row, Group = GroupRow> = { group: Group; invitation: Row };

export function requireRevocation<Row extends Invitation>(
  actor: UserActor,
  { group: row, invitation }: Maybe<Invited<Row>>,
): OnInvitations<"revoke", Invited<Row, AuthorizedGroup>> {
  const group = findManaged(row, actor, "invite");
  if (invitation === undefined || group === undefined) throw new ApiError("no_such_invitation");
  requirePending(invitation, group.name);
  return new Allowed(policy, "revoke", { group, invitation }, actor);
}

/** Needs no right to see the group's page: the invitation is enough. */
export function requireAnswerable<Row extends Invitation>(
  actor: UserActor,
  { group, invitation }: Maybe<Invited<Row>>,
): OnInvitations<"answer", Invited<Row>> {
  if (group === undefined || invitation?.inviteeUserId !== actor.userId) {
    throw new ApiError("no_such_invitation");
  }
  requirePending(invitation, group.name);
  return new Allowed(policy, "answer", { group, invitation }, actor);
}

export function requireAcceptable<Row extends Invitation>(
  actor: UserActor,
  found: Maybe<Invited<Row>>,
): OnInvitations<"accept", Invited<Row>> {
  const { of } = requireAnswerable(actor, found);
  requireActiveInviter(of.invitation, of.group.name);
  return new Allowed(policy, "accept", of, actor);
}
