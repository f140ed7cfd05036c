import type { Claims } from "./claims.ts";
import type { Scope } from "./scopes.ts";

/**
 * What a sign-in goes through. `on`: the application is switched on. `redirect`: it has an address to go back to. `member`:
 * the user is in the required group. `agreed`: the user has agreed before; if not, Muster asks, and nothing has failed.
 * `signed`: there is a key, and the ID token is signed. `read`: the signature and the claims are checked as the application
 * does, with the published keys.
 */
export type TestStep = "on" | "redirect" | "member" | "agreed" | "signed" | "read";

type SomeClaims = { [Name in keyof Claims]?: Claims[Name] | undefined };

/** `POST /admin/applications/:id/test-sign-in`: a sign-in of the one who asks, without a code, a consent or a session. */
export type TestSignIn = {
  /** The last two are left out after a step that has failed. */
  steps: { step: TestStep; isOk: boolean }[];
  /** What the application would get, as the ID token says it; empty after a step that has failed. */
  scopes: { scope: Scope; claims: SomeClaims }[];
};
