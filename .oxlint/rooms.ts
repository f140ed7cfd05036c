/**
 * The rooms of the product and what each may import. Lint enforces this table (`oxlint.config.ts`), and
 * `test/logic/rooms.test.ts` keeps it complete and free of circles. A room is a folder without its subfolders, or a
 * single file. Every room may import `shared`, and nothing above it in this file.
 */
export type Room = {
  /** Rooms, of which the doors may be imported; or paths of files. */
  imports: string[];
  /** The files that other rooms may import. */
  doors: string[];
};

/** Other rooms may import any of its files. */
const open = (...imports: string[]): Room => ({ imports, doors: ["*"] });
/** Other rooms may import its service only; `worker/app.ts` also mounts its routes. */
const domain = (...imports: string[]): Room => ({ imports, doors: ["service.ts"] });

const workerLeaves: Record<string, Room> = {
  "worker/crypto.ts": open(),
  "worker/job-queue.ts": open(),
  "worker/config.ts": open("worker/crypto.ts"),
  "worker/db/schema": open(),
  "worker/db": open("worker/db/schema"),
  "worker/env.ts": open("worker/config.ts", "worker/db", "worker/job-queue.ts"),
  "worker/deferred-writes.ts": open("worker/db", "worker/env.ts", "worker/job-queue.ts"),
  "worker/http": open("worker/config.ts", "worker/db", "worker/env.ts"),
  "worker/esi": open("worker/config.ts", "worker/db", "worker/db/schema", "worker/env.ts"),
};
const leaves = Object.keys(workerLeaves);
const signedIn = [
  ...leaves,
  "worker/audit",
  "worker/auth/sessions",
  "worker/auth/suspensions",
  "worker/auth/tokens",
];
const inGroups = [...signedIn, "worker/groups/pending.ts", "worker/groups/visibility.ts"];
const groupParts = [...inGroups, "worker/groups/group", "worker/groups/members"];

const workerDomains: Record<string, Room> = {
  "worker/audit": { imports: leaves, doors: ["daily-limits.ts", "record.ts", "service.ts"] },
  "worker/skills": open(...leaves),
  "worker/universe": open(...leaves),

  "worker/auth/administrators": {
    imports: [...leaves, "worker/audit"],
    doors: ["owner-pins.ts", "rights.ts", "service.ts", "store.ts"],
  },
  "worker/auth/suspensions": {
    imports: [...leaves, "worker/audit", "worker/auth/administrators"],
    doors: ["service.ts", "suspended.ts"],
  },
  "worker/auth/sessions": {
    imports: [...leaves, "worker/audit", "worker/auth/administrators", "worker/auth/suspensions"],
    doors: ["actor.ts", "fresh-proof.ts", "require-user.ts", "sessions.ts"],
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
    ],
    doors: ["callback.ts", "claim-main.ts", "cookies.ts", "sign-in.ts", "take-back.ts"],
  },
  "worker/auth": domain(...signedIn, "worker/auth/accounts", "worker/auth/sign-in"),

  "worker/discord": {
    imports: signedIn,
    doors: ["discord-api.ts", "encrypted-token.ts", "profile-check.ts", "service.ts"],
  },
  "worker/account/erasure": {
    imports: [...signedIn, "worker/discord"],
    doors: ["job.ts", "log-rewrites.ts", "revocations.ts"],
  },
  "worker/encryption-keys.ts": open(
    ...signedIn,
    "worker/account/erasure",
    "worker/discord",
    "worker/groups/codes",
  ),
  "worker/characters/refresh": {
    imports: [...signedIn, "worker/universe"],
    doors: [
      "affiliations.ts",
      "lease-store.ts",
      "referenced-ids.ts",
      "refresh.ts",
      "section-sources.ts",
      "section-states.ts",
    ],
  },
  "worker/characters": domain(
    ...signedIn,
    "worker/characters/refresh",
    "worker/skills",
    "worker/universe",
  ),

  "worker/groups/pending.ts": open(...leaves),
  "worker/groups/visibility.ts": open(...leaves, "worker/groups/pending.ts"),
  "worker/groups/categories": domain(...inGroups),
  "worker/groups/group": {
    imports: [...inGroups, "worker/groups/categories"],
    doors: ["authorized-group.ts", "group-row.ts", "policy.ts"],
  },
  "worker/groups/members": {
    imports: [...inGroups, "worker/groups/group"],
    doors: ["add-member.ts"],
  },
  "worker/groups/codes": open(...groupParts),
  "worker/groups/invitations": { imports: groupParts, doors: ["store.ts"] },
  "worker/groups/requests": open(...groupParts),
  "worker/groups": domain(...signedIn, "worker/groups/*/routes.ts", "worker/groups/invitations"),

  "worker/corporations/directors": {
    imports: signedIn,
    doors: [
      "health-rounds.ts",
      "refusals.ts",
      "rotation.ts",
      "service.ts",
      "store.ts",
      "verify.ts",
    ],
  },
  "worker/corporations/fetch": {
    imports: [...signedIn, "worker/universe", "worker/corporations/directors"],
    doors: ["public-info.ts", "run-fetch.ts", "run-store.ts", "service.ts"],
  },
  "worker/corporations": domain(
    ...signedIn,
    "worker/corporations/directors",
    "worker/corporations/fetch",
  ),

  "worker/account/export": {
    imports: [...signedIn, "worker/groups/pending.ts"],
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
      "worker/auth/administrators",
      "worker/discord",
      "worker/encryption-keys.ts",
      "worker/jobs",
    ],
    doors: ["dead-letters.ts", "samples.ts", "security-txt.ts"],
  },
};

const webLib: Record<string, Room> = {
  "web/lib": open(),
  "web/lib/time": open("web/lib"),
  "web/lib/api": open("worker/app.ts", "web/lib", "web/lib/time"),
  "web/lib/form": open("web/lib/api"),
};
const lib = Object.keys(webLib);

const webLeaves: Record<string, Room> = {
  ...webLib,
  "web/eve": open(...lib),
  "web/eve/skills": open(...lib),
  "web/ui": open(...lib),
  "web/ui/feedback": open(...lib, "web/ui"),
  "web/ui/form": open(...lib, "web/ui"),
  "web/ui/dialog": open(...lib, "web/ui", "web/ui/feedback", "web/ui/form"),
  "web/ui/page": open(...lib, "web/ui"),
  "web/eve/director-access": open(...lib, "web/ui", "web/ui/dialog"),
  "web/eve/suspension": open(...lib, "web/ui", "web/ui/dialog", "web/ui/feedback", "web/ui/form"),
  "web/events": open(...lib),
  "web/proof": open(...lib, "web/ui/feedback"),
};
const parts = Object.keys(webLeaves);

/** Features never import each other: `web/app` puts them together. */
const webFeatures: Record<string, Room> = {
  "web/account": open(...parts),
  "web/activity": open(...parts),
  "web/dashboard": open(...parts),
  "web/discord": open(...parts),
  "web/people": open(...parts),
  "web/setup": open(...parts),
  "web/sign-in": open(...parts),

  "web/characters/character": open(...parts),
  "web/characters/skills": open(...parts, "web/characters/character"),
  "web/characters": open(...parts, "web/characters/character", "web/characters/skills"),

  "web/corporations/corporation": open(...parts),
  "web/corporations/data": open(...parts, "web/corporations/corporation"),
  "web/corporations/directors": open(...parts, "web/corporations/corporation"),
  "web/corporations": open(
    ...parts,
    "web/corporations/corporation",
    "web/corporations/data",
    "web/corporations/directors",
  ),

  "web/groups/categories": open(...parts),
  "web/groups/group": open(...parts, "web/groups/categories"),
  "web/groups/codes": open(...parts, "web/groups/group"),
  "web/groups/invitations": open(...parts, "web/groups/categories", "web/groups/group"),
  "web/groups/members": open(...parts, "web/groups/group"),
  "web/groups/requests": open(...parts, "web/groups/group"),
  "web/groups/list": open(
    ...parts,
    "web/groups/categories",
    "web/groups/group",
    "web/groups/members",
  ),
  "web/groups": open(
    ...parts,
    "web/groups/categories",
    "web/groups/codes",
    "web/groups/group",
    "web/groups/invitations",
    "web/groups/list",
    "web/groups/members",
    "web/groups/requests",
  ),
  "web/groups/admin": open(
    ...parts,
    "web/groups",
    "web/groups/codes",
    "web/groups/group",
    "web/groups/invitations",
    "web/groups/list",
    "web/groups/members",
    "web/groups/requests",
  ),
};

export const rooms: Record<string, Room> = {
  shared: open(),
  "shared/account": open(),
  ...workerLeaves,
  ...workerDomains,
  "worker/ops": open("worker/db"),
  "worker/ops/administrators": open("worker/auth/administrators", "worker/db", "worker/ops"),
  "worker/ops/backup": open("worker/ops"),
  "worker/ops/deploy": open("worker/esi", "worker/ops"),
  worker: open(
    ...leaves,
    ...Object.keys(workerDomains),
    "worker/**/*routes.ts",
    // Housekeeping deletes what has expired.
    "worker/auth/sign-in/sign-in-store.ts",
    "worker/discord/store.ts",
  ),
  ...webLeaves,
  ...webFeatures,
  "web/app/commands": open(...parts, "web/groups/group"),
  "web/app": open(...parts, ...Object.keys(webFeatures), "web/app/commands"),
  web: open("web/app", "web/lib/api"),
};

/** The paths that a room may import, as globs. */
export function importable(name: string): string[] {
  return (rooms[name]?.imports ?? []).flatMap((imported) => {
    const room = rooms[imported];
    if (room === undefined || imported.endsWith(".ts")) return [imported];
    return room.doors.map((door) => `${imported}/${door}`);
  });
}
