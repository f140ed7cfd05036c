import { mutationOptions } from "./options.ts";

/**
 * Decisions without a database: policies, requirements, rotation, EVE's sign-in and tokens, limits, numbers.
 * Which groups a list shows is decided in SQL (worker/access/visibility.ts), which has nothing to mutate.
 */
export default mutationOptions("node", [
  "worker/groups/group/{policy,authorized-group,present-group}.ts",
  "worker/groups/{categories,codes,forms,invitations,members,requests,vetting}/policy.ts",
  "worker/{applications,applications/facts,operations,programs}/policy.ts",
  "worker/characters/{present-sheet,training}.ts",
  "worker/characters/refresh/section-states.ts",
  "worker/corporations/directors/{rotation,present-director,requirements}.ts",
  "worker/corporations/fetch/{fetch-run,next-action,page-reader,reducer}.ts",
  "worker/auth/tokens/{encrypted-tokens,kept-grants,eve-sso,eve-identity}.ts",
  "worker/enrolment/rules/policy.ts",
  "worker/requirements/evaluation/*.ts",
  "worker/pilots/past/replay.ts",
  "worker/pilots/past/memberships.ts",
  "worker/http/{api-error,rate-limit}.ts",
  "worker/esi/{cooldowns,error}.ts",
  "web/lib/format.ts",
  "shared/requirements/owners.ts",
  "shared/training.ts",
]);
