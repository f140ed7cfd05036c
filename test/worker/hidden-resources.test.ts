import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { buildUser, prepareSignIn } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { sessions, users } from "#worker/db/schema/accounts.ts";

// What a user may not see is answered as what does not exist: with the same status, code and message, and the same
// number of round trips.

const muster = await startMuster();
const keeper = await buildUser(muster, { name: "The Keeper", alts: ["The Keeper's Alt"] });
const guest = await buildUser(muster);
const stranger = await buildUser(muster);
// Fills the session cache, so that every call below costs the same round trips.
await stranger.api.groups.categories.$get();
const category = await buildCategory(muster, { visibility: "hidden" });
const secret = await buildGroup(muster, {
  owner: keeper,
  members: [guest],
  name: "The Vault",
  visibility: "hidden",
  joinMode: "approval",
  category,
});
/** Public, but listed for users who meet its requirements alone. */
const qualifiedOnly = await buildGroup(muster, { owner: keeper, members: [guest] });
const listing = ruleOf({ type: "discord_linked" }, { listing: "qualified" });
await saveRule(keeper, qualifiedOnly.id, listing);
const open = await buildGroup(muster, { owner: stranger });
const invited = await buildUser(muster);
const asker = await buildUser(muster);
const invitation = await buildInvitation(muster, secret, invited, keeper);
const request = await buildRequest(muster, secret, asker);
const code = await buildCode(muster, secret, keeper);
const [past, future] = [new Date(Date.now() - 1), new Date(Date.now() + 60_000)];
const expired = await buildCode(muster, secret, keeper, { expiresAt: past });
const spent = await buildCode(muster, secret, keeper, { useLimit: 1, expiresAt: future });
await (
  await buildUser(muster)
).api.groups["invite-codes"].redeem.$post({ json: { code: spent.code } });
const keeperSession = await addSession(keeper, {});

async function addSession(user: BuiltUser, given: { expiresAt?: Date }) {
  const { token, row } = await prepareSignIn(user.userId, user.mainCharacterId);
  await muster.context.db.insert(sessions).values({ ...row, ...given });
  return { token, id: row.id };
}

async function answerTo(route: string, body: unknown, token: string, proof?: string) {
  const [method = "", path = ""] = route.split(" ");
  muster.costs.reset();
  const response = await muster.send(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...(proof !== undefined && { cookie: proofCookie(proof) }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { roundTrips } = muster.costs;
  const { code, message } = await readError(response);
  const headers = [...response.headers.keys()].toSorted();
  return { status: response.status, code, message, headers, roundTrips };
}

const none = randomToken(12);
const noCharacter = 2_119_999_999;

/** A route, and for its `?` an id that a stranger may not know and an id that does not exist. */
const HIDDEN: [
  route: string,
  body: unknown,
  existing: string | number,
  missing: string | number,
][] = [
  ["GET /api/groups/?", undefined, secret.id, none],
  ["PATCH /api/groups/?", { name: "Mine" }, secret.id, none],
  ["DELETE /api/groups/?", { name: "The Vault" }, secret.id, none],
  ["GET /api/groups/?/members", undefined, secret.id, none],
  ["GET /api/groups/?/activity", undefined, secret.id, none],
  ["GET /api/groups/?/invitations", undefined, secret.id, none],
  ["GET /api/groups/?/join-requests", undefined, secret.id, none],
  ["GET /api/groups/?/form", undefined, secret.id, none],
  ["PUT /api/groups/?/form", { version: null, form: null, reviewerGroupId: null }, secret.id, none],
  ["GET /api/groups/?/form/own", undefined, secret.id, none],
  ["PUT /api/groups/join-requests/?/talks", { inTalks: true, assigneeId: null }, request, none],
  ["POST /api/groups/join-requests/?/look", { section: "skills" }, request, none],
  [
    "PUT /api/groups/join-requests/?/sharing",
    { reviewerGroupId: null, sections: [] },
    request,
    none,
  ],
  ["POST /api/groups/join-requests/?/notes", { note: "Hm." }, request, none],
  ["DELETE /api/groups/join-requests/?/notes/none", undefined, request, none],
  ["GET /api/groups/join-requests/?", undefined, request, none],
  ["GET /api/groups/join-requests/?/own", undefined, request, none],
  ["GET /api/groups/?/invite-codes", undefined, secret.id, none],
  ["POST /api/groups/?/invite-codes", {}, secret.id, none],
  ["GET /api/groups/?/requirements", undefined, secret.id, none],
  ["PUT /api/groups/?/requirements", { rule: listing, version: 0 }, secret.id, none],
  ["POST /api/groups/?/requirements/preview", { rule: listing }, secret.id, none],
  ["POST /api/groups/?/requirements/check", { rule: listing, characterName: "X" }, secret.id, none],
  [`DELETE /api/groups/?/admins/${guest.userId}`, undefined, secret.id, none],
  ["POST /api/groups/?/join", undefined, secret.id, none],
  ["POST /api/groups/?/leave", undefined, secret.id, none],
  ["POST /api/groups/?/join-requests", { reason: null }, secret.id, none],
  ["POST /api/groups/?/invitations", { characterName: "The Keeper" }, secret.id, none],
  ["POST /api/groups/?/admins", { userId: guest.userId }, secret.id, none],
  ["POST /api/groups/?/transfer", { newOwnerId: guest.userId }, secret.id, none],
  [`DELETE /api/groups/?/members/${guest.userId}`, undefined, secret.id, none],
  ["GET /api/groups/categories/?", undefined, category.id, none],
  ["PATCH /api/groups/categories/?", { name: "Mine" }, category.id, none],
  ["DELETE /api/groups/categories/?", { name: category.name }, category.id, none],
  [
    "POST /api/groups",
    { categoryId: "?", name: "Mine", visibility: "public", joinMode: "open" },
    category.id,
    none,
  ],
  ["POST /api/groups/invitations/?/accept", undefined, invitation, none],
  ["POST /api/groups/invitations/?/decline", undefined, invitation, none],
  ["POST /api/groups/invitations/?/revoke", undefined, invitation, none],
  ["POST /api/groups/invitations/?/block", undefined, invitation, none],
  ["DELETE /api/groups/invitations/blocked/?", undefined, secret.id, none],
  ["POST /api/groups/join-requests/?/approve", undefined, request, none],
  ["POST /api/groups/join-requests/?/reject", undefined, request, none],
  ["POST /api/groups/join-requests/?/withdraw", undefined, request, none],
  ["POST /api/groups/?/join-requests/approve", { ids: [request] }, secret.id, none],
  ["POST /api/groups/?/join-requests/reject", { ids: [request] }, secret.id, none],
  ["POST /api/groups/?/join-requests/undo", { ids: [request] }, secret.id, none],
  ["POST /api/groups/invite-codes/?/revoke", undefined, code.id, none],
  ["POST /api/groups/invite-codes/redeem", { code: "?" }, expired.code, "ZZZZZZZZZZ"],
  ["POST /api/groups/invite-codes/redeem", { code: "?" }, spent.code, "ZZZZZZZZZZ"],
  [`DELETE /api/groups/${open.id}/members/?`, undefined, guest.userId, none],
  [`POST /api/groups/${open.id}/admins`, { userId: "?" }, guest.userId, none],
  [`POST /api/groups/${open.id}/transfer`, { newOwnerId: "?" }, guest.userId, none],
  ["DELETE /api/auth/sessions/?", undefined, keeperSession.id, none],
  ["DELETE /api/auth/characters/?", undefined, keeper.mainCharacterId, noCharacter],
  ["POST /api/characters/?/refresh", undefined, keeper.mainCharacterId, noCharacter],
];

test.for(HIDDEN)(
  "%s with %j tells a stranger nothing",
  async ([route, body, existing, missing]) => {
    const ask = (id: string | number) =>
      answerTo(
        route.replace("?", String(id)),
        body && JSON.parse(JSON.stringify(body).replace("?", String(id))),
        stranger.sessionToken,
        stranger.proof,
      );
    const expected = await ask(missing);
    expect(expected.status).toBeGreaterThanOrEqual(400);
    const ids = existing === secret.id ? [secret.id, qualifiedOnly.id] : [existing];
    for (const id of ids) expect(await ask(id)).toEqual(expected);
  },
);

test("the name of an alt is answered like an unknown name", async () => {
  const invite = (characterName: string) =>
    answerTo(`POST /api/groups/${open.id}/invitations`, { characterName }, stranger.sessionToken);
  const [alt, nobody] = ["The Keeper's Alt", "Nobody At All"];
  const answer = await invite(alt);
  expect({ ...answer, message: answer.message.replace(alt, nobody) }).toEqual(await invite(nobody));
});

test("a hidden category is not visible in the number of groups", async () => {
  const { groups } = stranger.api;
  const hidden = await groups.$get({ query: { categoryId: category.id } });
  const missing = await groups.$get({ query: { categoryId: none } });
  expect(await hidden.json()).toEqual(await missing.json());
});

test("a token that is unknown, expired, ended or of a locked account is not a session", async () => {
  const { db } = muster.context;
  const outlived = await addSession(guest, { expiresAt: past });
  const revoked = await addSession(guest, {});
  await db.delete(sessions).where(eq(sessions.id, revoked.id));
  const locked = await buildUser(muster);
  await db.update(users).set({ mainCharacterId: null }).where(eq(users.id, locked.userId));
  const tokens = [outlived.token, revoked.token, locked.sessionToken];
  for (const route of ["GET /api/auth/sessions", "GET /api/groups", "PUT /api/auth/main"]) {
    const unknown = await answerTo(route, undefined, randomToken());
    expect(unknown).toMatchObject({ status: 401, roundTrips: 1 });
    for (const token of tokens) expect(await answerTo(route, undefined, token)).toEqual(unknown);
  }
});
