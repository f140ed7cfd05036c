import { callbackResultSchema } from "#shared/session.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { updateLastSeen } from "#worker/auth/sessions/session-store.ts";
import { run } from "#worker/db/batch.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildUser, buildUsers } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

test("a request without a session token is anonymous and reads only how the community presents itself", async () => {
  const muster = await startMuster();
  const response = await muster.client().auth.session.$get();
  expect(await response.json()).toEqual({ authenticated: false, user: null });
  expect([muster.costs.roundTrips, muster.costs.rowsRead]).toEqual([1, 1]);
});

test("a session names the user, the characters and the main, in one round trip", async () => {
  const muster = await startMuster();
  const mira = await buildUser(muster, { name: "Mira Tal", alts: ["Zed", "Abel"] });
  muster.costs.reset();
  const session = await (await mira.api.auth.session.$get()).json();
  expect(session.user?.mainCharacterId).toBe(mira.mainCharacterId);
  expect(session.user?.characters.map((one) => one.characterName)).toEqual([
    "Mira Tal",
    "Abel",
    "Zed",
  ]);
  expect(muster.costs.roundTrips).toBe(1);
});

test("unknown, expired, ended and locked sessions are answered alike", async () => {
  const muster = await startMuster();
  const { db } = muster.context;
  const [ended, locked, expired] = await buildUsers(muster, 3);
  await ended.api.auth.logout.$post();
  await db.update(users).set({ mainCharacterId: null }).where(eq(users.id, locked.userId));
  await db
    .update(sessions)
    .set({ expiresAt: new Date() })
    .where(eq(sessions.userId, expired.userId));
  const tokens = ["x".repeat(43), "", "a b", "x".repeat(200)];
  for (const { sessionToken } of [ended, locked, expired]) tokens.push(sessionToken);

  const answers = new Set<string>();
  for (const authorization of [undefined, ...tokens.map((token) => `Bearer ${token}`)]) {
    const headers = new Headers(authorization === undefined ? {} : { authorization });
    const refused = await muster.send("/api/auth/sessions", { headers });
    const { requestId: _, ...error } = await readError(refused);
    const open = await muster.send("/api/auth/session", { headers });
    answers.add(JSON.stringify([refused.status, error, open.status, await open.json()]));
  }
  expect([...answers].map((answer) => JSON.parse(answer) as unknown)).toEqual([
    [
      401,
      {
        code: "unauthenticated",
        reason: "not_signed_in",
        params: {},
        message: "You are not signed in, or your session has ended.",
      },
      200,
      { authenticated: false, user: null },
    ],
  ]);
});

test("a session token is accepted only in the Authorization header", async () => {
  const muster = await startMuster();
  const { sessionToken } = await buildUser(muster);
  const asked = [
    muster.send(`/api/auth/sessions?token=${sessionToken}&access_token=${sessionToken}`),
    muster.send("/api/auth/sessions", {
      headers: { cookie: `token=${sessionToken}; session=${sessionToken}` },
    }),
    muster.send("/api/auth/sessions", { headers: { authorization: `Basic ${sessionToken}` } }),
    muster.send("/api/auth/sessions", { headers: { "x-session-token": sessionToken } }),
  ];
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(401);
});

test("a sign-in issues a new session and leaves earlier sessions unchanged", async () => {
  const muster = await startMuster();
  const [victim, attacker] = [openBrowser(muster), openBrowser(muster)];
  const [mine, theirs] = await victim.newEden.createPilots();
  await attacker.signUp(theirs.id);
  const planted = attacker.sessionToken;
  await victim.signUp(mine.id);
  const first = victim.sessionToken;
  const answer = await victim.approve(await victim.start("login"), mine.id);
  // The attacker's token was planted in the victim's browser.
  const cookie = [...victim.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await muster.send(
    `/api/auth/callback?${new URLSearchParams(answer).toString()}`,
    {
      headers: { cookie, authorization: `Bearer ${planted}` },
    },
  );
  const { sessionToken: second } = await readJson(response, callbackResultSchema);
  expect(new Set([planted, first, second]).size).toBe(3);
  expect((await attacker.session()).user?.mainCharacterId).toBe(theirs.id);
  const { user } = await (await muster.client(second ?? "").auth.session.$get()).json();
  expect(user?.mainCharacterId).toBe(mine.id);
});

test("deleting all sessions signs every user out and loses nothing else", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  const before = await browser.session();
  const bystander = await buildUser(muster);
  const started = await browser.start("character");
  // The command in OPERATIONS.md.
  await muster.env.DB.prepare("delete from sessions").run();
  expect((await browser.session()).authenticated).toBe(false);
  expect((await bystander.api.auth.sessions.$get()).status).toBe(401);
  // Nor does what was begun before go on.
  const other = await browser.newEden.createPilot();
  const link = await browser.callback(await browser.approve(started, other.id));
  expect(link.status).toBe(401);
  await browser.logIn(pilot.id);
  expect(await browser.session()).toEqual(before);
});

test("a session that ends while it is used stays ended", async () => {
  const muster = await startMuster();
  const { userId, api } = await buildUser(muster);
  const { db } = muster.context;
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  await api.auth.logout.$post();
  const later = new Date(Date.now() + 1000);
  await run(db, updateLastSeen(row?.id ?? "", later, later));
  expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
});

const DAY_SECONDS = 24 * 60 * 60;
const ADMIN_CHARACTER_ID = 2_113_700_001;

const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(ADMIN_CHARACTER_ID) });
const { db } = muster.context;

const read = (user: BuiltUser) => user.api.groups.$get({ query: {} });

/** A user whose session is in the cache. */
async function buildCached() {
  const user = await buildUser(muster);
  await read(user);
  return user;
}

test("a session that has ended reads nothing, although it is in the cache", async () => {
  const user = await buildCached();
  await db.delete(sessions).where(eq(sessions.userId, user.userId));
  expect((await read(user)).status).toBe(401);

  const sender = await buildCached();
  await db.delete(sessions).where(eq(sessions.userId, sender.userId));
  const headers = { authorization: `Bearer ${sender.sessionToken}` };
  // Nothing else that is wrong with the request is told either.
  const response = await muster.send("/api/characters/search?q=", { headers });
  expect(response.status).toBe(401);
});

test("a refusal of a session that has ended has one request id, also after another refusal", async () => {
  const user = await buildCached();
  await db.delete(sessions).where(eq(sessions.userId, user.userId));
  const headers = { authorization: `Bearer ${user.sessionToken}` };
  const response = await muster.send("/api/corporations", { headers });
  expect(response.status).toBe(401);
  const { requestId } = await readError(response);
  expect(response.headers.get("x-request-id")).toBe(requestId);
});

test("a cached session that has expired, and that of a locked account, reads nothing", async () => {
  const [user, locked] = [await buildCached(), await buildCached()];
  const soon = new Date(Date.now() + 60_000);
  await db.update(sessions).set({ expiresAt: soon }).where(eq(sessions.userId, user.userId));
  expect((await read(user)).status).toBe(200);
  expect(await muster.later(61, async () => (await read(user)).status)).toBe(401);
  await db.update(users).set({ mainCharacterId: null }).where(eq(users.id, locked.userId));
  expect((await read(locked)).status).toBe(401);
});

test("a user becomes a system administrator at once, and ceases to be one at once", async () => {
  const [user, other] = [await buildCached(), await buildCached()];
  const corporations = () => user.api.corporations.$get({ query: {} });
  expect((await corporations()).status).toBe(403);
  await db.insert(characters).values({
    id: ADMIN_CHARACTER_ID,
    name: "Chief",
    nameFolded: "chief",
    userId: user.userId,
  });
  expect((await corporations()).status).toBe(200);
  await db
    .update(characters)
    .set({ userId: other.userId })
    .where(eq(characters.id, ADMIN_CHARACTER_ID));
  expect((await corporations()).status).toBe(403);
  expect((await user.api.groups.categories.$get()).status).toBe(200);
});

test("using a cached session prolongs it", async () => {
  const user = await buildCached();
  await muster.later(DAY_SECONDS + 60, () => read(user));
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, user.userId));
  expect(session?.lastSeenAt.getTime()).toBeGreaterThan(Date.now() + DAY_SECONDS * 1000);
});

test("a former system administrator is told so once, and reads as a user from then on", async () => {
  const user = await buildUser(muster);
  await db
    .update(characters)
    .set({ userId: user.userId })
    .where(eq(characters.id, ADMIN_CHARACTER_ID));
  await read(user);
  await db.update(characters).set({ userId: null }).where(eq(characters.id, ADMIN_CHARACTER_ID));
  await expectRefusal(read(user), 403, "You are no longer a system administrator.");
  expect((await read(user)).status).toBe(200);
});
