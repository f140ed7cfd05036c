import * as z from "zod/mini";
import { claimsSchema } from "./claims.ts";
import { SCOPES } from "./scopes.ts";

/**
 * What a sign-in goes through. `on`: the application is switched on. `redirect`: it has an address to go back to. `member`:
 * the user is in the required group. `agreed`: the user has agreed before; if not, Muster asks, and nothing has failed.
 * `signed`: there is a key, and the ID token is signed. `read`: the signature and the claims are checked as the application
 * does, with the published keys.
 */
const testStepSchema = z.enum(["on", "redirect", "member", "agreed", "signed", "read"]);
export type TestStep = z.infer<typeof testStepSchema>;

/** `POST /admin/applications/:id/test-sign-in`: a sign-in of the one who asks, without a code, a consent or a session. */
export const testSignInSchema = z.strictObject({
  /** The last two are left out after a step that has failed. */
  steps: z.array(z.strictObject({ step: testStepSchema, isOk: z.boolean() })),
  /** What the application would get, as the ID token says it; empty after a step that has failed. */
  scopes: z.array(z.strictObject({ scope: z.enum(SCOPES), claims: z.partial(claimsSchema) })),
});
export type TestSignIn = z.infer<typeof testSignInSchema>;
