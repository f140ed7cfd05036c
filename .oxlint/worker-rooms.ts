import { applicationRooms } from "./application-rooms.ts";
import { discordRooms } from "./discord-rooms.ts";
import { pilotRooms } from "./pilot-rooms.ts";
import { domain, open } from "./room.ts";
import type { Room } from "./room.ts";
import { corporationRooms } from "./worker-corporations.ts";
import { leaves, signedIn } from "./worker-leaves.ts";

const requirementParts = [
  "worker/community/guests.ts",
  "worker/requirements/evaluation",
  "worker/requirements/evidence",
  "worker/requirements",
];
const aboutGroups = ["worker/groups/pending.ts", "worker/groups/visibility.ts"];
const settings = "worker/groups/settings.ts";
const inGroups = [...signedIn, "worker/community/guests.ts", ...aboutGroups];
const groupParts = [
  ...inGroups,
  "worker/groups/group",
  "worker/groups/members",
  "worker/requirements",
];

export const workerDomains: Record<string, Room> = {
  "worker/requirements/rule-conditions.ts": open(...leaves),
  "worker/audit": {
    imports: [...leaves, "worker/community/guests.ts", ...aboutGroups],
    doors: [
      "account-events.ts",
      "daily-limits.ts",
      "event-id.ts",
      "event-names.ts",
      "events.ts",
      "memberships.ts",
      "record-many.ts",
      "record.ts",
      "recorded.ts",
      "service.ts",
      "store.ts",
    ],
  },
  "worker/audit/seals": {
    imports: [...leaves, "worker/audit"],
    doors: ["canonical.ts", "seal.ts", "store.ts", "verify.ts"],
  },
  // Read with every session.
  "worker/community/identity.ts": open(...leaves),
  "worker/community/guests.ts": open(...leaves),
  "worker/community": domain(...signedIn, "worker/community/guests.ts", "worker/requirements"),

  "worker/skills": open(...leaves),
  "worker/universe": open(...leaves),

  "worker/auth/administrators": {
    imports: [...leaves, "worker/audit"],
    doors: ["changes.ts", "owner-pins.ts", "rights.ts", "service.ts", "store.ts"],
  },
  "worker/auth/suspensions": {
    imports: [...leaves, "worker/audit", "worker/auth/administrators"],
    doors: ["service.ts", "suspended.ts"],
  },
  "worker/auth/sessions": {
    imports: [
      ...leaves,
      "worker/audit",
      "worker/auth/administrators",
      "worker/auth/suspensions",
      "worker/community/guests.ts",
      "worker/community/identity.ts",
    ],
    doors: [
      "actor.ts",
      "end-sessions.ts",
      "fresh-proof.ts",
      "linked-actor.ts",
      "no-guests.ts",
      "proof-cookie.ts",
      "require-user.ts",
      "sessions.ts",
    ],
  },
  "worker/auth/accounts": {
    imports: [
      ...leaves,
      "worker/audit",
      "worker/auth/administrators",
      "worker/auth/sessions",
      "worker/auth/suspensions",
    ],
    doors: ["account.ts", "character-ownership.ts", "merge-offers.ts", "take-back-rights.ts"],
  },
  "worker/auth/tokens": {
    imports: [...leaves, "worker/audit", "worker/auth/accounts", "worker/auth/suspensions"],
    doors: ["access-tokens.ts", "encrypted-tokens.ts", "eve-identity.ts", "eve-sso.ts"],
  },
  "worker/auth/sign-in": {
    imports: [
      ...signedIn,
      "worker/auth/accounts",
      "worker/auth/sessions/session-store.ts",
      "worker/auth/tokens/token-store.ts",
      "worker/requirements/rule-conditions.ts",
    ],
    doors: ["callback.ts", "claim-main.ts", "cookies.ts", "sign-in.ts", "take-back.ts"],
  },
  "worker/auth": domain(...signedIn, "worker/auth/accounts", "worker/auth/sign-in"),

  ...discordRooms,
  "worker/applications/oidc/keys": {
    imports: signedIn,
    doors: ["grant-tokens.ts", "signing-keys.ts"],
  },
  "worker/applications/oidc": {
    imports: [
      ...signedIn,
      "worker/applications/oidc/keys",
      "worker/community/guests.ts",
      "worker/groups/visibility.ts",
    ],
    doors: [
      "client.ts",
      "code-store.ts",
      "endpoints.ts",
      "logouts.ts",
      "test-sign-in.ts",
      "user-facts.ts",
    ],
  },
  "worker/applications": {
    imports: [...signedIn, "worker/applications/oidc", "worker/applications/oidc/keys"],
    doors: ["changes-store.ts", "service.ts"],
  },
  "worker/account/erasure": {
    imports: [...signedIn, "worker/discord/link"],
    doors: ["job.ts", "log-rewrites.ts", "revocations.ts"],
  },
  "worker/encryption-keys.ts": open(
    ...signedIn,
    "worker/applications/oidc/keys",
    "worker/account/erasure",
    "worker/applications/webhooks",
    "worker/discord/link",
    "worker/discord/posts",
    "worker/groups/codes",
  ),
  "worker/characters/refresh": {
    imports: [...signedIn, "worker/requirements/rule-conditions.ts", "worker/universe"],
    doors: [
      "affiliations.ts",
      "lease-store.ts",
      "referenced-ids.ts",
      "refresh.ts",
      "save-affiliations.ts",
      "section-sources.ts",
      "section-states.ts",
    ],
  },
  "worker/characters/evidence": {
    imports: [...leaves, "worker/characters/refresh", "worker/requirements/rule-conditions.ts"],
    doors: ["job.ts"],
  },
  "worker/characters": domain(
    ...signedIn,
    "worker/characters/refresh",
    "worker/skills",
    "worker/universe",
  ),

  "worker/groups/pending.ts": open(...leaves),
  "worker/groups/visibility.ts": open(
    ...leaves,
    "worker/community/guests.ts",
    "worker/groups/pending.ts",
  ),

  "worker/groups/settings.ts": open(...leaves),

  // Pure: what the requirements of a group make of a user.
  "worker/requirements/evaluation": open(),
  "worker/requirements/evidence": {
    imports: [...leaves, "worker/auth/suspensions", "worker/requirements/evaluation"],
    doors: ["facts.ts", "select-evidence.ts", "to-evidence.ts"],
  },
  "worker/requirements": {
    imports: [
      ...leaves,
      "worker/auth/sessions",
      "worker/community/guests.ts",
      "worker/groups/visibility.ts",
      "worker/requirements/evaluation",
      "worker/requirements/evidence",
      "worker/skills/catalogue.ts",
    ],
    doors: ["gate.ts", "names.ts", "problems.ts", "shown-causes.ts", "way-in.ts"],
  },
  "worker/groups/categories": domain(...inGroups),
  "worker/groups/group": {
    imports: [...inGroups, settings, "worker/groups/categories", "worker/requirements"],
    doors: ["authorized-group.ts", "group-row.ts", "policy.ts"],
  },
  "worker/groups/members": {
    imports: [
      ...inGroups,
      "worker/corporations/status",
      "worker/groups/group",
      "worker/requirements",
    ],
    doors: ["add-member.ts", "ends.ts", "many.ts"],
  },
  "worker/groups/ends": { imports: groupParts, doors: ["emergency.ts", "job.ts"] },
  "worker/groups/codes": open(...groupParts),
  "worker/groups/invitations": { imports: groupParts, doors: ["many.ts", "store.ts"] },
  "worker/groups/requests": open(...groupParts),
  "worker/groups": domain(
    ...signedIn,
    "worker/community/guests.ts",
    "worker/groups/*/routes.ts",
    "worker/groups/invitations",
  ),

  "worker/requirements/passes": {
    imports: [...signedIn, ...requirementParts, "worker/groups/members"],
    doors: [
      "due.ts",
      "evaluation.ts",
      "planned-users.ts",
      "release-cost.ts",
      "removal-store.ts",
      "state-store.ts",
    ],
  },
  "worker/requirements/rules": open(
    ...inGroups,
    ...requirementParts,
    "worker/discord/servers/roles",
    "worker/groups/group",
    "worker/requirements/passes",
  ),
  "worker/requirements/held": open(
    ...signedIn,
    "worker/discord/servers",
    "worker/groups/members",
    "worker/requirements/passes",
  ),

  "worker/reviews": open(
    ...inGroups,
    "worker/groups/group",
    "worker/groups/members",
    "worker/requirements",
    "worker/requirements/held",
    "worker/requirements/passes",
    "worker/roster/policy.ts",
  ),

  "worker/undo": open(
    ...inGroups,
    settings,
    ...requirementParts,
    "worker/groups/members",
    "worker/requirements/held",
    "worker/requirements/passes",
    "worker/requirements/rules",
  ),

  ...pilotRooms({ inGroups, requirementParts }),

  ...corporationRooms,
  ...applicationRooms,

  "worker/requirements/search": open(
    ...signedIn,
    "worker/corporations/directors",
    "worker/universe",
  ),

  "worker/account/export": {
    imports: [...signedIn, ...aboutGroups],
    doors: ["export.ts", "lists.ts"],
  },
  "worker/account/deletion": {
    imports: [
      ...signedIn,
      "worker/account/erasure",
      "worker/auth/accounts",
      "worker/groups/pending.ts",
    ],
    doors: ["delete-account.ts", "preview.ts"],
  },
  "worker/account/merge": {
    imports: [
      ...signedIn,
      "worker/account/erasure",
      "worker/auth/accounts",
      "worker/groups/pending.ts",
    ],
    doors: ["service.ts"],
  },
  "worker/account": domain(...signedIn, "worker/account/*/*.ts"),

  "worker/jobs": open(...leaves),
  "worker/admin": open(...signedIn, "worker/auth/administrators"),
  "worker/health": {
    imports: [
      ...signedIn,
      "worker/audit/seals",
      "worker/auth/administrators",
      "worker/discord/link",
      "worker/discord/bot",
      "worker/discord/commands",
      "worker/encryption-keys.ts",
      "worker/jobs",
    ],
    doors: ["dead-letters.ts", "probes.ts", "samples.ts", "security-txt.ts"],
  },
};
