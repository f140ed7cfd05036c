import { globSync } from "node:fs";
import { basename } from "node:path";

/**
 * Test files that take turns, because a run has no time for all of them: `npm test` runs those that the change touches, and of
 * the others one in so many, by the seed; `npm run test:long` runs all. None is the only one that looks at a route, an act or a kind
 * of event: what each run keeps is in CONTRIBUTING.md. A run of single files, and `npm run check`, know no turns.
 */
type Turns = {
  /** One file of so many has its turn. Without a number none has, and the files run each night. */
  parts?: number;
  files: string[];
};

/**
 * Whole commands on databases of their own: each starts wrangler some dozen times, and takes up to four minutes. A run takes those
 * that the change touches.
 */
export const COMMANDS: Turns = {
  files: [
    "test/logic/backup.test.ts",
    "test/logic/drill.test.ts",
    "test/logic/move-in-command.test.ts",
    "test/logic/audit-verify.test.ts",
    "test/logic/baseline.test.ts",
    "test/logic/releases.test.ts",
    "test/logic/admin-confirm.test.ts",
    "test/logic/local-commands.test.ts",
    "test/logic/local-start.test.ts",
    "test/logic/deploy.test.ts",
    "test/logic/demo-deploy.test.ts",
    "test/logic/deploy-button.test.ts",
    "test/logic/command-refusals.test.ts",
  ],
};

/** Long stories and scales in workerd, and other people's programs. None is about who may sign in, or whose a character is. */
export const STORIES: Turns = {
  parts: 16,
  // In this order they take turns: as many seconds in each.
  files: [
    "test/worker/discord-scale.test.ts",
    "test/worker/leaver-sequences.test.ts",
    "test/worker/many-notices.test.ts",
    "test/worker/hold-decisions.test.ts",
    "test/worker/sharing-model.test.ts",
    "test/worker/grant-sequences.test.ts",
    "test/worker/who-may-know-drafts.test.ts",
    "test/worker/evaluation-faults.test.ts",
    "test/worker/release-costs.test.ts",
    "test/worker/watchlist-attackers.test.ts",
    "test/worker/discord-kills.test.ts",
    "test/worker/corporations-day.test.ts",
    "test/worker/corporations-kills.test.ts",
    "test/worker/requirement-scale.test.ts",
    "test/worker/undo-scale.test.ts",
    "test/worker/roster-scale.test.ts",
    "test/worker/pilots-scale.test.ts",
    "test/worker/member-scale.test.ts",
    "test/worker/group-scale.test.ts",
    "test/worker/characters-assets.test.ts",
    "test/worker/director-lists.test.ts",
    "test/worker/roster-lists.test.ts",
    "test/worker/discord-hand-edits.test.ts",
    "test/worker/discord-posts.test.ts",
    "test/worker/discord-removals.test.ts",
    "test/worker/corporations-fetch.test.ts",
    "test/worker/fact-conditions.test.ts",
    "test/worker/corporations-large.test.ts",
    "test/worker/watchlist-posts.test.ts",
    "test/worker/discord-replacements.test.ts",
    "test/worker/undo-model.test.ts",
    "test/worker/move-in.test.ts",
    "test/worker/leavers.test.ts",
    "test/recipes/facts.test.ts",
    "test/recipes/scripts.test.ts",
    "test/worker/roster.test.ts",
    "test/worker/community-guests.test.ts",
    "test/worker/evidence-refresh.test.ts",
    "test/worker/corporations-rounds.test.ts",
    "test/worker/free-plan.test.ts",
    "test/worker/characters-single-flight.test.ts",
    "test/worker/corporations-faults.test.ts",
    "test/worker/health.test.ts",
    "test/worker/discord-front-door.test.ts",
    "test/worker/webhooks.test.ts",
    "test/worker/roster-drift.test.ts",
    "test/worker/discord-commands.test.ts",
    "test/worker/requirement-preview.test.ts",
    "test/worker/waiting-requests.test.ts",
    "test/worker/group-listing.test.ts",
    "test/recipes/apache.test.ts",
    "test/worker/watchlist-condition.test.ts",
    "test/worker/group-lists.test.ts",
    "test/worker/membership-ends-model.test.ts",
    "test/worker/discord-direct-messages.test.ts",
    "test/worker/facts-scale.test.ts",
    "test/worker/activity-scale.test.ts",
  ],
};

/** Each run looks at every screen with these, and at how the product is served. */
const ALWAYS = new Set([
  "failing-calls",
  "long-words",
  "refused-sign-in",
  "screens",
  "serving",
  "shots",
  "static-files",
  "walk-in",
]);

/** In this order they take turns: as many seconds in each. A file that is not here has its turn as well. */
const JOURNEYS_IN_ORDER = [
  "admin",
  "palette",
  "return",
  "fresh-proof",
  "requirement-checks",
  "dashboard",
  "discord-servers",
  "overview",
  "setup",
  "group-promises",
  "community",
  "member-reviews",
  "watchlist",
  "groups",
  "settings",
  "requests",
  "discord-posts",
  "welcome",
  "discord-failures",
  "requirements",
  "applying",
  "proven-acts",
  "tables",
  "requirements-card",
  "admin-story",
  "evidence",
  "roster",
  "corporations",
  "groups-story",
  "discord",
  "applications",
  "languages",
  "facts",
  "vetting-keyboard",
  "characters",
  "pilots",
  "review",
  "lists",
  "invitations",
  "reviewing",
  "tasks",
  "access",
  "read-only",
  "requirement-search",
  "theme",
  "account",
  "defences",
  "undo",
  "demo",
  "suspension",
  "consequences",
  "application-setup",
  "application-pages",
  "membership-ends",
].map((name) => `test/e2e/${name}.spec.ts`);

/** What people do in the browser. What each of their clicks does is tested in workerd too, on each run. */
export const JOURNEYS: Turns = {
  parts: 36,
  files: [...new Set([...JOURNEYS_IN_ORDER, ...globSync("test/e2e/*.spec.ts").toSorted()])].filter(
    (file) => !ALWAYS.has(basename(file, ".spec.ts")),
  ),
};

/** The files whose turn it is not, without those that the change touches. */
export function leftOut({ parts, files }: Turns, seed: number, touched: ReadonlySet<string>) {
  const hasTurn = (index: number) => parts !== undefined && (index + seed) % parts === 0;
  return files.filter((file, index) => !hasTurn(index) && !touched.has(file));
}
