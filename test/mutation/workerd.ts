import { mutationOptions } from "./options.ts";

/** The token state, which depends on EVE's response and on a row of D1 that others write too; and what a group's acts require. */
export default mutationOptions("workerd", [
  "worker/auth/tokens/{access-tokens,token-store}.ts",
  "worker/groups/{codes,forms,invitations,members,requests,vetting}/policy.ts",
]);
