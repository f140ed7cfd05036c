import { mutationOptions } from "./options.ts";

/** The token state, which depends on EVE's response and on a row of D1 that others write too. */
export default mutationOptions("workerd", ["worker/auth/tokens/{access-tokens,token-store}.ts"]);
