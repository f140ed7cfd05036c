import { fieldsOf } from "#test/support/fuzz/arbitrary-of-schema.ts";
import { ANSWERS } from "#test/support/fuzz/answers.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import type { Who } from "#worker/http/route-declaration.ts";
import type { FactAboutOthers } from "#worker/ground/precision.ts";

/** A number or a date that is about a thing: a group, a list, the reader. */
type Thing = "no person";

/**
 * What the answer to a route tells about other people:
 * - `nobody`: it names no other user.
 * - `administrators`: only system administrators get an answer.
 * - `programs`: its schema says it (about-others.test.ts).
 * - else, of each date and number in it the fact that it is, whose precision is in `worker/ground/precision.ts`. `*` is one name, `**` any
 *   rest of a path; the first that matches counts.
 */
export type Told =
  | "nobody"
  | "administrators"
  | "programs"
  | Record<string, FactAboutOthers | Thing>;

/** A group names its owner, and system administrators with emergency access. */
const GROUP: Told = { "emergencies[].*": "emergencyAccess", "**": "no person" };
/** It names members of the reader's groups who answer or command. Its times are those of the operation. */
const OPERATION: Told = { "**": "no person" };
/** It is about the reader, and may name who has invited, added or decided. */
const OWN: Told = { "**": "no person" };

/** The routes of which the rule says nothing, or something else. */
export const ROWS: Record<string, Told> = {
  "GET /.well-known/security.txt": "nobody",
  "GET /api/auth/session": OWN,
  "GET /api/auth/callback": "nobody",
  "GET /api/auth/events": OWN,
  "GET /api/account/export": OWN,
  "GET /api/account/deletion": "nobody",
  "GET /api/account/merges": OWN,
  "GET /api/account/merges/:id": OWN,
  "GET /api/access": OWN,
  "GET /api/characters": "nobody",
  "GET /api/characters/search": {},
  "GET /api/characters/:id": {
    lastUpdated: "sheetRead",
    "sections.**": "sheetRead",
    "public.**": "publicSheet",
  },
  "GET /api/characters/:id/card": {
    "account.lastSeenAt": "lastSeen",
    "account.characterCount": "alts",
    "account.groupCount": "account",
    "**": "publicSheet",
  },
  "POST /api/characters/:id/refresh": "administrators",
  "POST /api/discord/callback/tokens": "nobody",
  "GET /api/groups/:id/consequences": { "**": "no person" },
  "GET /api/groups/:id/who-can": {
    "items[].since": "joined",
    loggedSince: "no person",
    existsSince: "no person",
    "seal.*": "no person",
  },
  "POST /api/admin/administrators/:id/confirm": "nobody",
  "GET /api/groups/:id/review": {
    "open.**": "no person",
    "last.**": "no person",
    nextAt: "no person",
    "settings.**": "no person",
    "items[].joinedAt": "joined",
    "items[].lastSeenAt": "lastSeen",
    "items[].characters.count": "alts",
    "items[].characters.**": "lostAuthorizations",
    "items[].corporation.since": "publicSheet",
    "items[].corporation.observedAt": "evidenceRead",
    "items[].problem.graceEndsAt": "problem",
    "items[].keptAt": "verdict",
  },
  "GET /api/groups/:id/review/results": { finishedAt: "no person", "items[].decidedAt": "verdict" },
  "GET /api/admin/pilots": {
    "items[].suspension.until": "suspension",
    "items[].graceEndsAt": "problem",
    "items[].lastSeenAt": "lastSeen",
    "items[].groupCount": "account",
    "counts.*": "no person",
  },
  "GET /api/admin/search": {
    "pilots[].suspension.until": "suspension",
    "pilots[].graceEndsAt": "problem",
    "pilots[].lastSeenAt": "lastSeen",
    "pilots[].groupCount": "account",
    "groups[].memberCount": "no person",
  },
  "GET /api/admin/pilots/:id": {
    "characters[].evidence[].checkedAt": "evidenceRead",
    "characters[].tokenSince": "lostAuthorizations",
    "groups[].problem.causes[].reading.asOf": "evidenceRead",
    "groups[].problem.causes[].reading.**": "evidence",
    "groups[].problem.causes[].**": "no person",
    "groups[].problem.*": "problem",
    "groups[].since": "joined",
    "groups[].endsAt": "membershipEnd",
    "groups[].rule.*": "no person",
    "requests[].createdAt": "request",
    "suspension.until": "suspension",
    lastSeenAt: "lastSeen",
    "**": "account",
  },
  "GET /api/admin/pilots/:id/past": { "**": "account" },
  "POST /api/admin/undo": "nobody",
  "PUT /api/watchlist/discord-feed": "nobody",
  "DELETE /api/admin/users/:id/suspension": "nobody",
  "GET /api/rosters/:id": { "**": "no person" },
  "GET /api/rosters/:id/members": {
    "items[].registration.groupCount": "groupCount",
    "items[].followed.**": "account",
    "items[].**": "inGame",
    total: "no person",
    "counts.*": "no person",
  },
  "GET /api/rosters/:id/drift": { "items[].**": "inGame", "*": "no person" },
  "POST /api/groups/categories": "administrators",
  "PATCH /api/groups/categories/:id": "administrators",
  "DELETE /api/groups/categories/:id": "administrators",
  "PUT /api/operations/:id/reading": OPERATION,
  "PUT /api/operations/:id/participants": OPERATION,
  "GET /api/operations/participation": {
    "people[].joinedAt": "joined",
    "people[].**": "evidence",
    "**": "no person",
  },
  "GET /api/operations/:id/losses": { "losses[].**": "evidence", "**": "no person" },
  "PUT /api/operations/:id/losses/:killmailId": { "losses[].**": "evidence", "**": "no person" },
  "GET /api/operations": OPERATION,
  "GET /api/operations/planning": OPERATION,
  "GET /api/operations/rules/:id": { "**": "no person" },
  "PUT /api/operations/rules/:id": { "**": "no person" },
  "GET /api/operations/calendar": OWN,
  "POST /api/operations/calendar": OWN,
  "POST /api/operations": OPERATION,
  "GET /api/operations/:id": OPERATION,
  "PUT /api/operations/:id": OPERATION,
  "PUT /api/operations/:id/cancelled": OPERATION,
  "PUT /api/operations/:id/answer": OPERATION,
  "GET /api/groups": { "**": "no person" },
  "POST /api/groups": GROUP,
  "GET /api/groups/my-groups": OWN,
  "GET /api/groups/:id": GROUP,
  "PATCH /api/groups/:id": GROUP,
  "GET /api/groups/:id/activity": {
    "items[].createdAt": "groupEvent",
    "items[].detail.causes[].reading.asOf": "evidenceRead",
    "items[].detail.causes[].reading.**": "evidence",
    "items[].detail.causes[].**": "no person",
    "items[].detail.**": "groupEvent",
  },
  "POST /api/groups/:id/join": GROUP,
  "GET /api/groups/waiting": OWN,
  "GET /api/groups/:id/requirements": OWN,
  "PUT /api/groups/:id/requirements": "nobody",
  "POST /api/groups/:id/requirements/preview": {
    "users[].graceEndsAt": "problem",
    "users[].causes[].reading.asOf": "evidenceRead",
    "users[].causes[].reading.**": "evidence",
    "users[].causes[].**": "no person",
    "near[].causes[].reading.asOf": "evidenceRead",
    "near[].causes[].reading.**": "evidence",
    "near[].causes[].**": "no person",
    total: "no person",
    memberCount: "no person",
    "discordRoles[].people.*": "draftCounts",
    "**": "draftCounts",
  },
  "POST /api/groups/:id/requirements/check": {
    "user.graceEndsAt": "problem",
    "user.causes[].reading.asOf": "evidenceRead",
    "user.causes[].reading.**": "evidence",
    "user.causes[].**": "no person",
  },
  "POST /api/admin/discord": "nobody",
  "POST /api/admin/discord/:id/drift": "nobody",
  "POST /api/admin/discord/:id/removals": "nobody",
  "PUT /api/admin/log/discord-feed": "nobody",
  "PUT /api/corporations/:id/discord-feed": "nobody",
  "PUT /api/corporations/:id/alarms": "nobody",
  "POST /api/corporations/:id/alarms/test": "nobody",
  "POST /api/admin/applications/:id/test-sign-in": "nobody",
  "GET /api/consent": "nobody",
  "GET /.well-known/openid-configuration": "nobody",
  "GET /.well-known/oauth-authorization-server": "nobody",
  "GET /oauth/jwks": "nobody",
  "GET /oauth/authorize": "nobody",
  "POST /oauth/authorize": "nobody",
  "GET /oauth/logout": "nobody",
  "POST /oauth/logout": "nobody",
  "POST /oauth/token": "nobody",
  "POST /oauth/revoke": "nobody",
  "GET /oauth/userinfo": "nobody",
  "POST /oauth/userinfo": "nobody",
  "GET /api/groups/:id/members": {
    "items[].joinedAt": "joined",
    "items[].endsAt": "membershipEnd",
    "items[].suspension.until": "suspension",
    "items[].problem.since": "problem",
    "items[].problem.graceEndsAt": "problem",
    "items[].problem.causes[].reading.asOf": "evidenceRead",
    "items[].problem.causes[].reading.**": "evidence",
    "items[].problem.causes[].**": "no person",
    total: "no person",
    "problemCounts.*": "no person",
  },
  "POST /api/groups/:id/emergency-access": GROUP,
  "POST /api/groups/:id/transfer": GROUP,
  "GET /api/groups/:id/form": {
    "reviewers.group.memberCount": "no person",
    "form.**": "no person",
    version: "no person",
  },
  "GET /api/groups/join-requests/:id": {
    createdAt: "request",
    decidedAt: "request",
    endsAt: "membershipEnd",
    "suspension.until": "suspension",
    "facts.altCount": "alts",
    "facts.*": "publicSheet",
    "answered.**": "request",
    "reviewer.**": "request",
  },
  "GET /api/groups/:id/form/own": "nobody",
  "POST /api/groups/join-requests/:id/look": { "characters.**": "shared" },
  "GET /api/groups/join-requests/:id/own": "nobody",
  "GET /api/groups/:id/join-requests": {
    "items[].createdAt": "request",
    "items[].endsAt": "membershipEnd",
    "items[].suspension.until": "suspension",
    "items[].facts.altCount": "alts",
    "items[].facts.*": "publicSheet",
    total: "no person",
  },
  "POST /api/groups/:id/join-requests": "nobody",
  "GET /api/groups/invitations": OWN,
  "GET /api/groups/:id/invitations": { "items[].*": "invitation", total: "no person" },
  "POST /api/groups/:id/invitations": { "*": "invitation" },
  "GET /api/groups/:id/invite-codes": { "**": "no person" },
  "POST /api/groups/:id/invite-codes": "nobody",
  "POST /api/groups/invite-codes/preview": { expiresAt: "no person" },
  "POST /api/invite-links": { expiresAt: "no person" },
};

/** The names of fields that could tell who somebody is. */
const OF_PEOPLE = /user|character|pilot|owner|main|actor|person|people|member|invite|by$/i;

/**
 * What a route without a row tells of others; undefined if a row has to say it: the schema of its answer could name people, or it has
 * none because the route is not of the API.
 */
export function ruleOf(route: string, who: Who): Told | undefined {
  if (who === "programs") return "programs";
  if (who === "administrators" || who === "keepers") return "administrators";
  const couldNamePeople =
    !route.includes(" /api/") || fieldsOf(ANSWERS[route]).some((name) => OF_PEOPLE.test(name));
  return couldNamePeople ? undefined : "nobody";
}

/** What each route tells. One that needs a row and has none is missing, and fails about-others.test.ts. */
export const TOLD: Record<string, Told> = Object.fromEntries(
  [...DECLARATIONS].flatMap(([route, { who }]) => {
    const told = ROWS[route] ?? ruleOf(route, who);
    return told === undefined ? [] : [[route, told]];
  }),
);
