import { AURELIA_VOSS_ID, QUIET_ENGINES_ID } from "#test/new-eden/ids.ts";
import { administrators, everybody, keepers, managers, owners, signedIn } from "./access-row.ts";
import type { Row } from "./access-row.ts";
import { INTERFACES } from "./access-applications.ts";
import { APPLICATIONS } from "./access-oidc.ts";
import { DISCORD_SERVERS } from "./access-discord.ts";
import { ENDS } from "./access-ends.ts";
import { PILOTS } from "./access-pilots.ts";
import { REQUIREMENTS } from "./access-requirements.ts";

const NO_GROUP = { hidden: null };
const SIGNED_IN = { ...NO_GROUP, statuses: signedIn(200) };
const CORPORATION = { ...NO_GROUP, ids: ["corporation" as const] };
const DIRECTOR = { ...NO_GROUP, ids: ["corporation" as const, "director" as const] };
const USER = { ...NO_GROUP, ids: ["otherMember" as const] };
const NEW_GROUP = { name: "New", visibility: "public", joinMode: "open", allowDuplicateName: true };
const GROUP = { ids: ["group" as const] };
const DECISION = { ...GROUP, statuses: managers(200), body: { ids: ["{request}"] } };
/**
 * Who may call which route: the status that each role gets. A route without a row fails access.test.ts, and so
 * does a row without a route. The group of the scene is public and admits on request; its category is public.
 */
export const ACCESS: Record<string, Row> = {
  // How the installation fares
  "GET /.well-known/security.txt": { ...NO_GROUP, statuses: everybody },
  "GET /api/health": { ...NO_GROUP, statuses: everybody },
  "GET /api/health/details": { ...NO_GROUP, statuses: administrators(200) },

  // Signing in, and what is the player's own
  "GET /api/auth/session": { ...NO_GROUP, statuses: everybody },
  "POST /api/auth/logout": { ...NO_GROUP, statuses: [204, 204, 204, 204, 204, 204] },
  "POST /api/auth/login/start": { ...NO_GROUP, statuses: everybody },
  "POST /api/auth/character/start": { ...NO_GROUP, statuses: signedIn(200), body: {} },
  "POST /api/auth/proof/start": { ...NO_GROUP, statuses: signedIn(200) },
  "GET /api/auth/callback": {
    ...NO_GROUP,
    statuses: [400, 400, 400, 400, 400, 400],
    query: "?code=none&state=none",
  },
  "POST /api/auth/claim-main": {
    ...NO_GROUP,
    statuses: [400, 400, 400, 400, 400, 400],
    body: { characterId: 1 },
  },
  "DELETE /api/auth/claim-main": { ...NO_GROUP, statuses: [204, 204, 204, 204, 204, 204] },
  "POST /api/auth/take-back": {
    ...NO_GROUP,
    statuses: [400, 400, 400, 400, 400, 400],
    body: { characterId: 1 },
  },
  "GET /api/auth/sessions": { ...NO_GROUP, statuses: signedIn(200) },
  "DELETE /api/auth/sessions": { ...NO_GROUP, statuses: signedIn(204) },
  "DELETE /api/auth/sessions/:id": {
    ...NO_GROUP,
    statuses: signedIn(204),
    ids: ["ownSession"],
  },
  "PUT /api/auth/main": { ...NO_GROUP, statuses: signedIn(404), body: { characterId: 1 } },
  "POST /api/auth/characters/:id/confirm": {
    ...NO_GROUP,
    statuses: signedIn(204),
    ids: ["ownMain"],
  },
  "DELETE /api/auth/characters/:id": { ...NO_GROUP, statuses: signedIn(409), ids: ["ownMain"] },
  "GET /api/auth/events": { ...NO_GROUP, statuses: signedIn(200) },
  "POST /api/auth/events/seen": {
    ...NO_GROUP,
    statuses: signedIn(204),
    body: { until: "2026-11-20T12:00:00.000Z" },
  },

  "GET /api/account/export": { ...NO_GROUP, statuses: signedIn(200) },
  "GET /api/account/deletion": { ...NO_GROUP, statuses: signedIn(200) },
  "PUT /api/account/language": { ...NO_GROUP, statuses: signedIn(204), body: { language: "de" } },
  "GET /api/account/merges": { ...NO_GROUP, statuses: signedIn(200) },
  "GET /api/account/merges/:id": { ...NO_GROUP, statuses: signedIn(404), ids: ["request"] },
  "POST /api/account/merges/:id/confirm": {
    ...NO_GROUP,
    statuses: signedIn(404),
    ids: ["request"],
    body: { digest: "none" },
  },
  "POST /api/account/merges/:id/accept": {
    ...NO_GROUP,
    statuses: signedIn(404),
    ids: ["request"],
    body: { digest: "none" },
  },
  "DELETE /api/account/merges/:id": { ...NO_GROUP, statuses: signedIn(404), ids: ["request"] },
  "DELETE /api/account": { ...NO_GROUP, statuses: signedIn(400), body: { name: "Somebody Else" } },

  "GET /api/access": { ...NO_GROUP, statuses: signedIn(200) },
  // Characters: everybody sees a sheet, its owner alone refreshes it
  "GET /api/characters": { ...NO_GROUP, statuses: signedIn(200) },
  "GET /api/characters/search": { ...NO_GROUP, statuses: signedIn(200), query: "?q=au" },
  "GET /api/characters/:id": { ...SIGNED_IN, ids: ["administratorCharacter"] },
  "POST /api/characters/:id/refresh": {
    ...NO_GROUP,
    statuses: administrators(200),
    ids: ["administratorCharacter"],
  },
  "GET /api/skills": { ...NO_GROUP, statuses: everybody, query: "?ids=3300" },

  // Discord
  "POST /api/discord/link/start": { ...NO_GROUP, statuses: signedIn(200) },
  "POST /api/discord/callback/tokens": {
    ...NO_GROUP,
    statuses: signedIn(400),
    body: { accessToken: "a", refreshToken: "r", expiresIn: 60, scope: "identify", state: "none" },
  },
  "DELETE /api/discord/link": { ...NO_GROUP, statuses: signedIn(404) },

  "GET /api/groups/:id/who-can": { ...GROUP, statuses: managers(200) },
  "GET /api/groups/:id/consequences": { ...GROUP, statuses: owners(200) },

  // The log of everything
  "GET /api/activity": { ...NO_GROUP, statuses: administrators(200) },
  "GET /api/activity.csv": { ...NO_GROUP, statuses: administrators(200) },

  // Administrators and users
  "POST /api/admin/administrators/:id/confirm": {
    ...NO_GROUP,
    statuses: administrators(404),
    ids: ["administratorCharacter"],
  },
  ...PILOTS,
  ...INTERFACES,
  "PUT /api/admin/users/:id/suspension": {
    ...USER,
    statuses: administrators(204),
    body: { reason: "o7", until: null },
  },
  "DELETE /api/admin/users/:id/suspension": { ...USER, statuses: administrators(409) },

  // Corporations
  "GET /api/corporations": { ...NO_GROUP, statuses: administrators(200) },
  "POST /api/corporations": {
    ...NO_GROUP,
    statuses: administrators(201),
    body: { corporationId: QUIET_ENGINES_ID, name: "Quiet Engines", ticker: "QUIET" },
  },
  "GET /api/corporations/search": { ...NO_GROUP, statuses: administrators(200), query: "?q=sab" },
  "GET /api/corporations/lookup": {
    ...NO_GROUP,
    statuses: administrators(200),
    query: `?corporationId=${QUIET_ENGINES_ID}`,
  },
  "GET /api/corporations/directors/candidates": {
    ...NO_GROUP,
    statuses: administrators(200),
    query: "?q=au",
  },
  // To those who do not keep it, there is no watchlist.
  "GET /api/watchlist": { ...NO_GROUP, statuses: keepers(200) },
  "GET /api/watchlist/preview": {
    ...NO_GROUP,
    statuses: keepers(200),
    query: "?subject=corporation&eveId=98000001",
  },
  "GET /api/watchlist/hits": { ...NO_GROUP, statuses: keepers(200), query: "?users=somebody" },
  "GET /api/watchlist/requests/:id": { ...NO_GROUP, statuses: keepers(200), ids: ["request"] },
  "POST /api/watchlist": {
    ...NO_GROUP,
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
  "POST /api/watchlist/export": { ...NO_GROUP, statuses: keepers(200) },
  "POST /api/watchlist/import": {
    ...NO_GROUP,
    statuses: keepers(200),
    body: {
      entries: [
        { subject: "alliance", eveId: 1, name: "One", reason: "Why.", link: null, months: null },
      ],
    },
  },
  "GET /api/watchlist/discord-feed": { ...NO_GROUP, statuses: keepers(200) },
  "GET /api/watchlist/discord-channels": { ...NO_GROUP, statuses: keepers(200) },
  "PUT /api/watchlist/discord-feed": {
    ...NO_GROUP,
    statuses: keepers(400),
    body: { target: { kind: "same" } },
  },
  "DELETE /api/watchlist/discord-feed": { ...NO_GROUP, statuses: keepers(204) },
  "PUT /api/watchlist/keepers": {
    ...NO_GROUP,
    statuses: keepers(204),
    body: { groupId: "{group}" },
  },
  "PATCH /api/watchlist/:id": {
    ...NO_GROUP,
    statuses: keepers(404),
    ids: ["request"],
    body: { days: 30 },
  },
  "DELETE /api/watchlist/:id": { ...NO_GROUP, statuses: keepers(404), ids: ["request"] },
  "POST /api/watchlist/:id/seen": { ...NO_GROUP, statuses: keepers(404), ids: ["request"] },
  // To those who may not read it, a roster does not exist.
  "GET /api/rosters/:id": { ...CORPORATION, statuses: [401, 404, 404, 404, 404, 200] },
  "GET /api/rosters/:id/members": { ...CORPORATION, statuses: [401, 404, 404, 404, 404, 200] },
  "GET /api/rosters/:id/drift": { ...CORPORATION, statuses: [401, 404, 404, 404, 404, 200] },
  "POST /api/rosters/:id/read": { ...CORPORATION, statuses: administrators(204) },
  "PUT /api/rosters/:id": {
    ...CORPORATION,
    statuses: administrators(204),
    body: { readsRoles: true },
  },
  "GET /api/corporations/:id": { ...CORPORATION, statuses: administrators(200) },
  "PUT /api/corporations/:id": {
    ...CORPORATION,
    statuses: administrators(200),
    body: { isActive: false },
  },
  "DELETE /api/corporations/:id": { ...CORPORATION, statuses: administrators(204) },
  "POST /api/corporations/:id/verify": { ...CORPORATION, statuses: administrators(200) },
  "POST /api/corporations/:id/fetch": {
    ...CORPORATION,
    statuses: administrators(202),
    body: { category: "public" },
  },
  "GET /api/corporations/:id/data": { ...CORPORATION, statuses: administrators(200) },
  "GET /api/corporations/:id/activity": { ...CORPORATION, statuses: administrators(200) },
  "GET /api/corporations/:id/directors": { ...CORPORATION, statuses: administrators(200) },
  "POST /api/corporations/:id/directors": {
    ...CORPORATION,
    statuses: administrators(201),
    body: { characterId: AURELIA_VOSS_ID, characterName: "Aurelia Voss" },
  },
  "POST /api/corporations/:id/directors/verify-all": {
    ...CORPORATION,
    statuses: administrators(200),
  },
  "PUT /api/corporations/:id/directors/:directorId": {
    ...DIRECTOR,
    statuses: administrators(200),
    body: { priority: 5 },
  },
  "DELETE /api/corporations/:id/directors/:directorId": {
    ...DIRECTOR,
    statuses: administrators(204),
  },
  "POST /api/corporations/:id/directors/:directorId/verify": {
    ...DIRECTOR,
    statuses: administrators(200),
  },

  // Categories
  "GET /api/groups/categories": { ...NO_GROUP, statuses: signedIn(200) },
  "POST /api/groups/categories": {
    ...NO_GROUP,
    statuses: administrators(201),
    body: { name: "New", visibility: "public", allowGroupCreation: "anyone" },
  },
  "GET /api/groups/categories/:id": { statuses: signedIn(200), ids: ["category"] },
  "PATCH /api/groups/categories/:id": {
    statuses: administrators(200),
    ids: ["category"],
    body: { name: "Renamed" },
  },
  "DELETE /api/groups/categories/:id": {
    ...NO_GROUP,
    statuses: administrators(204),
    ids: ["emptyCategory"],
    body: { name: "Empty" },
  },

  // Groups
  "GET /api/groups": { ...NO_GROUP, statuses: signedIn(200) },
  "POST /api/groups": {
    statuses: signedIn(201),
    body: { ...NEW_GROUP, categoryId: "{category}" },
  },
  "GET /api/groups/my-groups": { ...NO_GROUP, statuses: signedIn(200) },
  "GET /api/groups/:id": { ...GROUP, statuses: signedIn(200) },
  "PATCH /api/groups/:id": {
    ...GROUP,
    statuses: owners(200),
    body: { name: "Renamed", allowDuplicateName: true },
  },
  "DELETE /api/groups/:id": { ...GROUP, statuses: owners(204), body: { name: "Scouts" } },
  "GET /api/groups/:id/activity": { ...GROUP, statuses: managers(200) },
  "POST /api/groups/:id/join": { ...GROUP, statuses: [401, 403, 409, 409, 409, 403] },
  "POST /api/groups/:id/leave": { ...GROUP, statuses: [401, 409, 204, 204, 409, 409] },

  "GET /api/groups/waiting": { ...NO_GROUP, statuses: signedIn(200) },
  ...REQUIREMENTS,
  ...DISCORD_SERVERS,
  ...APPLICATIONS,
  // Members
  "GET /api/groups/:id/members": { ...GROUP, statuses: signedIn(200) },
  "DELETE /api/groups/:id/members/:userId": {
    statuses: managers(204, 403),
    ids: ["group", "otherMember"],
  },
  ...ENDS,
  "POST /api/groups/:id/admins": {
    ...GROUP,
    statuses: owners(204),
    body: { userId: "{otherMember}" },
  },
  "DELETE /api/groups/:id/admins/:userId": {
    statuses: owners(204),
    ids: ["group", "otherAdmin"],
  },
  "POST /api/groups/:id/transfer": {
    ...GROUP,
    statuses: owners(200),
    body: { newOwnerId: "{otherMember}" },
  },
  // Join requests; the one of the scene is another player's
  "GET /api/groups/:id/form": { ...GROUP, statuses: signedIn(200) },
  "PUT /api/groups/:id/form": {
    ...GROUP,
    statuses: owners(204),
    body: {
      version: null,
      form: { questions: [], sections: [], whose: "main", shareDays: 0 },
      reviewerGroupId: null,
    },
  },
  "GET /api/groups/join-requests/:id": { statuses: managers(200), ids: ["request"] },
  "GET /api/groups/:id/form/own": { ...GROUP, statuses: signedIn(200) },
  "PUT /api/groups/join-requests/:id/talks": {
    statuses: managers(204),
    ids: ["request"],
    body: { inTalks: true, assigneeId: null },
  },
  // System administrators decide about requests; reviewers alone look and write notes.
  "POST /api/groups/join-requests/:id/look": {
    statuses: [401, 404, 404, 404, 404, 403],
    ids: ["request"],
    body: { section: "wallet" },
  },
  "PUT /api/groups/join-requests/:id/sharing": {
    statuses: signedIn(404),
    ids: ["request"],
    body: { reviewerGroupId: null, sections: [] },
  },
  "POST /api/groups/join-requests/:id/notes": {
    statuses: [401, 404, 404, 204, 204, 403],
    ids: ["request"],
    body: { note: "Talked for an hour." },
  },
  "DELETE /api/groups/join-requests/:id/notes/:noteId": {
    statuses: [401, 404, 404, 404, 404, 403],
    ids: ["request", "note"],
  },
  "GET /api/groups/join-requests/:id/own": { statuses: signedIn(404), ids: ["request"] },
  "GET /api/groups/:id/join-requests": { ...GROUP, statuses: managers(200) },
  "POST /api/groups/:id/join-requests": {
    ...GROUP,
    statuses: [401, 201, 409, 409, 409, 201],
    body: { reason: "o7" },
  },
  "POST /api/groups/join-requests/:id/approve": { statuses: managers(204), ids: ["request"] },
  "POST /api/groups/join-requests/:id/reject": { statuses: managers(204), ids: ["request"] },
  "POST /api/groups/join-requests/:id/withdraw": { statuses: signedIn(404), ids: ["request"] },
  "POST /api/groups/:id/join-requests/approve": DECISION,
  "POST /api/groups/:id/join-requests/reject": DECISION,
  "POST /api/groups/:id/join-requests/undo": DECISION,
  // Invitations; the one of the scene is another player's
  "GET /api/groups/invitations": { ...NO_GROUP, statuses: signedIn(200) },
  "POST /api/groups/invitations/decline-all": { ...SIGNED_IN, body: { ids: ["{invitation}"] } },
  "GET /api/groups/invitations/blocked": { ...NO_GROUP, statuses: signedIn(200) },
  "DELETE /api/groups/invitations/blocked/:id": { ...GROUP, statuses: signedIn(404) },
  "POST /api/groups/invitations/:id/block": { statuses: signedIn(404), ids: ["invitation"] },
  "GET /api/groups/:id/invitations": { ...GROUP, statuses: managers(200) },
  "POST /api/groups/:id/invitations": {
    ...GROUP,
    statuses: managers(201, 403),
    body: { characterName: "{newcomer}" },
  },
  "POST /api/groups/invitations/:id/accept": { statuses: signedIn(404), ids: ["invitation"] },
  "POST /api/groups/invitations/:id/decline": { statuses: signedIn(404), ids: ["invitation"] },
  "POST /api/groups/invitations/:id/revoke": { statuses: managers(204), ids: ["invitation"] },
  // Invite codes
  "GET /api/groups/:id/invite-codes": { ...GROUP, statuses: managers(200) },
  "POST /api/groups/:id/invite-codes": { ...GROUP, statuses: managers(201, 403), body: {} },
  "POST /api/groups/invite-codes/:id/revoke": { statuses: managers(204), ids: ["codeId"] },
  "POST /api/groups/invite-codes/preview": {
    statuses: signedIn(200),
    body: { code: "{code}" },
    hidden: 200,
  },
  "POST /api/invite-links": { ...NO_GROUP, statuses: everybody, body: { code: "{code}" } },
  "POST /api/groups/invite-codes/redeem": {
    statuses: [401, 200, 409, 409, 409, 200],
    body: { code: "{code}" },
    hidden: 200,
  },
};
