import type { Context } from "hono";
import { sha256 } from "#worker/ground/crypto.ts";
import { clearHostCookie, readHostCookie, setHostCookie } from "#worker/http/host-cookies.ts";

/** Shows that the session's last sign-in at EVE happened in this browser. Scripts cannot read it, unlike the session's token. */
export const PROOF_COOKIE = "muster-proof";

/** How long a sign-in at EVE proves who uses the session, for an act. */
export const PROOF_TTL_SECONDS = 10 * 60;
/** The same, for what is read again and again in an evening (docs/decisions/0120). */
export const READING_PROOF_SECONDS = 12 * 60 * 60;

export function setProofCookie(c: Context, token: string) {
  setHostCookie(c, PROOF_COOKIE, token, READING_PROOF_SECONDS, "Strict");
}

/** SHA-256 of this browser's proof cookie. */
export async function findProofHash(c: Context): Promise<string | undefined> {
  const token = readHostCookie(c, PROOF_COOKIE);
  return token ? sha256(token) : undefined;
}

export function clearProofCookie(c: Context) {
  clearHostCookie(c, PROOF_COOKIE);
}
