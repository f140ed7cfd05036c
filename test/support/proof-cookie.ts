import { PROOF_COOKIE } from "#worker/auth/sessions/proof-cookie.ts";

/** The cookie header of a browser with this proof, over https. */
export function proofCookie(proof: string): string {
  return `__Host-${PROOF_COOKIE}=${proof}`;
}
