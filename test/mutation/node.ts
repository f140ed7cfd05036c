import { mutationOptions } from "./options.ts";

/**
 * Decisions that need no database: policies, rotation, what EVE's sign-in and tokens prove, limits, numbers. Who sees
 * what in lists is said in SQL (groups/visible.ts, groups/effective-visibility.ts), which has nothing to mutate.
 */
export default mutationOptions("node", [
  "worker/groups/{policy,refusals,seen-group,group-row}.ts",
  "worker/{categories,invitations,invite-codes,join-requests}/policy.ts",
  "worker/characters/{present-sheet,training}.ts",
  "worker/characters/refresh/section-states.ts",
  "worker/corporations/directors/{rotation,present-director,requirements}.ts",
  "worker/corporations/fetch/{fetch-run,next-action,page-reader,reducer}.ts",
  "worker/auth/tokens/{token-policy,encrypted-tokens,eve-sso,eve-identity}.ts",
  "worker/http/rate-limit.ts",
  "worker/esi/{cooldowns,concurrency,downtime,error}.ts",
  "web/lib/format.ts",
  "shared/skills.ts",
]);
