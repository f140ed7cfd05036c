import { DAY_MS } from "#shared/time.ts";
import { AURELIA_VOSS_ID, QUIET_ENGINES_ID } from "#test/new-eden/ids.ts";
import { ANSWERS, TEXTS } from "#test/support/fuzz/answers.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import type { Who } from "#worker/http/route-declaration.ts";
import { administrators, everybody, keepers, managers, owners, signedIn } from "./access-row.ts";
import type { Row, SceneIds, Statuses } from "./access-row.ts";

// ── What a declaration says ───────────────────────────────────────────────────────────────────

/** The id of the scene for a parameter of a path, by the name before it: `/groups/:id`. */
const ID_AFTER: Record<string, keyof SceneIds> = {
  groups: "group",
  categories: "category",
  "join-requests": "request",
  invitations: "invitation",
  operations: "operation",
  rules: "group",
  "invite-codes": "codeId",
  members: "otherMember",
  admins: "otherAdmin",
  notes: "note",
  held: "heldChange",
  corporations: "corporation",
  rosters: "corporation",
  directors: "director",
  discord: "discordServer",
  servers: "discordServer",
  roles: "discordRole",
  applications: "application",
  consent: "application",
  tokens: "apiToken",
  webhooks: "webhook",
  deliveries: "delivery",
  facts: "fact",
  pilots: "otherMember",
  users: "otherMember",
  characters: "administratorCharacter",
  administrators: "administratorCharacter",
  sessions: "ownSession",
  requests: "request",
  blocked: "group",
  // The scene has none of these.
  watchlist: "request",
  merges: "request",
  losses: "administratorCharacter",
};

/**
 * The statuses by what the route declares. `users` of a route with an id says least, so that a forgotten check is not what the rule
 * expects: a group is for its owner and system administrators, and what is another player's does not exist. A route that lets in more
 * people has a row.
 */
function statusesOf(route: string, who: Who): Statuses {
  const done = route in ANSWERS || route in TEXTS ? 200 : 204;
  if (who === "visitors") return everybody(done);
  if (who === "programs") return everybody(401);
  if (who === "administrators") return administrators(done);
  if (who === "keepers") return keepers(done);
  if (!route.includes("/:")) return signedIn(done);
  return route.includes(" /api/groups/:id") ? owners(done) : signedIn(404);
}

/** What access.test.ts expects of a route without a row. */
export function ruleOf(route: string, who: Who): Row {
  const segments = route.split("/");
  const ids = segments.flatMap((segment, index) => {
    if (!segment.startsWith(":")) return [];
    const id = ID_AFTER[segments[index - 1] ?? ""];
    if (id === undefined) throw new Error(`${route}: ID_AFTER has no id for ${segment}.`);
    return [id];
  });
  const isInGroup = who === "users" && /^\w+ \/api\/groups\/.*:/.test(route);
  return { statuses: statusesOf(route, who), ids, ...(!isInGroup && { hidden: null }) };
}

// ── What differs ──────────────────────────────────────────────────────────────────────────────

const NEW_GROUP = { name: "New", visibility: "public", joinMode: "open", allowDuplicateName: true };
const RULE = {
  tree: { type: "discord_linked" },
  enrolment: "manual",
  listing: "everyone",
  graceDays: 3,
};
const RELEASE = { removalCount: 0, reason: "The alliance split" };
const OPERATION = {
  kind: "fleet",
  title: "Kikimora roam",
  startsAt: new Date(Date.now() + DAY_MS).toISOString(),
  minutes: 60,
  commanderId: null,
  groupIds: ["{group}"],
};
const ofMembers = (managers = 200, member = managers): Statuses => [
  401,
  404,
  member,
  managers,
  managers,
  404,
];
const BULK = { action: "remove", groupId: "{group}", userIds: ["{otherMember}"] };
const REQUESTS = { ids: ["{request}"] };
const DISCORD_SETTINGS = { roles: [], nickname: null, joinGroupId: null, drift: "list" };
const SAME_CHANNEL = { target: { kind: "same" } };
const [FROM, TO] = [0, 1].map((hours) =>
  new Date(Date.now() + (hours - 1) * 60 * 60 * 1000).toISOString(),
);

/**
 * The routes that are not as they declare, or need a query or a body: what is not given is that of the rule. The group of the scene is
 * public and admits on request; its category is public.
 */
export const ROWS: Record<string, Partial<Row>> = {
  // Signing in, and what is the player's own
  "POST /api/auth/character/start": { body: {} },
  "GET /api/auth/callback": { statuses: everybody(400), query: "?code=none&state=none" },
  "POST /api/auth/claim-main": { statuses: everybody(400), body: { characterId: 1 } },
  "POST /api/auth/take-back": { statuses: everybody(400), body: { characterId: 1 } },
  "DELETE /api/auth/sessions/:id": { statuses: signedIn(204) },
  "PUT /api/auth/main": { statuses: signedIn(404), body: { characterId: 1 } },
  "POST /api/auth/characters/:id/confirm": { statuses: signedIn(204), ids: ["ownMain"] },
  "DELETE /api/auth/characters/:id": { statuses: signedIn(409), ids: ["ownMain"] },
  "POST /api/auth/events/seen": { body: { until: "2026-11-20T12:00:00.000Z" } },
  "PUT /api/account/language": { body: { language: "de" } },
  "POST /api/account/merges/:id/confirm": { body: { digest: "none" } },
  "POST /api/account/merges/:id/accept": { body: { digest: "none" } },
  "DELETE /api/account": { statuses: signedIn(400), body: { name: "Somebody Else" } },
  // Characters: everybody sees a sheet, its owner alone refreshes it
  "GET /api/characters/search": { query: "?q=au" },
  "GET /api/characters/:id": { statuses: signedIn(200) },
  "GET /api/characters/:id/card": { statuses: signedIn(200) },
  "POST /api/characters/:id/refresh": { statuses: administrators(200) },
  "GET /api/skills": { query: "?ids=3300" },
  // Discord
  "POST /api/discord/callback/tokens": {
    statuses: signedIn(400),
    body: { accessToken: "a", refreshToken: "r", expiresIn: 60, scope: "identify", state: "none" },
  },
  "DELETE /api/discord/link": { statuses: signedIn(404) },
  // Who may do what, and reviews of members: the group of the scene has an open one
  "GET /api/groups/:id/who-can": { statuses: managers(200) },
  "POST /api/admin/administrators/:id/confirm": { statuses: administrators(404) },
  "POST /api/groups/:id/review": { statuses: owners(409), body: { silence: "keep", days: 14 } },
  "PUT /api/groups/:id/review/settings": { body: { everyMonths: 6, silence: "remove" } },
  "PUT /api/groups/:id/review/decisions": {
    body: { reviewId: "{review}", decisions: [{ userId: "{otherMember}", verdict: "remove" }] },
  },
  "POST /api/groups/:id/review/finish": { body: { reviewId: "{review}", keep: 4, remove: 0 } },
  "POST /api/admin/reviews": { body: { groupIds: ["{group}"], silence: "keep", days: 14 } },
  // Pilots, for system administrators
  "GET /api/admin/pilots/:id/past": { query: "?on=2026-10-03" },
  "GET /api/operations/participation": { query: "?days=30" },
  "PUT /api/operations/:id/reading": {
    statuses: ofMembers(409, 403),
    body: { isRunning: true },
  },
  "PUT /api/operations/:id/participants": {
    statuses: ofMembers(409, 403),
    body: { userIds: [], names: [] },
  },
  "GET /api/operations/:id/losses": { statuses: ofMembers() },
  "PUT /api/operations/:id/losses/:killmailId": {
    statuses: ofMembers(404, 403),
    body: { isPaid: true },
  },
  "GET /api/operations/rules/:id": { statuses: owners(200) },
  "PUT /api/operations/rules/:id": { statuses: owners(200), body: { isOnDiscord: false } },
  "POST /api/operations/calendar": { statuses: signedIn(201) },
  "GET /api/calendar.ics": { statuses: everybody(404), query: "?key=none" },
  "POST /api/operations": {
    statuses: [401, 400, 400, 201, 201, 400],
    body: OPERATION,
    hidden: 400,
  },
  "GET /api/operations/:id": { statuses: ofMembers() },
  "PUT /api/operations/:id": { statuses: ofMembers(200, 403), body: { ...OPERATION, version: 0 } },
  "PUT /api/operations/:id/cancelled": {
    statuses: ofMembers(200, 403),
    body: { isCancelled: true },
  },
  "PUT /api/operations/:id/answer": {
    statuses: ofMembers(),
    body: { answer: "coming", brings: "Ferox" },
  },
  "POST /api/admin/pilots/bulk/preview": { body: BULK },
  "POST /api/admin/pilots/lookup": { body: { names: ["Mira Tal"] } },
  "POST /api/admin/pilots/bulk": { body: BULK },
  "GET /api/admin/consequences": { query: "?act=suspension&id={otherMember}" },
  "GET /api/admin/search": { query: "?q=a" },
  "GET /api/admin/undo": { query: `?userId={otherMember}&from=${FROM}&to=${TO}` },
  "POST /api/admin/undo": {
    statuses: administrators(409),
    body: { userId: "{otherMember}", from: FROM, to: TO, digest: "-".repeat(43) },
  },
  // Tokens, facts and webhooks of applications. The rights of tokens: api-rights.test.ts.
  "POST /api/admin/applications/:id/tokens": {
    statuses: administrators(201),
    body: { name: "Bot", rights: ["pilots"], days: 30 },
  },
  "POST /api/admin/applications/:id/facts": {
    statuses: administrators(201),
    body: {
      key: "last_kill",
      title: "Last kill",
      kind: "date",
      options: [],
      maxAgeHours: 24,
      missing: "unknown",
    },
  },
  "PATCH /api/admin/applications/:id/facts/:key": { body: { title: "Fleets" } },
  "POST /api/admin/applications/:id/webhooks": {
    statuses: administrators(201),
    body: { url: "https://forum.example.com/hook", topics: ["member.left"] },
  },
  "PATCH /api/admin/applications/:id/webhooks/:webhookId": { body: { isOn: false } },
  "GET /api/v1/pilots": { query: "?name=Mira%20Tal" },
  "POST /api/v1/pilots/lookup": { body: { characterIds: [1] } },
  "POST /api/v1/groups/:id/members": { body: { action: "add", pilots: ["a"] } },
  "POST /api/v1/operations": { body: { ...OPERATION, groupIds: ["nothing"] } },
  "PUT /api/v1/facts/:key": { body: { values: [] } },
  // Suspensions and corporations
  "PUT /api/admin/users/:id/suspension": { body: { reason: "o7", until: null } },
  "DELETE /api/admin/users/:id/suspension": { statuses: administrators(409) },
  "POST /api/corporations": {
    statuses: administrators(201),
    body: { corporationId: QUIET_ENGINES_ID, name: "Quiet Engines", ticker: "QUIET" },
  },
  "GET /api/corporations/search": { query: "?q=sab" },
  "GET /api/corporations/lookup": { query: `?corporationId=${QUIET_ENGINES_ID}` },
  "GET /api/corporations/directors/candidates": { query: "?q=au" },
  // The watchlist. The scene has no entry.
  "GET /api/watchlist/preview": { query: "?subject=corporation&eveId=98000001" },
  "GET /api/watchlist/hits": { query: "?users=somebody" },
  "POST /api/watchlist": {
    statuses: keepers(201),
    body: {
      subject: "corporation",
      eveId: QUIET_ENGINES_ID,
      name: "Quiet Engines",
      reason: "Took our ships.",
      link: null,
      months: 6,
    },
  },
  "POST /api/watchlist/import": {
    body: {
      entries: [
        { subject: "alliance", eveId: 1, name: "One", reason: "Why.", link: null, months: null },
      ],
    },
  },
  "PUT /api/watchlist/discord-feed": { statuses: keepers(400), body: SAME_CHANNEL },
  "PUT /api/watchlist/keepers": { body: { groupId: "{group}" } },
  "PATCH /api/watchlist/:id": { statuses: keepers(404), body: { days: 30 } },
  "DELETE /api/watchlist/:id": { statuses: keepers(404) },
  "POST /api/watchlist/:id/seen": { statuses: keepers(404) },
  // To those who may not read it, a roster does not exist.
  "GET /api/rosters/:id": { statuses: keepers(200) },
  "GET /api/rosters/:id/members": { statuses: keepers(200) },
  "GET /api/rosters/:id/drift": { statuses: keepers(200) },
  "PUT /api/rosters/:id": { body: { readsRoles: true } },
  "PUT /api/corporations/:id": { body: { isActive: false } },
  "POST /api/corporations/:id/fetch": {
    statuses: administrators(202),
    body: { category: "public" },
  },
  "POST /api/corporations/:id/directors": {
    statuses: administrators(201),
    body: { characterId: AURELIA_VOSS_ID, characterName: "Aurelia Voss" },
  },
  "PUT /api/corporations/:id/directors/:directorId": { body: { priority: 5 } },
  // Categories
  "POST /api/groups/categories": {
    statuses: administrators(201),
    body: { name: "New", visibility: "public", allowGroupCreation: "anyone" },
  },
  "GET /api/groups/categories/:id": { statuses: signedIn(200) },
  "PATCH /api/groups/categories/:id": { statuses: administrators(200), body: { name: "Renamed" } },
  "DELETE /api/groups/categories/:id": {
    statuses: administrators(204),
    ids: ["emptyCategory"],
    body: { name: "Empty" },
    hidden: null,
  },
  // Groups
  "POST /api/groups": {
    statuses: signedIn(201),
    body: { ...NEW_GROUP, categoryId: "{category}" },
    hidden: 404,
  },
  "GET /api/groups/:id": { statuses: signedIn(200) },
  "PATCH /api/groups/:id": { body: { name: "Renamed", allowDuplicateName: true } },
  "DELETE /api/groups/:id": { body: { name: "Scouts" } },
  "GET /api/groups/:id/activity": { statuses: managers(200) },
  "POST /api/groups/:id/join": { statuses: [401, 403, 409, 409, 409, 403] },
  "POST /api/groups/:id/leave": { statuses: [401, 409, 204, 204, 409, 409] },
  // Requirements, the community and held changes
  "GET /api/groups/:id/requirements": { statuses: signedIn(200) },
  "PUT /api/groups/:id/requirements": { body: { rule: RULE, version: null } },
  "POST /api/groups/:id/requirements/preview": { body: { rule: RULE } },
  "POST /api/groups/:id/requirements/check": {
    body: { rule: RULE, characterName: "Nobody of this Name" },
  },
  "GET /api/requirements/search": { query: "?kind=corporation&q=Sable%20Meridian" },
  "GET /api/requirements/titles": { query: "?corporationId=98000001" },
  "PUT /api/admin/community": { body: { name: null, welcome: null, logo: null, version: 0 } },
  "PUT /api/admin/community/members": { body: { groupId: null, graceDays: 3, version: 0 } },
  "GET /api/admin/community/members/preview": { query: "?groupId={group}" },
  "POST /api/admin/held/:id/release": { body: RELEASE },
  "POST /api/admin/held/:id/discard": { body: RELEASE },
  // Discord servers. The server of the scene is on, and New Eden's Discord does not know it.
  "POST /api/admin/discord": { statuses: administrators(404), body: { serverId: "1" } },
  "PUT /api/admin/discord/:id": { body: { ...DISCORD_SETTINGS, version: 0 } },
  "POST /api/admin/discord/:id/preview": { body: DISCORD_SETTINGS },
  "POST /api/admin/discord/:id/switch": { body: { isOn: false, version: 0 } },
  "POST /api/admin/discord/:id/check": { body: { retries: true } },
  "GET /api/admin/discord/:id/roles/:roleId/past": { query: "?on=2026-11-01" },
  "POST /api/admin/discord/:id/drift": {
    statuses: administrators(409),
    body: { decision: "accept", items: [{ discordId: "1", roleId: "1" }] },
  },
  "POST /api/admin/discord/:id/removals": {
    statuses: administrators(409),
    body: { decision: "release", removalCount: 1, reason: "The alliance split" },
  },
  "GET /api/groups/:id/discord-roles": { statuses: signedIn(200) },
  // Without Discord's signature, a session is worth nothing. The rights of commands and buttons: discord-commands.test.ts.
  "POST /api/discord/interactions": { statuses: everybody(401), body: { type: 1 } },
  "POST /api/discord/events": { statuses: everybody(401), body: { type: 0 } },
  // Messages of Discord. No channel is chosen yet.
  "PUT /api/discord/messages": { body: { isOn: false } },
  "PUT /api/groups/:id/discord-feed": {
    statuses: owners(400),
    body: { ...SAME_CHANNEL, topics: [] },
  },
  "PUT /api/admin/log/discord-feed": { statuses: administrators(400), body: SAME_CHANNEL },
  "PUT /api/corporations/:id/discord-feed": {
    statuses: administrators(400),
    body: { ...SAME_CHANNEL, topics: [] },
  },
  "PUT /api/corporations/:id/alarms": {
    body: { channels: {}, quiet: null, language: "en" },
  },
  "POST /api/corporations/:id/alarms/test": {
    statuses: administrators(400),
    body: { group: "attack" },
  },
  // Applications that users sign in to. What applications may do: oidc-*.test.ts.
  "POST /api/admin/applications": {
    statuses: administrators(201),
    body: { name: "Wiki", isPublic: false, redirectUris: [] },
  },
  "POST /api/admin/applications/keys/rotate": { statuses: administrators(202) },
  "PATCH /api/admin/applications/:id": { body: { version: 0, name: "Atlas" } },
  "POST /api/admin/applications/:id/switch": { body: { isOn: false, version: 0 } },
  "GET /api/consent": { query: "?query=client_id%3Dnone" },
  "POST /api/consent": {
    statuses: signedIn(404),
    body: { query: "client_id=none", decision: "allow" },
  },
  "GET /api/sign-out": { query: "?query=client_id%3Dnone" },
  "POST /api/sign-out": { body: { query: "" } },
  "GET /.well-known/openid-configuration": { statuses: everybody(200) },
  "GET /.well-known/oauth-authorization-server": { statuses: everybody(200) },
  "GET /oauth/jwks": { statuses: everybody(200) },
  // An application has to prove what it is: no session counts there.
  "GET /oauth/authorize": { statuses: everybody(303) },
  "POST /oauth/authorize": { statuses: everybody(400) },
  "GET /oauth/logout": { statuses: everybody(303) },
  "POST /oauth/logout": { statuses: everybody(400) },
  "POST /oauth/token": { statuses: everybody(400) },
  "POST /oauth/revoke": { statuses: everybody(400) },
  "GET /oauth/userinfo": { statuses: everybody(401) },
  "POST /oauth/userinfo": { statuses: everybody(401) },
  // Members. The administrator of the scene is none.
  "GET /api/groups/:id/members": { statuses: signedIn(200) },
  "DELETE /api/groups/:id/members/:userId": { statuses: managers(204, 403) },
  "PUT /api/groups/:id/members/ends": {
    statuses: managers(200, 403),
    body: { userIds: ["{otherMember}"], end: { kind: "days", days: 30 } },
  },
  "POST /api/groups/:id/emergency-access": {
    statuses: administrators(201),
    body: { role: "admin", hours: 1, reason: "o7" },
  },
  "POST /api/groups/:id/admins": { body: { userId: "{otherMember}" } },
  "POST /api/groups/:id/transfer": { body: { newOwnerId: "{otherMember}" } },
  // Join requests; the one of the scene is another player's
  "GET /api/groups/:id/form": { statuses: signedIn(200) },
  "PUT /api/groups/:id/form": {
    body: {
      version: null,
      form: { questions: [], sections: [], whose: "main", shareDays: 0 },
      reviewerGroupId: null,
    },
  },
  "GET /api/groups/join-requests/:id": { statuses: managers(200) },
  "GET /api/groups/:id/form/own": { statuses: signedIn(200) },
  "PUT /api/groups/join-requests/:id/talks": {
    statuses: managers(204),
    body: { inTalks: true, assigneeId: null },
  },
  // System administrators decide about requests; reviewers alone look and write notes.
  "POST /api/groups/join-requests/:id/look": {
    statuses: [401, 404, 404, 404, 404, 403],
    body: { section: "wallet" },
  },
  "PUT /api/groups/join-requests/:id/sharing": { body: { reviewerGroupId: null, sections: [] } },
  "POST /api/groups/join-requests/:id/notes": {
    statuses: [401, 404, 404, 204, 204, 403],
    body: { note: "Talked for an hour." },
  },
  "DELETE /api/groups/join-requests/:id/notes/:noteId": {
    statuses: [401, 404, 404, 404, 404, 403],
  },
  "GET /api/groups/:id/join-requests": { statuses: managers(200) },
  "POST /api/groups/:id/join-requests": {
    statuses: [401, 201, 409, 409, 409, 201],
    body: { reason: "o7" },
  },
  "POST /api/groups/join-requests/:id/approve": { statuses: managers(204) },
  "POST /api/groups/join-requests/:id/reject": { statuses: managers(204) },
  "POST /api/groups/:id/join-requests/approve": { statuses: managers(200), body: REQUESTS },
  "POST /api/groups/:id/join-requests/reject": { statuses: managers(200), body: REQUESTS },
  "POST /api/groups/:id/join-requests/undo": { statuses: managers(200), body: REQUESTS },
  // Invitations; the one of the scene is another player's
  "POST /api/groups/invitations/decline-all": { body: { ids: ["{invitation}"] } },
  "GET /api/groups/:id/invitations": { statuses: managers(200) },
  "POST /api/groups/:id/invitations": {
    statuses: managers(201, 403),
    body: { characterName: "{newcomer}" },
  },
  "POST /api/groups/invitations/:id/revoke": { statuses: managers(204) },
  // Invite codes
  "GET /api/groups/:id/invite-codes": { statuses: managers(200) },
  "POST /api/groups/:id/invite-codes": { statuses: managers(201, 403), body: {} },
  "POST /api/groups/invite-codes/:id/revoke": { statuses: managers(204) },
  "POST /api/groups/invite-codes/preview": { body: { code: "{code}" }, hidden: 200 },
  "POST /api/invite-links": { body: { code: "{code}" } },
  "POST /api/groups/invite-codes/redeem": {
    statuses: [401, 200, 409, 409, 409, 200],
    body: { code: "{code}" },
    hidden: 200,
  },
};

/** Who may call which route: the status that each role gets. */
export const ACCESS: Record<string, Row> = Object.fromEntries(
  [...DECLARATIONS].map(([route, { who }]) => [route, { ...ruleOf(route, who), ...ROWS[route] }]),
);
