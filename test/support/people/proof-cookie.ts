import { PROOF_COOKIE } from "#worker/auth/sessions/fresh-proof.ts";

/** The cookie header of a browser with this proof: by its name over https, and by that over http, which benchmarks use. */
export function proofCookie(proof: string): string {
  return `__Host-${PROOF_COOKIE}=${proof}; ${PROOF_COOKIE}=${proof}`;
}
