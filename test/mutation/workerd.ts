import { mutationOptions } from "./options.ts";

/** The state of tokens, which is decided between EVE's answer and a row of D1 that others write as well. */
export default mutationOptions("workerd", ["worker/auth/tokens/{access-tokens,token-store}.ts"]);
