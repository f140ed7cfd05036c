import { expect, test } from "vitest";
import { fuzz } from "#test/support/fuzz/run.ts";
import { share } from "#test/support/workerd/share.ts";

const SEED = 11;
const REQUESTS = share(8_000, 1_600);

/**
 * Random requests cannot complete these, or hardly ever: they need a sign-in at EVE or Discord, a suspended user, Discord's signature or one of its channels, the typed
 * name of the main, the number of held removals, the version and a group of the community, or an entry of the watchlist. They have tests of their own.
 */
const NEED_MORE_STEPS = [
  "PATCH /api/watchlist/:id",
  "DELETE /api/watchlist/:id",
  "POST /api/watchlist/:id/seen",
  "PUT /api/admin/community",
  "DELETE /api/account",
  "DELETE /api/account/merges/:id",
  "DELETE /api/admin/users/:id/suspension",
  "GET /api/account/merges/:id",
  "GET /api/admin/community/members/preview",
  "GET /api/auth/callback",
  "POST /api/account/merges/:id/accept",
  "POST /api/account/merges/:id/confirm",
  "POST /api/admin/administrators/:id/confirm",
  "POST /api/admin/held/:id/discard",
  "POST /api/admin/held/:id/release",
  "POST /api/admin/discord",
  "POST /api/admin/discord/:id/drift",
  "POST /api/admin/discord/:id/removals",
  "POST /api/admin/discord/:id/switch",
  "POST /api/auth/claim-main",
  "POST /api/auth/take-back",
  "POST /api/discord/callback/tokens",
  "PUT /api/admin/community/members",
  "POST /api/discord/servers/:id/join",
  "PUT /api/admin/discord/:id",
  "PUT /api/corporations/:id/discord-feed",
  "POST /api/corporations/:id/alarms/test",
  "PUT /api/admin/log/discord-feed",
  "PUT /api/watchlist/discord-feed",
  "POST /api/discord/interactions",
  "POST /api/discord/events",
  // A public address.
  "POST /api/admin/applications/:id/webhooks",
  // A group and users who are not in it, or are.
  "POST /api/admin/pilots/bulk/preview",
  "POST /api/admin/pilots/bulk",
  // A group that the user manages and a time to come, or an operation of it.
  "POST /api/operations",
  "GET /api/operations/:id",
  "PUT /api/operations/:id",
  "PUT /api/operations/:id/cancelled",
  "PUT /api/operations/:id/answer",
  "PUT /api/operations/:id/reading",
  "PUT /api/operations/:id/participants",
  "GET /api/operations/:id/losses",
  "PUT /api/operations/:id/losses/:killmailId",
  "POST /api/v1/operations",
  "GET /api/v1/operations/:id",
  // The key of a calendar: calendar.test.ts.
  "GET /api/calendar.ics",
  // A span of the last month, and its preview.
  "GET /api/admin/undo",
  "POST /api/admin/undo",
  // A sound request of an application, its version, or a consent.
  "POST /api/consent",
  "DELETE /api/consent/:id",
  "PATCH /api/admin/applications/:id",
  "POST /api/admin/applications/:id/switch",
];

test("whatever is sent to all other routes, every answer has its shape and the database stays whole", async () => {
  const { problems, sent, neverWell } = await fuzz({
    seed: SEED,
    requests: REQUESTS,
    // The answers to applications have the form of OAuth: oidc-fuzz.test.ts.
    isMine: (route) => !/\/api\/groups| \/oauth\/|\/\.well-known\/o/.test(route),
    needMoreSteps: NEED_MORE_STEPS,
  });
  expect(problems).toEqual([]);
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  expect(neverWell.filter((route) => !NEED_MORE_STEPS.includes(route))).toEqual([]);
});
