import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { characters, sessions, users } from "#worker/db/schema/accounts.ts";

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
