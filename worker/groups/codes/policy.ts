import type { InviteCode } from "#shared/groups/invitations.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";

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
