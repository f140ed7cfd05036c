import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/builders.ts";
import type { BuiltUser } from "#test/support/builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { readError } from "#test/support/read-error.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";

const DAY_SECONDS = 24 * 60 * 60;
const ADMIN_CHARACTER_ID = 2_113_700_001;

const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(ADMIN_CHARACTER_ID) });
const { db } = muster.context;

const read = (user: BuiltUser) => user.api.groups.$get({ query: {} });

/** A user whom this isolate has met. */
async function buildKnown() {
  const user = await buildUser(muster);
  await read(user);
  return user;
}

async function costsOf(act: () => Promise<Response>) {
  muster.costs.reset();
  const { status } = await act();
  return { status, roundTrips: muster.costs.roundTrips };
}

test("who reads again is answered in one round trip", async () => {
  const user = await buildUser(muster);
  expect(await costsOf(() => read(user))).toEqual({ status: 200, roundTrips: 2 });
  expect(await costsOf(() => read(user))).toEqual({ status: 200, roundTrips: 1 });
  const { auth, characters } = user.api;
  for (const act of [
    () => auth.sessions.$get(),
    () => auth.events.$get(),
    () => characters.$get(),
  ]) {
    expect(await costsOf(act)).toEqual({ status: 200, roundTrips: 1 });
  }
});

test("a session that ended reads nothing more, though this isolate remembers it", async () => {
  const user = await buildKnown();
  await db.delete(sessions).where(eq(sessions.userId, user.userId));
  expect((await read(user)).status).toBe(401);

  const sender = await buildKnown();
  await db.delete(sessions).where(eq(sessions.userId, sender.userId));
  const headers = { authorization: `Bearer ${sender.sessionToken}` };
  // Whatever else is wrong with a request is not told either.
  const response = await muster.send("/api/characters/search?q=", { headers });
  expect(response.status).toBe(401);
});

test("the answer to a session that ended has one name, also where its user was refused already", async () => {
  const user = await buildKnown();
  await db.delete(sessions).where(eq(sessions.userId, user.userId));
  const headers = { authorization: `Bearer ${user.sessionToken}` };
  const response = await muster.send("/api/corporations", { headers });
  expect(response.status).toBe(401);
  const { requestId } = await readError(response);
  expect(response.headers.get("x-request-id")).toBe(requestId);
});

test("a session that expires reads nothing more", async () => {
  const user = await buildKnown();
  const soon = new Date(Date.now() + 60_000);
  await db.update(sessions).set({ expiresAt: soon }).where(eq(sessions.userId, user.userId));
  expect((await read(user)).status).toBe(200);
  expect(await muster.later(61, async () => (await read(user)).status)).toBe(401);
});

test("the session of a locked account reads nothing more", async () => {
  const user = await buildKnown();
  await db.update(users).set({ mainCharacterId: null }).where(eq(users.id, user.userId));
  expect((await read(user)).status).toBe(401);
});

test("who becomes a system administrator is one at once, and who ceases to be one is not", async () => {
  const [user, other] = [await buildKnown(), await buildKnown()];
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

test("a session that is remembered lives on with use all the same", async () => {
  const user = await buildKnown();
  await muster.later(DAY_SECONDS + 60, () => read(user));
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, user.userId));
  expect(session?.lastSeenAt.getTime()).toBeGreaterThan(Date.now() + DAY_SECONDS * 1000);
});
