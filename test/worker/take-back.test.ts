import { eq, getTableColumns, getTableName } from "drizzle-orm";
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { mergePreviewSchema } from "#shared/account/merge.ts";
import { newSessionSchema } from "#shared/session.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import type { BrowserSession } from "#test/support/people/browser-session.ts";
import { ALL_TABLES } from "#test/support/workerd/all-tables.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { endSuspectKeys } from "#worker/auth/accounts/take-back-rights.ts";
import { endSessionsBut } from "#worker/auth/sessions/end-sessions.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";

const DAY = 24 * 60 * 60;

const makeMain = async (browser: BrowserSession, characterId: number) =>
  (await browser.send("/auth/main", "PUT", { characterId })).status;
const unlink = async (browser: BrowserSession, characterId: number) =>
  (await browser.send(`/auth/characters/${characterId}`, "DELETE")).status;
const prove = async (browser: BrowserSession, characterId: number) =>
  browser.callback(await browser.approve(await browser.start("proof"), characterId));
const takeBack = (browser: BrowserSession, characterId: number) =>
  browser.send("/auth/take-back", "POST", { characterId });

async function eventsOf(browser: BrowserSession): Promise<string[]> {
  const { events } = await readJson(
    await browser.send("/auth/events"),
    z.object({ events: z.array(z.object({ kind: z.string() })) }),
  );
  return events.map((event) => event.kind);
}

let lastDiscordId = 90_000_000_000_000_000n;

const linkDiscord = ({ context }: Muster, userId: string, linkedAt: Date) =>
  context.db.insert(discordAccounts).values({
    discordId: (lastDiscordId += 1n).toString(),
    userId,
    username: "thief",
    discriminator: "0",
    refreshToken: "",
    isAuthorized: true,
    linkedAt,
    checkDueAt: new Date(Date.now() + DAY * 1000),
  });

/** An account with its main and the attacker's pilot, open in the attacker's browser. */
async function buildStolen(muster: Muster) {
  const [owner, thief] = [openBrowser(muster), openBrowser(muster)];
  const [main, theirs] = await owner.newEden.createPilots();
  await owner.signUp(main.id);
  thief.signInWith(owner.sessionToken);
  // The attacker uses the owner's own browser: without its cookies, no proof is valid.
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
  await thief.link(theirs.id);
  return { owner, thief, main, theirs };
}

/** The same account after the attacker has passed a proof, changed the main and unlinked the owner. */
async function buildTakenOver(muster: Muster) {
  const stolen = await buildStolen(muster);
  const { thief, main, theirs } = stolen;
  expect(await makeMain(thief, theirs.id)).toBe(204);
  await thief.logIn(theirs.id);
  expect(await unlink(thief, main.id)).toBe(204);
  expect((await thief.send("/auth/sessions", "DELETE")).status).toBe(204);
  return stolen;
}

test("an unlinked former main takes its account back, and the attacker is signed out", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await buildTakenOver(muster);
  const { user } = await thief.session();
  expect((await owner.session()).authenticated).toBe(false);

  expect(await owner.logIn(main.id)).toEqual({
    characterLinked: false,
    requiresClaimMain: true,
    characterInfo: { characterId: main.id, characterName: main.name },
    sessionToken: null,
    formerAccount: {
      mainCharacterName: theirs.name,
      becomesMain: true,
      linkedSince: [
        { characterId: theirs.id, characterName: theirs.name, linkedAt: expect.any(String) },
      ],
    },
  });
  const response = await takeBack(owner, main.id);
  expect(response.status).toBe(201);
  owner.signInWith((await readJson(response, newSessionSchema)).sessionToken);
  const back = await owner.session();
  expect(back.user?.id).toBe(user?.id);
  expect(back.user?.mainCharacterId).toBe(main.id);
  expect((await thief.session()).authenticated).toBe(false);

  expect((await eventsOf(owner))[0]).toBe("account_taken_back");
});

/** How a former main takes the account back. */
const WAYS = {
  async unlinked(owner: BrowserSession, thief: BrowserSession, mainId: number) {
    await unlink(thief, mainId);
    await owner.logIn(mainId);
    const response = await takeBack(owner, mainId);
    owner.signInWith((await readJson(response, newSessionSchema)).sessionToken);
  },
  async linked(owner: BrowserSession, _: BrowserSession, mainId: number) {
    await owner.logIn(mainId);
    await makeMain(owner, mainId);
  },
};

test.each(["unlinked", "linked"] as const)(
  "a take-back ends the attacker's Discord account and calendar link, by a former main that is %s",
  async (way) => {
    const muster = await startMuster({ DISCORD_CLIENT_ID: "1" });
    const { owner, thief, main, theirs } = await buildStolen(muster);
    expect(await makeMain(thief, theirs.id)).toBe(204);
    await prove(thief, theirs.id);
    const { secret } = await readJson(
      await thief.send("/operations/calendar", "POST"),
      z.object({ secret: z.string() }),
    );
    const calendar = async () => (await muster.send(secret)).status;
    expect(await calendar()).toBe(200);
    const { user } = await thief.session();
    await linkDiscord(muster, user?.id ?? "", new Date());
    await WAYS[way](owner, thief, main.id);
    const back = await owner.session();
    expect(back.user?.mainCharacterId).toBe(main.id);
    expect(back.user?.discord).toBeUndefined();
    expect(await calendar()).toBe(404);
    expect(await eventsOf(owner)).toContain("discord_unlinked");
  },
);

test("a take-back leaves the Discord account that the owner linked long before", async () => {
  const muster = await startMuster({ DISCORD_CLIENT_ID: "1" });
  const { owner, thief, main, theirs } = await buildStolen(muster);
  const { user } = await owner.session();
  await linkDiscord(muster, user?.id ?? "", new Date(Date.now() - 30 * DAY * 1000));
  expect(await makeMain(thief, theirs.id)).toBe(204);
  await owner.logIn(main.id);
  expect(await makeMain(owner, main.id)).toBe(204);
  expect((await owner.session()).user?.discord).toBeDefined();
});

test("what the attacker links after the owner has read what was linked waits for the main", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await buildTakenOver(muster);
  await owner.logIn(main.id);
  const later = await owner.newEden.createPilot();
  await thief.link(later.id);
  const response = await owner.send("/auth/take-back", "POST", {
    characterId: main.id,
    unlink: [theirs.id],
  });
  owner.signInWith((await readJson(response, newSessionSchema)).sessionToken);
  const { user } = await owner.session();
  expect(user?.characters).toEqual([
    expect.not.objectContaining({ unconfirmedSince: expect.anything() }),
    expect.objectContaining({ characterId: later.id, unconfirmedSince: expect.any(String) }),
  ]);
  expect(await readError(await thief.tryLogIn(later.id))).toMatchObject({
    reason: "link_not_confirmed",
  });
});

test("an attacker who names a pilot that the account does not hold as main ends no right", async () => {
  const muster = await startMuster();
  const stranger = openBrowser(muster);
  const [older] = await stranger.newEden.createPilots();
  await stranger.signUp(older.id);
  const { thief, main, theirs } = await buildStolen(muster);
  expect(await makeMain(thief, theirs.id)).toBe(204);
  expect(await makeMain(thief, older.id)).toBe(404);
  const rights = "select character_id from take_back_rights where character_id = ?";
  expect(await muster.env.DB.prepare(rights).bind(main.id).all()).toMatchObject({
    results: [{ character_id: main.id }],
  });
});

test("after a take-back the owner unlinks the attacker, who cannot take the account back", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await buildTakenOver(muster);
  await owner.logIn(main.id);
  const { sessionToken } = await readJson(await takeBack(owner, main.id), newSessionSchema);
  owner.signInWith(sessionToken);
  expect(await unlink(owner, theirs.id)).toBe(204);

  const login = await thief.logIn(theirs.id);
  expect(login).toMatchObject({ requiresClaimMain: true });
  expect(login.formerAccount).toBeUndefined();
  expect((await takeBack(thief, theirs.id)).status).toBe(409);
  expect((await owner.session()).user?.mainCharacterId).toBe(main.id);
});

test("an attacker who passes the main role on and back gains no right", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await buildStolen(muster);
  const accomplice = await thief.newEden.createPilot();
  await thief.link(accomplice.id);
  for (const [proven, next] of [
    [main.id, theirs.id],
    [theirs.id, accomplice.id],
    [accomplice.id, main.id],
  ] as const) {
    await prove(thief, proven);
    expect(await makeMain(thief, next)).toBe(204);
  }
  await owner.logIn(main.id);
  for (const { id } of [theirs, accomplice]) expect(await unlink(owner, id)).toBe(204);
  for (const { id } of [theirs, accomplice]) {
    expect((await thief.logIn(id)).formerAccount).toBeUndefined();
    expect((await takeBack(thief, id)).status).toBe(409);
  }
});

test("an alt that was never main is not offered the account: its main links it again", async () => {
  const muster = await startMuster();
  const { owner, thief, theirs } = await buildStolen(muster);
  expect(await unlink(owner, theirs.id)).toBe(204);
  expect((await thief.logIn(theirs.id)).formerAccount).toBeUndefined();
});

test("a former main that is still linked becomes the main again with its own proof", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await buildStolen(muster);
  expect(await makeMain(thief, theirs.id)).toBe(204);
  await muster.later(11 * 60, async () => {
    expect(await makeMain(owner, main.id)).toBe(403);
    expect((await prove(owner, main.id)).status).toBe(200);
    expect(await makeMain(owner, main.id)).toBe(204);
    expect((await eventsOf(owner))[0]).toBe("account_taken_back");
    expect((await owner.session()).user?.mainCharacterId).toBe(main.id);
    // The same proof also counts as one of the present main.
    expect(await unlink(owner, theirs.id)).toBe(204);
  });
  expect((await thief.logIn(theirs.id)).formerAccount).toBeUndefined();
});

test("a take-back ends the other sessions, also while the former main is still linked", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await buildStolen(muster);
  await makeMain(thief, theirs.id);
  await thief.logIn(theirs.id);
  await owner.logIn(main.id);
  expect(await makeMain(owner, main.id)).toBe(204);
  expect((await owner.session()).authenticated).toBe(true);
  expect((await thief.session()).authenticated).toBe(false);
});

test("an account can be taken back for fourteen days after the unlinking", async () => {
  const muster = await startMuster();
  const { owner, main, theirs } = await buildTakenOver(muster);
  await muster.later(15 * DAY, async () => {
    expect((await owner.logIn(main.id)).formerAccount).toBeUndefined();
  });
  await muster.later(13 * DAY, async () => {
    const { formerAccount } = await owner.logIn(main.id);
    expect(formerAccount).toMatchObject({ mainCharacterName: theirs.name });
    expect((await takeBack(owner, main.id)).status).toBe(201);
  });
});

test("a former main that was unlinked late is linked again, and keeps its right", async () => {
  const muster = await startMuster();
  const { owner, thief, main, theirs } = await buildStolen(muster);
  expect(await makeMain(thief, theirs.id)).toBe(204);
  await muster.later(13 * DAY, async () => {
    await thief.logIn(theirs.id);
    expect(await unlink(thief, main.id)).toBe(204);
  });
  for (const day of [16, 18]) {
    await muster.later(day * DAY, async () => {
      const { formerAccount } = await owner.logIn(main.id);
      expect(formerAccount).toMatchObject({ becomesMain: false, mainCharacterName: theirs.name });
      const choice = { characterId: main.id, unlink: [] };
      const response = await owner.send("/auth/take-back", "POST", choice);
      owner.signInWith((await readJson(response, newSessionSchema)).sessionToken);
      expect((await owner.session()).user?.mainCharacterId).toBe(theirs.id);
      // The attacker may do that again.
      await thief.logIn(theirs.id);
      expect(await unlink(thief, main.id)).toBe(204);
    });
  }
});

test("a sold character cannot take the account back", async () => {
  const muster = await startMuster();
  const { owner, main } = await buildTakenOver(muster);
  await owner.newEden.sell(main.id);
  expect((await owner.logIn(main.id)).formerAccount).toBeUndefined();
  expect((await takeBack(owner, main.id)).status).toBe(409);
});

test("only the browser that signed in can take the account back, and only once", async () => {
  const muster = await startMuster();
  const { owner, main, theirs } = await buildTakenOver(muster);
  await owner.logIn(main.id);
  const stranger = openBrowser(muster);
  await stranger.start("login");
  expect((await takeBack(stranger, main.id)).status).toBe(400);
  expect((await takeBack(owner, theirs.id)).status).toBe(400);
  const answers = await Promise.all([takeBack(owner, main.id), takeBack(owner, main.id)]);
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses[0]).toBe(201);
  expect([400, 409]).toContain(statuses[1]);
});

test("a former main cannot take back an account after claiming a new one, or after its deletion", async () => {
  const muster = await startMuster();
  const { owner, main } = await buildTakenOver(muster);
  const elsewhere = openBrowser(muster);
  await elsewhere.logIn(main.id);
  await owner.signUp(main.id);
  const refused = await takeBack(elsewhere, main.id);
  expect(refused.status).toBe(409);
  expect((await readError(refused)).message).toContain("another account");

  const other = await buildTakenOver(muster);
  const { user } = await other.thief.session();
  await other.owner.logIn(other.main.id);
  const { db } = muster.context;
  await db
    .update(users)
    .set({ mainCharacterId: null })
    .where(eq(users.id, user?.id ?? ""));
  await muster.env.DB.prepare("update characters set user_id = null where user_id = ?")
    .bind(user?.id ?? "")
    .run();
  await db.delete(users).where(eq(users.id, user?.id ?? ""));
  expect((await takeBack(other.owner, other.main.id)).status).toBe(409);
});

test("a main that lost its role to one that came with an older account takes the account back", async () => {
  const muster = await startMuster({ DISCORD_CLIENT_ID: "1" });
  const [owner, thief, older] = [openBrowser(muster), openBrowser(muster), openBrowser(muster)];
  const [main, theirs] = await owner.newEden.createPilots();
  await older.signUp(theirs.id);
  const { user } = await older.session();
  await linkDiscord(muster, user?.id ?? "", new Date(Date.now() - 30 * DAY * 1000));
  await owner.signUp(main.id);
  thief.signInWith(owner.sessionToken);
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
  const { mergeId = "" } = await readError(await thief.link(theirs.id));
  const path = `/account/merges/${mergeId}`;
  const { digest } = await readJson(await thief.send(path), mergePreviewSchema);
  expect((await thief.send(`${path}/confirm`, "POST", { digest })).status).toBe(200);
  expect(await makeMain(thief, theirs.id)).toBe(204);
  await thief.logIn(theirs.id);
  expect(await unlink(thief, main.id)).toBe(204);

  const { formerAccount } = await owner.logIn(main.id);
  expect(formerAccount?.linkedSince).toMatchObject([{ characterId: theirs.id }]);
  const request = { characterId: main.id, unlink: [theirs.id] };
  const answer = await owner.send("/auth/take-back", "POST", request);
  owner.signInWith((await readJson(answer, newSessionSchema)).sessionToken);
  const back = await owner.session();
  expect(back.user?.characters).toMatchObject([{ characterId: main.id }]);
  // It acts as the account at Discord without a session.
  expect(back.user?.discord).toBeUndefined();
  expect((await thief.session()).authenticated).toBe(false);
  expect(await thief.logIn(theirs.id)).toMatchObject({ requiresClaimMain: true });
});

/** Why a take-back leaves the keys of a table. The owner hash of a character is told by EVE, and is no key. */
const LEFT: Record<string, string> = {
  api_tokens: "Of applications: administrators make them, with a proof.",
  application_secrets: "Of applications: administrators make them, with a proof.",
  webhooks: "Of applications: administrators make them, with a proof.",
  discord_feeds: "It posts to a channel, and reads nothing. Connecting one needs a proof.",
  invite_codes: "Of groups: made with a proof, and Activity shows it.",
  eve_tokens:
    "Of characters: those that the attacker may have linked open nothing until the main confirms them.",
  pending_claims: "Of a character without an account.",
  discord_link_states: "A link that began ends with the session.",
  sign_in_states: "Written by former versions alone.",
  spent_states: "Used already.",
  token_revocations: "About to be revoked.",
  audit_seals: "A hash of the log.",
  corporation_killmails: "ESI tells it to any caller.",
};

test("a take-back ends the keys of an account in every table that has some, or a reason says why not", async () => {
  const { context } = await startMuster();
  const statements = [
    ...endSessionsBut("user", "session"),
    ...endSuspectKeys(context, "user", { linkedAt: new Date(), lostMainAt: new Date() }),
  ];
  const deleted = new Set(
    statements.map((statement) => /^delete from "(\w+)"/.exec(statement.toSQL().sql)?.[1]),
  );
  const left = ALL_TABLES.filter((table) =>
    Object.values(getTableColumns(table)).some(
      ({ name }) => /(?:token|secret|code|hash)$/.test(name) && name !== "owner_hash",
    ),
  )
    .map(getTableName)
    .filter((name) => !deleted.has(name));
  expect(left.toSorted()).toEqual(Object.keys(LEFT).toSorted());
});
