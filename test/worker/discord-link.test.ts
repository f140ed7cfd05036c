import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { DiscordAccount } from "#shared/discord/link.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { discordAccounts, discordLinkStates } from "#worker/db/schema/discord-servers.ts";
import { decryptDiscordToken } from "#worker/discord/link/encrypted-token.ts";
import { OTHER_APPLICATION_ID } from "#test/new-eden/discord/applications.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { discordTokens, linkDiscord } from "#test/support/discord/discord-builders.ts";
import { runQueue } from "#test/support/workerd/traces.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import type { DiscordUser } from "#test/new-eden/discord/people.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

async function discordOf({ api }: BuiltUser): Promise<DiscordAccount | undefined> {
  return (await (await api.auth.session.$get()).json()).user?.discord;
}

async function historyOf({ api }: BuiltUser) {
  const { events } = await (await api.auth.events.$get()).json();
  return events.map(({ kind, discordName }) => `${kind} ${discordName}`);
}

/** A Muster, its Discord, and a user in it. */
async function setUp() {
  const muster = await startMuster();
  const { discord, ...newEden } = newEdenControl(muster.newEdenBase);
  return { muster, discord, newEden, user: await buildUser(muster) };
}

test("starting a link gives the SPA what it needs for Discord, and keeps the state as a hash", async () => {
  const { muster, user } = await setUp();
  const start = await (await user.api.discord.link.start.$post()).json();
  expect(start).toEqual({
    state: expect.stringMatching(/^[\w-]{43}$/),
    clientId: muster.env.DISCORD_CLIENT_ID,
    authorizeUrl: `${muster.env.DISCORD_URL}/oauth2/authorize`,
    tokenUrl: `${muster.env.DISCORD_URL}/api/oauth2/token`,
    scopes: ["identify", "email", "guilds.join"],
    redirectUri: "https://muster.test/discord/callback",
  });
  const rows = await muster.context.db
    .select()
    .from(discordLinkStates)
    .where(eq(discordLinkStates.userId, user.userId));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(start.state);
});

test("a linked account is in the session and in the account's history", async () => {
  const { muster, discord, user } = await setUp();
  const person = await discord.createUser({ username: "tovi", globalName: "Tovi R." });
  const answer = await (await linkDiscord(muster, user, person)).json();
  const account = {
    userId: person.id,
    username: "tovi",
    displayName: "Tovi R.",
    discriminator: "0",
    isAuthorized: true,
  };
  expect(answer).toEqual(account);
  muster.costs.reset();
  expect(await discordOf(user)).toEqual(account);
  expect(muster.costs.roundTrips).toBe(1);
  expect(await historyOf(user)).toEqual(["discord_linked tovi"]);
});

test.each([
  [{ username: "plain" }, "plain", null, "0"],
  [{ username: "named", globalName: "Ярослава" }, "named", "Ярослава", "0"],
  [{ username: "Oskar", discriminator: "4821" }, "Oskar", null, "4821"],
])(
  "%o keeps its unique and its display name",
  async (names, username, displayName, discriminator) => {
    const { muster, discord, user } = await setUp();
    await linkDiscord(muster, user, await discord.createUser(names));
    expect(await discordOf(user)).toMatchObject({ username, displayName, discriminator });
  },
);

test("linking takes at most four trips to the database, unlinking two", async () => {
  const { muster, discord, user } = await setUp();
  const json = await discordTokens(muster, user, await discord.createUser());
  muster.costs.reset();
  await user.api.discord.callback.tokens.$post({ json });
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(4);
  muster.costs.reset();
  await user.api.discord.link.$delete();
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(2);
});

test("a token of another application does not link an account", async () => {
  const { muster, discord, user } = await setUp();
  const victim = await discord.createUser();
  const json = await discordTokens(muster, user, await discord.createUser());
  const { accessToken } = await discord.grant(victim.id, { clientId: OTHER_APPLICATION_ID });
  await expectRefusal(
    user.api.discord.callback.tokens.$post({ json: { ...json, accessToken } }),
    400,
    /another application/,
  );
  expect(await discordOf(user)).toBeUndefined();
});

test.each(["accessToken", "refreshToken"] as const)(
  "a malformed or unknown %s is refused with a message",
  async (field) => {
    const { muster, discord, user } = await setUp();
    const json = await discordTokens(muster, user, await discord.createUser());
    const post = (token: string) =>
      user.api.discord.callback.tokens.$post({ json: { ...json, [field]: token } });
    await expectRefusal(post("abc\r\nX: 1"), 400, /must be a token/);
    await expectRefusal(post("Ёж"), 400, /must be a token/);
    await expectRefusal(post("unknown"), 400, /Discord does not accept this permission/);
    expect(await discordOf(user)).toBeUndefined();
  },
);

test("a refresh token of another Discord account does not link an account", async () => {
  const { muster, discord, user } = await setUp();
  const victim = await discord.createUser();
  const json = await discordTokens(muster, user, await discord.createUser());
  const { refreshToken } = await discord.grant(victim.id);
  await expectRefusal(
    user.api.discord.callback.tokens.$post({ json: { ...json, refreshToken } }),
    400,
    /^These permissions belong to two Discord accounts\./,
  );
  expect(await discordOf(user)).toBeUndefined();
});

test("the refresh token that the browser had is of no use after the link", async () => {
  const { muster, discord, user } = await setUp();
  const person = await discord.createUser();
  const json = await discordTokens(muster, user, person);
  expect((await user.api.discord.callback.tokens.$post({ json })).status).toBe(200);
  const [grant, ...others] = await discord.grants();
  expect(others).toEqual([]);
  const { config } = muster.context;
  const stored = await decryptDiscordToken(
    config,
    await encryptedTokenOf(muster, person),
    person.id,
  );
  expect(stored).toBe(grant?.refreshToken);
  expect(stored).not.toBe(json.refreshToken);
});

test("while Discord refreshes no token, nothing is stored; afterwards a new start succeeds", async () => {
  const { muster, discord, newEden, user } = await setUp();
  const person = await discord.createUser();
  const json = await discordTokens(muster, user, person);
  await newEden.addFault({ service: "discord", kind: "server_error", path: "/oauth2/token$" });
  await expectRefusal(
    user.api.discord.callback.tokens.$post({ json }),
    503,
    /Discord is not responding\. Nothing was changed/,
  );
  expect(await discordOf(user)).toBeUndefined();
  await newEden.clearFaults();
  expect((await linkDiscord(muster, user, person)).status).toBe(200);
});

test("a state is valid once", async () => {
  const { muster, discord, user } = await setUp();
  const json = await discordTokens(muster, user, await discord.createUser());
  await user.api.discord.callback.tokens.$post({ json });
  await user.api.discord.link.$delete();
  await expectRefusal(
    user.api.discord.callback.tokens.$post({ json }),
    400,
    /used already or has expired/,
  );
  expect(await discordOf(user)).toBeUndefined();
});

test("a session that ends while Discord is asked links no account", async () => {
  const { muster, discord, newEden, user } = await setUp();
  const json = await discordTokens(muster, user, await discord.createUser());
  const release = await newEden.hold({ service: "discord", path: "/oauth2/token$", times: 1 });
  const answer = user.api.discord.callback.tokens.$post({ json });
  await expect.poll(async () => (await newEden.faults())[0]?.times).toBe(0);
  await muster.context.db.delete(sessions).where(eq(sessions.userId, user.userId));
  await release();
  await expectRefusal(answer, 401, /^Your session ended/);
  const isOfUser = eq(discordAccounts.userId, user.userId);
  expect(await muster.context.db.select().from(discordAccounts).where(isOfUser)).toEqual([]);
});

test("of two concurrent requests with one state, one is refused", async () => {
  const { muster, discord, user } = await setUp();
  const json = await discordTokens(muster, user, await discord.createUser());
  const answers = await Promise.all(
    [1, 2].map(() => user.api.discord.callback.tokens.$post({ json })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test("a state is valid for ten minutes", async () => {
  const { muster, discord, user } = await setUp();
  const person = await discord.createUser();
  const [early, late] = [
    await discordTokens(muster, user, person),
    await discordTokens(muster, user, person),
  ];
  const post = (json: typeof early) => () => user.api.discord.callback.tokens.$post({ json });
  expect((await muster.later(599, post(early))).status).toBe(200);
  await expectRefusal(muster.later(601, post(late)), 400, /has expired/);
});

test("a state is valid only for the user who started, and is not consumed by others", async () => {
  const { muster, discord, user } = await setUp();
  const attacker = await buildUser(muster);
  const json = await discordTokens(muster, user, await discord.createUser());
  await expectRefusal(attacker.api.discord.callback.tokens.$post({ json }), 400, /start again/i);
  expect(await discordOf(attacker)).toBeUndefined();
  expect((await user.api.discord.callback.tokens.$post({ json })).status).toBe(200);
});

test("an account linked to another user is refused with a message, until it is unlinked there", async () => {
  const { muster, discord, user } = await setUp();
  const other = await buildUser(muster);
  const person = await discord.createUser({ username: "shared" });
  await linkDiscord(muster, other, person);
  await expectRefusal(
    linkDiscord(muster, user, person),
    409,
    /^shared is linked to another account here\. Unlink it there first/,
  );
  expect(await discordOf(user)).toBeUndefined();
  expect(await discordOf(other)).toMatchObject({ userId: person.id });
  expect(await historyOf(user)).toEqual([]);
  await other.api.discord.link.$delete();
  expect((await linkDiscord(muster, user, person)).status).toBe(200);
});

test("of two users who link one account concurrently, one succeeds", async () => {
  const { muster, discord, user } = await setUp();
  const other = await buildUser(muster);
  const person = await discord.createUser();
  const mine = await discordTokens(muster, user, person);
  const theirs = await discordTokens(muster, other, person);
  const answers = await Promise.all([
    user.api.discord.callback.tokens.$post({ json: mine }),
    other.api.discord.callback.tokens.$post({ json: theirs }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const links = [await discordOf(user), await discordOf(other)];
  expect(links.filter((link) => link !== undefined)).toHaveLength(1);
});

test("linking the same account again renews it without an event", async () => {
  const { muster, discord, user } = await setUp();
  const person = await discord.createUser({ username: "before" });
  await linkDiscord(muster, user, person);
  const renamed = await discord.changeUser(person.id, { username: "after" });
  expect((await linkDiscord(muster, user, renamed)).status).toBe(200);
  expect(await discordOf(user)).toMatchObject({ userId: person.id, username: "after" });
  expect(await historyOf(user)).toEqual(["discord_linked before"]);
});

test("a second Discord account must wait until the first is unlinked", async () => {
  const { muster, discord, user } = await setUp();
  const [first, second] = [
    await discord.createUser({ username: "first" }),
    await discord.createUser({ username: "second" }),
  ];
  await linkDiscord(muster, user, first);
  await expectRefusal(
    linkDiscord(muster, user, second),
    409,
    "You have already linked first. Unlink it first, then link second.",
  );
  expect(await discordOf(user)).toMatchObject({ userId: first.id });
});

test("unlinking revokes the grant at Discord, and a second time is refused", async () => {
  const { muster, discord, user } = await setUp();
  const person = await discord.createUser({ username: "leaver" });
  await linkDiscord(muster, user, person);
  expect(await discord.grants()).toHaveLength(1);
  expect((await user.api.discord.link.$delete()).status).toBe(204);
  expect(await discord.grants()).toEqual([]);
  expect(await discordOf(user)).toBeUndefined();
  expect(await historyOf(user)).toEqual(["discord_unlinked leaver", "discord_linked leaver"]);
  await expectRefusal(user.api.discord.link.$delete(), 404, "No Discord account is linked.");
});

test("the end of an earlier grant that is still due does not end the link of a new account", async () => {
  const { muster, discord, newEden, user } = await setUp();
  const person = await discord.createUser({ username: "back" });
  await linkDiscord(muster, user, person);
  await newEden.addFault({ service: "discord", kind: "unavailable", path: "/revoke$" });
  await user.api.account.$delete({ json: { name: user.mainCharacterName } });
  await runQueue(muster);
  await newEden.clearFaults();
  const next = await buildUser(muster);
  expect((await linkDiscord(muster, next, person)).status).toBe(200);
  await muster.later(2 * 60 * 60, async () => {
    muster.queue.push({ kind: "job", name: "account-erasure" });
    await runQueue(muster);
  });
  // That of the link, and the one that could not be ended.
  expect(await discord.grants()).toHaveLength(2);
});

test("without a Discord application linking is not offered, and the API refuses it with a reason", async () => {
  const muster = await startMuster({ DISCORD_CLIENT_ID: "" });
  const user = await buildUser(muster);
  const session = await (await user.api.auth.session.$get()).json();
  expect(session.user?.canLinkDiscord).toBe(false);
  await expectRefusal(
    user.api.discord.link.start.$post(),
    404,
    "Discord is not set up on this Muster.",
  );
});

test("no token or state is logged, stored in clear, or returned", async () => {
  const logged: string[] = [];
  const spies = (["log", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...parts) => {
      logged.push(parts.map(String).join(" "));
    }),
  );
  const { muster, discord, newEden, user } = await setUp();
  const { api } = user;
  const person = await discord.createUser();
  const json = await discordTokens(muster, { api }, person);
  const answers: string[] = [];
  const keep = async (pending: Promise<{ text: () => Promise<string> }>) =>
    answers.push(await (await pending).text());
  await keep(api.discord.callback.tokens.$post({ json }));
  await keep(api.discord.callback.tokens.$post({ json }));
  await keep(api.auth.session.$get());
  await keep(api.auth.events.$get());
  const database = await muster.context.db.all(sql`select * from discord_accounts`);
  const [grant] = await discord.grants();
  expect(
    await decryptDiscordToken(
      muster.context.config,
      await encryptedTokenOf(muster, person),
      person.id,
    ),
  ).toBe(grant?.refreshToken);
  await newEden.addFault({ service: "discord", kind: "server_error" });
  await keep(api.discord.link.$delete());
  for (const spy of spies) spy.mockRestore();

  const seen = [JSON.stringify(database), ...logged, ...answers].join("\n");
  expect(seen).toContain('"path":"/api/discord/callback/tokens"');
  const issued = [json.accessToken, json.refreshToken, json.state];
  for (const secret of [...issued, grant?.accessToken, grant?.refreshToken]) {
    expect(seen).not.toContain(secret);
  }
});

test("an encrypted token cannot be decrypted for another Discord account", async () => {
  const { muster, discord, user } = await setUp();
  const person = await discord.createUser();
  await linkDiscord(muster, user, person);
  const encrypted = await encryptedTokenOf(muster, person);
  const other = await discord.createUser();
  await expect(decryptDiscordToken(muster.context.config, encrypted, other.id)).rejects.toThrow(
    "Decryption failed",
  );
});

/** A linked account's refresh token as the database holds it. */
async function encryptedTokenOf({ context: { db } }: Muster, person: DiscordUser): Promise<string> {
  const isTheirs = eq(discordAccounts.discordId, person.id);
  return (await db.select().from(discordAccounts).where(isTheirs))[0]?.refreshToken ?? "";
}
