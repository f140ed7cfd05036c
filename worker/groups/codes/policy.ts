import { MAX_CODES } from "#shared/groups/invitations.ts";
import type { InviteCode } from "#shared/groups/invitations.ts";
import { Allowed } from "#worker/access/allowed.ts";
import type { Maybe } from "#worker/access/allowed.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { findManaged, requireAbility } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup, OfGroup } from "#worker/groups/group/authorized-group.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { ApiError } from "#worker/http/api-error.ts";

type Lifetime = {
  uses: number;
  useLimit: number | null;
  expiresAt: Date | null;
  creatorSuspendedUntil: Date | null;
};

export function codeState(
  { uses, useLimit, expiresAt, creatorSuspendedUntil }: Lifetime,
  now: number,
): InviteCode["state"] {
  if (expiresAt !== null && expiresAt.getTime() <= now) return "expired";
  if (useLimit !== null && uses >= useLimit) return "used_up";
  return markOf({ suspendedUntil: creatorSuspendedUntil }, now) === null ? "active" : "paused";
}

/** `redeemCode` of `store.ts` states the same rule in SQL, for the moment of the write. */
export function isUsable<Code extends Lifetime>(code: Code | undefined, now: number): code is Code {
  return code !== undefined && codeState(code, now) === "active";
}

/** A system group is shown to nobody, whatever its setting. */
export function isShownToVisitors(
  group: Pick<GroupRow, "isShownInInvites" | "effectiveVisibility">,
): boolean {
  return group.isShownInInvites && group.effectiveVisibility !== "system";
}

// ── What the checks allow ─────────────────────────────────────────────────────────────────────

const policy = Symbol("codes");

export type OnCodes<Act extends string, Of = OfGroup> = Allowed<typeof policy, Act, Of, UserActor>;

/** A code and its group. */
export type WithCode<Row, Group = GroupRow> = { group: Group; code: Row };

export function requireNewCode(
  group: AuthorizedGroup,
  present: readonly Lifetime[],
): OnCodes<"makeCode"> {
  requireAbility(group, "invite");
  if (present.length >= MAX_CODES) {
    throw new ApiError("too_many_codes", { name: group.name, count: MAX_CODES });
  }
  return new Allowed(policy, "makeCode", { group }, group.reader);
}

export function requireCodeOf<Row extends Lifetime>(
  actor: UserActor,
  { group: row, code }: Maybe<WithCode<Row>>,
): OnCodes<"revokeCode", WithCode<Row, AuthorizedGroup>> {
  const group = findManaged(row, actor, "invite");
  if (code === undefined || group === undefined) throw new ApiError("no_such_code");
  return new Allowed(policy, "revokeCode", { group, code }, actor);
}

/**
 * A code opens its group whatever the join mode and the visibility are. The error is the same for every code that cannot be used,
 * so that guessing reveals nothing.
 */
export function requireUsable<Row extends Lifetime>(
  actor: UserActor,
  { group, code }: Maybe<WithCode<Row>>,
): OnCodes<"redeem", WithCode<Row>> {
  if (group?.role != null) throw new ApiError("already_member", { name: group.name });
  if (group === undefined || !isUsable(code, Date.now())) throw new ApiError("code_not_valid");
  return new Allowed(policy, "redeem", { group, code }, actor);
}
