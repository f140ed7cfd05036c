import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { BrowserSession } from "#test/support/people/browser-session.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { inDays, REASON, startWithSuspensions } from "#test/support/people/suspension-builders.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { sessions, users } from "#worker/db/schema/accounts.ts";

// Each test signs in several times, which takes longer on a busy machine.
const DAY_SECONDS = 24 * 60 * 60;

const { muster, admin, otherAdmin, suspend, lift } = await startWithSuspensions();

async function signUp(alts = 0) {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  const linked = [];
  for (let count = 0; count < alts; count += 1) {
    const alt = await browser.newEden.createPilot();
    await browser.link(alt.id);
    linked.push(alt);
  }
  const userId = (await browser.session()).user?.id ?? "";
  return { browser, pilot, alts: linked, userId };
}

/** The answer of the callback after a sign-in with this pilot. */
async function signIn(browser: BrowserSession, characterId: number) {
  return browser.callback(await browser.approve(await browser.start("login"), characterId));
}

test("a suspension ends every session at once, also one that is cached", async () => {
  const { browser, userId } = await signUp();
  expect((await browser.send("/characters")).status).toBe(200);
  expect((await suspend(userId)).status).toBe(204);
  expect((await browser.send("/characters")).status).toBe(401);
  expect((await browser.send("/auth/main", "PUT", { characterId: 1 })).status).toBe(401);
  expect(await browser.session()).toEqual({ authenticated: false, user: null });
});

test("no character of a suspended user can sign in, and the answer says why and until when", async () => {
  const { browser, pilot, alts, userId } = await signUp(1);
  const until = "2027-03-04T15:00:00.000Z";
  await suspend(userId, { until });
  for (const { id } of [pilot, ...alts]) {
    const refused = await signIn(openBrowser(muster), id);
    expect([refused.status, await readError(refused)]).toMatchObject([
      403,
      {
        code: "suspended",
        message: `An administrator suspended the account that this character belongs to. The suspension ends on Mar 4, 2027, 15:00 EVE time. Reason: ${REASON}`,
      },
    ]);
  }
  await suspend(userId);
  expect((await readError(await signIn(browser, pilot.id))).message).toContain(
    "The suspension has no end date.",
  );
});

test("characters of a suspended user can neither be linked to another account nor claimed", async () => {
  const { browser, alts, userId } = await signUp(2);
  const [unlinked, linked] = alts;
  if (unlinked === undefined || linked === undefined) throw new Error("There are two alts.");
  // A claim from before the suspension, with a character that was unlinked before it.
  await browser.send(`/auth/characters/${unlinked.id}`, "DELETE");
  const claiming = openBrowser(muster);
  await suspend(userId);
  const friend = await signUp();
  for (const { id } of [unlinked, linked]) {
    expect(await readError(await friend.browser.link(id))).toMatchObject({ code: "suspended" });
    expect(await readError(await signIn(claiming, id))).toMatchObject({ code: "suspended" });
  }
});

test("a claim that was pending when its player was suspended opens no account", async () => {
  const { browser, alts, userId } = await signUp(1);
  const [alt] = alts;
  if (alt === undefined) throw new Error("There is an alt.");
  await browser.send(`/auth/characters/${alt.id}`, "DELETE");
  const claiming = openBrowser(muster);
  await signIn(claiming, alt.id);
  await suspend(userId);
  const refused = await claiming.send("/auth/claim-main", "POST", { characterId: alt.id });
  expect(await readError(refused)).toMatchObject({ code: "suspended" });
  expect((await claiming.session()).authenticated).toBe(false);
});

test("a merge that was offered before the suspension is gone", async () => {
  const [friend, target] = [await signUp(), await signUp()];
  const { mergeId = "" } = await readError(await friend.browser.link(target.pilot.id));
  expect((await friend.browser.send(`/account/merges/${mergeId}`)).status).toBe(200);
  await suspend(target.userId);
  expect((await friend.browser.send(`/account/merges/${mergeId}`)).status).toBe(404);
});

test("the buyer of a suspended user's character is not suspended", async () => {
  const { browser, alts, userId } = await signUp(1);
  const [alt] = alts;
  if (alt === undefined) throw new Error("There is an alt.");
  await suspend(userId);
  await browser.newEden.sell(alt.id);
  const buyer = openBrowser(muster);
  await buyer.signUp(alt.id);
  expect((await buyer.session()).user?.mainCharacterId).toBe(alt.id);
});

test("a sign-in that overlaps with a suspension opens no session", async () => {
  const { pilot, userId } = await signUp();
  const returning = openBrowser(muster);
  const answer = await returning.approve(await returning.start("login"), pilot.id);
  const [response] = await Promise.all([returning.callback(answer), suspend(userId)]);
  // If the sign-in came first, its session was deleted with the others.
  const outcome = response.ok ? "signed in" : (await readError(response)).code;
  expect(["signed in", "suspended"]).toContain(outcome);
  expect((await returning.session()).authenticated).toBe(false);
  const { db } = muster.context;
  expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
});

test("a suspension ends by itself, and an administrator can lift it early", async () => {
  const { pilot, userId } = await signUp();
  await suspend(userId, { until: inDays(2) });
  const back = openBrowser(muster);
  expect((await signIn(back, pilot.id)).status).toBe(403);
  await muster.later(2 * DAY_SECONDS + 1, async () => {
    expect(await back.logIn(pilot.id)).toMatchObject({ sessionToken: expect.any(String) });
    expect((await back.session()).user?.id).toBe(userId);
  });

  await suspend(userId);
  expect((await lift(userId)).status).toBe(204);
  expect(await back.logIn(pilot.id)).toMatchObject({ sessionToken: expect.any(String) });
  expect(await readError(await lift(userId))).toMatchObject({
    message: "This user is no longer suspended.",
  });
  const { events } = await readJson(
    await back.send("/auth/events"),
    z.object({ events: z.array(z.object({ kind: z.string(), suspension: z.unknown() })) }),
  );
  expect(events.slice(0, 3)).toMatchObject([
    { kind: "suspension_lifted", suspension: null },
    { kind: "user_suspended", suspension: { until: null, reason: REASON } },
    { kind: "user_suspended", suspension: { until: expect.any(String), reason: REASON } },
  ]);
  const activity = await admin.api.activity.$get({ query: { subject: pilot.name } });
  expect((await activity.json()).items).toContainEqual(
    expect.objectContaining({
      kind: "user_suspended",
      actor: { userId: admin.userId, name: "Aurelia Voss" },
    }),
  );
});

async function restoreSession(userId: string, token: string) {
  const { db } = muster.context;
  const row = {
    tokenHash: await sha256(token),
    id: crypto.randomUUID().replaceAll("-", "").slice(0, 16),
    userId,
    device: "Test",
    createdAt: new Date(),
    lastSeenAt: new Date(),
    expiresAt: new Date(Date.now() + DAY_SECONDS * 1000),
  };
  await db.insert(sessions).values(row).onConflictDoNothing();
}

test("administrators cannot suspend themselves, and of two who suspend each other one remains", async () => {
  expect(await readError(await suspend(admin.userId))).toMatchObject({
    code: "conflict",
    message: "You cannot suspend yourself.",
  });
  const both = await Promise.all([
    suspend(otherAdmin.userId),
    suspend(admin.userId, { by: otherAdmin }),
  ]);
  const { db } = muster.context;
  const found = await db.select().from(users).where(eq(users.id, admin.userId));
  const [first, second] = both.map(({ status }) => status);
  expect([first === 204, second === 204].filter(Boolean)).toHaveLength(1);
  expect(found[0]?.suspendedUntil === null).toBe(first === 204);
  await db.update(users).set({ suspendedUntil: null });
  for (const { userId, sessionToken } of [admin, otherAdmin]) {
    await restoreSession(userId, sessionToken);
  }
});

test("the last administrator cannot be suspended", async () => {
  const alone = await startMuster({ ADMIN_CHARACTER_IDS: String(otherAdmin.mainCharacterId) });
  const last = alone.client(otherAdmin.sessionToken);
  const target = await buildUser(alone);
  const refused = await last.admin.users[":id"].suspension.$put({
    param: { id: otherAdmin.userId },
    json: { reason: REASON, until: null },
  });
  expect(refused.status).toBe(409);
  const allowed = await last.admin.users[":id"].suspension.$put({
    param: { id: target.userId },
    json: { reason: REASON, until: null },
  });
  expect(allowed.status).toBe(204);
});

test("a date in the past and an empty reason are refused", async () => {
  const target = await buildUser(muster);
  expect(await readError(await suspend(target.userId, { until: inDays(-1) }))).toMatchObject({
    fields: { until: "Choose a date in the future." },
  });
  const missing = await admin.api.admin.users[":id"].suspension.$put({
    param: { id: target.userId },
    json: { reason: " ", until: null },
  });
  expect(await readError(missing)).toMatchObject({ fields: { reason: "Please enter a reason" } });
  expect((await suspend("nobody")).status).toBe(404);
});
