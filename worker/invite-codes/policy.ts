import type { InviteCode } from "#shared/invitations.ts";
import { ApiError } from "#worker/http/api-error.ts";

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
export function requireUsable(code: Lifetime, now: number) {
  const state = codeState(code, now);
  if (state === "expired") {
    throw new ApiError("conflict", "This invite code has expired. Ask for a new one.");
  }
  if (state === "used_up") {
    throw new ApiError("conflict", "This invite code has been used up. Ask for a new one.");
  }
}
