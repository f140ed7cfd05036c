import type { InviteCode } from "#shared/invitations.ts";

/** `expiresAt` in milliseconds since 1970. */
type Lifetime = { uses: number; useLimit: number | null; expiresAt: number | null };

export function codeState(
  { uses, useLimit, expiresAt }: Lifetime,
  now: number,
): InviteCode["state"] {
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return useLimit !== null && uses >= useLimit ? "used_up" : "active";
}

/** The statement that redeems says the same in SQL, at the moment it counts. */
export function isUsable<Code extends Lifetime>(code: Code | undefined, now: number): code is Code {
  return code !== undefined && codeState(code, now) === "active";
}
