/**
 * The domains of the product, from the ground up: each may import those before it in its list, by their doors, and
 * nothing after it, so that no circle can form. Lint enforces it (`oxlint.config.ts`); `test/logic/rooms.test.ts` keeps the
 * lists complete and true. A domain is a folder with its subfolders, or a single file, which sees all files before it.
 */
type Domain = readonly [name: string, doors: string];

const ANY = "**";

/** The contract: files alone at its root, and folders whose files are all doors. */
const shared: readonly Domain[] = [
  // What schemas are made of.
  ["english.ts", ANY],
  ["once.ts", ANY],
  ["time.ts", ANY],
  ["csv.ts", ANY],
  ["fold.ts", ANY],
  ["few-pilots.ts", ANY],
  ["answer.ts", ANY],
  ["page.ts", ANY],
  ["training.ts", ANY],
  ["text.ts", ANY],
  ["language", ANY],
  ["account", ANY],
  ["health.ts", ANY],
  // What groups do together at a time.
  ["operations", ANY],
  ["discord", ANY],
  // What applications tell about pilots.
  ["facts.ts", ANY],
  ["corporations", ANY],
  ["requirements", ANY],
  ["error.ts", ANY],
  ["reasons.ts", ANY],
  ["community.ts", ANY],
  ["session.ts", ANY],
  ["groups", ANY],
  ["applications", ANY],
  ["events", ANY],
  ["characters.ts", ANY],
  // What reviewers read of a request.
  ["vetting.ts", ANY],
  ["pilots", ANY],
  ["export.ts", ANY],
  ["overview.ts", ANY],
  ["consequences.ts", ANY],
  ["watch-limits.ts", ANY],
  ["watchlist.ts", ANY],
  // Who the pilots of a list of names are.
  ["name-list.ts", ANY],
  ["lookup.ts", ANY],
  ["admin-search.ts", ANY],
];

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
  [
    "audit",
    "account-events daily-limits event-id event-names events memberships new-event record record-many recorded" +
      " seals/canonical seals/store seals/verify service store views",
  ],
  [
    "auth",
    "accounts/discord-account accounts/take-back-rights administrators/service administrators/store sessions/actor" +
      " sessions/end-sessions sessions/fresh-proof sessions/linked-actor sessions/require-user" +
      " sessions/session-store suspensions/service suspensions/suspended tokens/access-tokens" +
      " tokens/encrypted-tokens tokens/eve-sso",
  ],
  ["characters", "refresh/save-affiliations search-store shared-sections"],
  [
    "corporations",
    "directors/rotation directors/store evidence/apply-lists evidence/apply-notices evidence/corporation-status" +
      " fetch/service killmails",
  ],
  // What EVE tells directors of structures, wars and bills.
  ["alarms", "alarm-kinds read-alarms store"],
  // What the requirements of a group make of a user.
  [
    "requirements",
    "evaluation/* evidence/select-evidence evidence/to-evidence gate names problems shown-causes way-in",
  ],
  // Who is in a corporation.
  ["roster", "drift-store policy service views"],
  [
    "applications",
    "api/caller api/idempotency api/routes facts/values-store named-pilots oidc/signing-keys webhooks/signature",
  ],
  [
    "groups",
    "codes/encrypted-code forms/sharing group/authorized-group group/group-row group/policy" +
      " group/service group/settings invitations/limits invitations/many invitations/service members/add-member members/ends members/many" +
      " members/policy members/service requests/policy requests/service",
  ],
  // What groups do together at a time.
  ["operations", "repeats service store timers"],
  [
    "discord",
    "bot/* commands/check commands/definitions commands/register link/discord-api link/encrypted-token link/service" +
      " posts/alarm-message posts/message posts/operation-events posts/request-message posts/service posts/settings/service posts/webhook-token" +
      " servers/roles/group-roles servers/roles/user-roles servers/store servers/sync/service",
  ],
  ["account", "revocations"],
  // The whole log, for administrators.
  ["activity.ts", ""],
  // Who becomes a member and who is removed, because requirements say so.
  [
    "enrolment",
    "held/asked passes/evaluation passes/planned-users passes/removal-store passes/state-store rules/service",
  ],
  ["community", ""],
  ["reviews", "views"],
  ["undo", ""],
  // Whom keepers watch, and what was found.
  ["watchlist", "policy store"],
  // What an administrator sees first, and the counters behind it.
  ["overview", "counters"],
  ["health", "encryption-keys"],
  ["pilots", "access/service bulk page service"],
  ["search.ts", ANY],
  // Who the pilots of a list of names are.
  ["lookup.ts", ANY],
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
  ["memberships", ANY],
  ["requirements-text", ANY],
  ["events", ANY],
  ["discord", ANY],
  ["repairs", ANY],
  ["consequences", ANY],
  ["suspension", ANY],
  ["watched", ANY],
  ["proof", ANY],
];

/** Features do not import each other, except for these doors; `app` puts them together. */
export const features: readonly Domain[] = [
  ["access", ""],
  ["account", ""],
  ["activity", ""],
  ["characters", ""],
  ["sign-in", "login-button"],
  ["consent", "kept-request"],
  ["demo", ""],
  [
    "requirements",
    "conditions/fields required requirements-card requirements-panel requirements-skeleton",
  ],
  ["operations", "group-operations next-operations"],
  [
    "groups",
    "groups-card requests/queries requests/reject-form requests/request-facts requests/request-filters" +
      " roles-to-come",
  ],
  ["vetting", ""],
  ["held", ""],
  ["overview", "decisions-block"],
  ["dashboard", ""],
  ["pilots", ""],
  ["roster", "roster-panel"],
  ["setup", ""],
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

export const areas = { shared, worker, web: [...parts, ...features, ...app] };
export type Area = keyof typeof areas;

/** The paths of an area that a domain may import, as globs. */
export function importable(area: Area, name: string): string[] {
  const own = isFile(name) ? [] : [`${area}/${name}/**`];
  const index = areas[area].findIndex(([domain]) => domain === name);
  const seesAll = isFile(name) || app.some(([domain]) => domain === name);
  const before = areas[area].slice(0, index).flatMap(([domain, doors]) => {
    if (isFile(domain)) return [`${area}/${domain}`];
    return seesAll || doors === ANY
      ? [`${area}/${domain}/**`]
      : doorsOf(doors).map((door) => `${area}/${domain}/${door}`);
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
