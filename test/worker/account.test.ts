import * as z from "zod/mini";
import { readJson } from "#test/support/answers/read-json.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { eveTokens, users } from "#worker/db/schema/accounts.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { BrowserSession } from "#test/support/people/browser-session.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { deleteExpired } from "#worker/auth/sign-in/sign-in-store.ts";
import { runBatch } from "#worker/db/batch.ts";

const DAY_SECONDS = 24 * 60 * 60;

async function eventsOf(browser: BrowserSession): Promise<string[]> {
  const response = await browser.send("/auth/events");
  const { events } = await readJson(
    response,
    z.object({ events: z.array(z.object({ kind: z.string() })) }),
  );
  return events.map((event) => event.kind);
}

test("a linked character can become the main, another cannot", async () => {
  const muster = await startMuster();
  const mira = await buildUser(muster, { alts: ["Second"] });
  const stranger = await buildUser(muster);
  const [, alt = 0] = mira.characterIds;

  expect((await mira.api.auth.main.$put({ json: { characterId: alt } })).status).toBe(204);
  const session = await (await mira.api.auth.session.$get()).json();
  expect(session.user?.mainCharacterId).toBe(alt);
  expect(session.user?.characters[0]?.characterId).toBe(alt);

  const refused = await mira.api.auth.main.$put({
    json: { characterId: stranger.mainCharacterId },
  });
  expect(refused.status).toBe(404);
});

test("unlinking an alt revokes its grant at EVE, and it can be linked again", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const [main, alt] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  await browser.link(alt.id);
  await browser.newEden.clearRequests();

  expect((await browser.send(`/auth/characters/${alt.id}`, "DELETE")).status).toBe(204);
  expect((await browser.session()).user?.characters).toHaveLength(1);
  expect(await browser.newEden.requests({ path: /revoke$/ })).toHaveLength(1);
  expect((await browser.send(`/auth/characters/${alt.id}`, "DELETE")).status).toBe(404);

  // A remaining lease would delay the next refresh.
  const { results: leases } = await muster.env.DB.prepare(
    "select * from refresh_leases where character_id = ?",
  )
    .bind(alt.id)
    .all();
  expect(leases).toEqual([]);

  await browser.link(alt.id);
  expect((await browser.session()).user?.characters).toHaveLength(2);
  expect(await eventsOf(browser)).toEqual([
    "character_linked",
    "character_unlinked",
    "character_linked",
    "account_created",
  ]);
});

test("a sold alt leaves its old account, with its tokens, when the buyer signs in", async () => {
  const muster = await startMuster();
  const [seller, buyer] = [openBrowser(muster), openBrowser(muster)];
  const [main, alt] = await seller.newEden.createPilots();
  await seller.signUp(main.id);
  await seller.link(alt.id);
  await seller.newEden.sell(alt.id);

  expect(await buyer.logIn(alt.id)).toMatchObject({ requiresClaimMain: true, sessionToken: null });
  expect((await seller.session()).user?.characters.map((one) => one.characterId)).toEqual([
    main.id,
  ]);
  expect((await eventsOf(seller))[0]).toBe("character_sold");
  const tokens = muster.context.db
    .select()
    .from(eveTokens)
    .where(eq(eveTokens.characterId, alt.id));
  expect(await tokens).toEqual([]);

  await buyer.send("/auth/claim-main", "POST", { characterId: alt.id });
  await buyer.logIn(alt.id);
  expect((await buyer.session()).user?.mainCharacterId).toBe(alt.id);
  expect(await eventsOf(buyer)).toEqual(["account_created"]);
});

test("a sold main is replaced by the character that was linked first", async () => {
  const muster = await startMuster();
  const [seller, buyer] = [openBrowser(muster), openBrowser(muster)];
  const [main, first, second] = await seller.newEden.createPilots();
  await seller.signUp(main.id);
  await seller.link(first.id);
  await seller.link(second.id);
  await buyer.signUp((await buyer.newEden.createPilot()).id);
  await seller.newEden.sell(main.id);

  expect((await buyer.link(main.id)).status).toBe(200);
  expect((await seller.session()).user?.mainCharacterId).toBe(first.id);
  expect((await eventsOf(buyer))[0]).toBe("character_acquired");
});

test("an account whose last character was sold is locked until the character comes back", async () => {
  const muster = await startMuster();
  const [seller, buyer] = [openBrowser(muster), openBrowser(muster)];
  const pilot = await seller.newEden.createPilot();
  await seller.signUp(pilot.id);
  const before = await seller.session();
  const { account } = pilot;

  await seller.newEden.sell(pilot.id);
  await buyer.logIn(pilot.id);
  const ended = { authenticated: false, user: null, soldCharacterName: pilot.name };
  expect(await seller.session()).toEqual(ended);
  expect((await seller.send("/auth/sessions")).status).toBe(401);
  // Housekeeping keeps the reason for a month, for a player who comes back later.
  await muster.later(29 * DAY_SECONDS, async () => {
    await runBatch(muster.context.db, deleteExpired(new Date()));
    expect(await seller.session()).toEqual(ended);
  });
  await muster.later(31 * DAY_SECONDS, async () => {
    await runBatch(muster.context.db, deleteExpired(new Date()));
    expect(await seller.session()).toEqual({ authenticated: false, user: null });
  });
  const [locked] = await muster.context.db
    .select()
    .from(users)
    .where(eq(users.id, before.user?.id ?? ""));
  expect(locked?.mainCharacterId).toBeNull();

  await seller.newEden.sell(pilot.id, { account });
  expect(await seller.logIn(pilot.id)).toMatchObject({ requiresClaimMain: false });
  const after = await seller.session();
  expect(after.user?.id).toBe(before.user?.id);
  expect(after.user?.mainCharacterId).toBe(pilot.id);
  expect((await eventsOf(seller))[0]).toBe("character_returned");
});

test("a character that moves between EVE accounts of one user stays linked if the user is signed in", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  const before = await browser.session();
  await browser.newEden.sell(pilot.id);
  expect((await browser.link(pilot.id)).status).toBe(200);
  expect(await browser.session()).toEqual(before);
});

test("a character renamed in EVE has the new name after the next sign-in", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot({ name: "Old Name" });
  await browser.signUp(pilot.id);
  await browser.newEden.rename(pilot.id, "Ёж Новый");
  await browser.logIn(pilot.id);
  expect((await browser.session()).user?.characters[0]?.characterName).toBe("Ёж Новый");
});

test("sessions are listed, ended one by one, and all at once", async () => {
  const muster = await startMuster();
  const phone = openBrowser(muster);
  const pilot = await phone.newEden.createPilot();
  await phone.signUp(pilot.id);
  const others = [openBrowser(muster), openBrowser(muster), openBrowser(muster)];
  for (const browser of others) await browser.logIn(pilot.id);

  const list = async () => {
    const response = await phone.send("/auth/sessions");
    const { sessions } = await readJson(
      response,
      z.object({ sessions: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) }),
    );
    return sessions;
  };
  const listed = await list();
  expect(listed).toHaveLength(4);
  expect(listed.filter((session) => session.isCurrent)).toHaveLength(1);

  const other = listed.find((session) => !session.isCurrent);
  expect((await phone.send(`/auth/sessions/${other?.id}`, "DELETE")).status).toBe(204);
  expect((await phone.send(`/auth/sessions/${other?.id}`, "DELETE")).status).toBe(404);
  expect(await list()).toHaveLength(3);

  expect((await phone.send("/auth/sessions", "DELETE")).status).toBe(204);
  expect(await list()).toHaveLength(1);
  for (const browser of others) expect((await browser.session()).authenticated).toBe(false);
});

test("a session ends with logout, and after thirty days without use", async () => {
  const muster = await startMuster();
  const day = 24 * 3600;
  const mira = await buildUser(muster);
  const isSignedIn = async () => (await (await mira.api.auth.session.$get()).json()).authenticated;

  // Each use a day or more after the last one moves the end; the session outlives its first thirty days.
  await muster.later(20 * day, () => mira.api.auth.sessions.$get());
  expect(await muster.later(40 * day, isSignedIn)).toBe(true);
  await muster.later(51 * day, async () => {
    expect(await isSignedIn()).toBe(false);
    expect((await mira.api.auth.sessions.$get()).status).toBe(401);
  });

  await mira.api.auth.logout.$post();
  expect(await isSignedIn()).toBe(false);
  expect((await mira.api.auth.logout.$post()).status).toBe(204);
});

test("using a session writes at most once a day", async () => {
  const muster = await startMuster();
  const mira = await buildUser(muster);
  muster.costs.reset();
  await mira.api.auth.sessions.$get();
  await mira.api.auth.sessions.$get();
  expect(muster.costs).toMatchObject({ roundTrips: 3, rowsWritten: 0 });
});
