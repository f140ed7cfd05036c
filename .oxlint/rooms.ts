/**
 * The domains of the product, from the ground up: each may import those before it in its list, by their doors, and
 * nothing after it, so that no circle can form. Lint enforces it (`oxlint.config.ts`); `test/logic/rooms.test.ts` keeps the
 * lists complete and true. A domain is a folder with its subfolders, or a single file, which sees all files before it.
 */
type Domain = readonly [name: string, doors: string];

const ANY = "**";

export const worker: readonly Domain[] = [
  // What knows nothing of the product: configuration, cryptography, numbers.
  ["ground", ANY],
  ["db", ANY],
  ["env.ts", ANY],
  ["http", ANY],
  // What the Worker itself writes for people.
  ["language", ANY],
  // What goes on after a request.
  ["work", ANY],
  ["esi", ANY],
  // Who sees what, and who is a guest.
  ["access", ANY],
  ["universe", ANY],
  ["jobs", "crons job-runs"],
  [
    "audit",
    "account-events daily-limits event-id event-names events memberships new-event record record-many recorded" +
      " seals/canonical seals/store seals/verify service store views",
  ],
  [
    "auth",
    "accounts/take-back-rights administrators/rights administrators/service administrators/store sessions/actor" +
      " sessions/end-sessions sessions/fresh-proof sessions/linked-actor sessions/proof-cookie sessions/require-user" +
      " suspensions/service suspensions/suspended tokens/access-tokens tokens/encrypted-tokens tokens/eve-sso",
  ],
  ["characters", "refresh/save-affiliations search-store shared-sections"],
  [
    "corporations",
    "directors/rotation directors/store evidence/apply-lists evidence/apply-notices evidence/corporation-status" +
      " fetch/service",
  ],
  // What the requirements of a group make of a user.
  [
    "requirements",
    "evaluation/* evidence/select-evidence evidence/to-evidence for-reviewer gate names problems shown-causes way-in",
  ],
  // Who is in a corporation.
  ["roster", "drift-store policy service views"],
  [
    "applications",
    "api/caller api/idempotency api/routes facts/values-store named-pilots oidc/keys/signing-keys webhooks/signature",
  ],
  [
    "groups",
    "codes/encrypted-code ends/service forms/sharing group/authorized-group group/group-row group/policy" +
      " group/service group/settings invitations/many invitations/service members/add-member members/ends members/many" +
      " members/policy members/service requests/service requests/waiting",
  ],
  [
    "discord",
    "bot/* commands/check commands/definitions commands/register link/discord-api link/encrypted-token link/service" +
      " posts/message posts/request-message posts/service posts/settings/service posts/webhook-token" +
      " servers/roles/following-roles servers/roles/user-roles servers/store servers/sync/service",
  ],
  ["account", "erasure/revocations"],
  // The whole log, for administrators.
  ["activity", ""],
  // Who becomes a member and who is removed, because requirements say so.
  [
    "enrolment",
    "held/asked passes/evaluation passes/planned-users passes/removal-store passes/state-store rules/service",
  ],
  ["community", ""],
  ["reviews", "views"],
  ["undo", ""],
  // What an administrator sees first, and the counters behind it.
  ["overview", "counters"],
  ["health", "encryption-keys"],
  ["pilots", "access/service bulk page service"],
  ["search", ""],
  // Whom keepers watch, and what was found.
  ["watchlist", "policy store"],
  // What applications do in groups.
  ["programs", "routes"],
  // Whom an act concerns and what follows, before it is done.
  ["consequences", ""],
  // Commands and clicks at Discord.
  ["interactions", ""],
  // Puts the domains together: routes, crons, kinds of work.
  ["app", ANY],
  ["index.ts", ANY],
  // Commands of `npm run`: no part of the Worker.
  ["ops", ""],
];

/** Where Muster acts by itself: these files alone take `allowedBySystem`, and no route can. */
export const actsByItself = ["worker/enrolment/passes/slice-store.ts", "worker/reviews/job.ts"];

/** What any feature may use. */
export const parts: readonly Domain[] = [
  // Vite's plugins: Node runs them.
  ["build", ""],
  ["fonts", ANY],
  ["language", ANY],
  ["lib", ANY],
  ["ui", ANY],
  ["eve", ANY],
  ["brand", ANY],
  ["memberships", ANY],
  ["requirements-text", ANY],
  ["events", ANY],
  ["repairs", ANY],
  ["consequences", ANY],
  ["suspension", ANY],
  ["discord-feed", ANY],
  ["watched", ANY],
  ["group-search", ANY],
  ["proof", ANY],
];

/** Features do not import each other, except for these doors; `app` puts them together. */
export const features: readonly Domain[] = [
  ["access", ""],
  ["account", ""],
  ["activity", ""],
  ["characters", ""],
  ["consent", "kept-request"],
  ["dashboard", ""],
  ["demo", ""],
  ["discord", ""],
  ["groups", "group/groups-field group/queries"],
  ["held", ""],
  ["overview", ""],
  ["pilots", ""],
  ["roster", "roster-panel"],
  ["setup", ""],
  ["sign-in", ""],
  ["undo", ""],
  ["applications", ""],
  ["corporations", ""],
  ["discord-servers", ""],
  ["reviews", ""],
  ["watchlist", ""],
];

const app: readonly Domain[] = [
  ["app", ANY],
  ["main.ts", ANY],
];

export const areas = { worker, web: [...parts, ...features, ...app] };
export type Area = keyof typeof areas;

/** The paths of an area that a domain may import, as globs. */
export function importable(area: Area, name: string): string[] {
  const own = isFile(name) ? [] : [`${area}/${name}/**`];
  const index = areas[area].findIndex(([one]) => one === name);
  const seesAll = isFile(name) || app.some(([one]) => one === name);
  const before = areas[area].slice(0, index).flatMap(([one, doors]) => {
    if (isFile(one)) return [`${area}/${one}`];
    return seesAll || doors === ANY
      ? [`${area}/${one}/**`]
      : doorsOf(doors).map((door) => `${area}/${one}/${door}`);
  });
  // The types of the API.
  return area === "web" ? [...own, ...before, "worker/app/app.ts"] : [...own, ...before];
}

export function doorsOf(doors: string): string[] {
  return doors === ""
    ? []
    : doors.split(" ").map((door) => (door.endsWith("*") ? door : `${door}.{ts,tsx}`));
}

export function isFile(name: string): boolean {
  return name.endsWith(".ts");
}
