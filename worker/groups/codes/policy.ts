import type { InviteCode } from "#shared/invitations.ts";

type Lifetime = { uses: number; useLimit: number | null; expiresAt: Date | null };

export function codeState(
  { uses, useLimit, expiresAt }: Lifetime,
  now: number,
): InviteCode["state"] {
  if (expiresAt !== null && expiresAt.getTime() <= now) return "expired";
  return useLimit !== null && uses >= useLimit ? "used_up" : "active";
}

/** `redeemCode` of `store.ts` states the same rule in SQL, for the moment of the write. */
export function isUsable<Code extends Lifetime>(code: Code | undefined, now: number): code is Code {
  return code !== undefined && codeState(code, now) === "active";
}
