import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { discordAccounts, discordLinkStates } from "#worker/db/schema/discord-servers.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { discordTokens, linkDiscord } from "#test/support/discord/discord-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** A user with a linked account, and what the session says of it. */
async function setUp() {
  const muster = await startMuster();
  const { discord, ...newEden } = newEdenControl(muster.newEdenBase);
  const user = await buildUser(muster);
  const person = await discord.createUser({ username: "before" });
  await linkDiscord(muster, user, person);
  const readDiscord = async () => (await (await user.api.auth.session.$get()).json()).user?.discord;
  const refreshes = () => newEden.requests({ service: "discord", path: /\/oauth2\/token$/ });
  await newEden.clearRequests();
  return { muster, discord, newEden, user, person, readDiscord, refreshes };
}

test("a new name at Discord is shown after a day, and fetched behind the response", async () => {
  const { muster, discord, person, readDiscord, refreshes } = await setUp();
  await discord.changeUser(person.id, { username: "after", globalName: "After" });
  await muster.later(DAY - HOUR, readDiscord);
  expect(await refreshes()).toEqual([]);
  await muster.later(DAY + 1, async () => {
    muster.costs.reset();
    expect(await readDiscord()).toMatchObject({ username: "before", displayName: null });
    expect(await readDiscord()).toMatchObject({ username: "after", displayName: "After" });
  });
});

test("where Discord tells no name, it is asked again in an hour", async () => {
  const { muster, discord, newEden, person, readDiscord } = await setUp();
  await discord.changeUser(person.id, { username: "after" });
  await newEden.addFault({
    service: "discord",
    kind: "server_error",
    path: "/users/@me$",
    times: 1,
  });
  const read = () => readDiscord();
  await muster.later(DAY + 1, read);
  await muster.later(DAY + 0.5 * HOUR, read);
  expect(await muster.later(DAY + 0.6 * HOUR, read)).toMatchObject({ username: "before" });
  await muster.later(DAY + HOUR + 2, read);
  expect(await muster.later(DAY + HOUR + 3, read)).toMatchObject({ username: "after" });
});

test("concurrent reads of the session rotate the token once", async () => {
  const { muster, readDiscord, refreshes } = await setUp();
  await muster.later(DAY + 1, () => Promise.all([1, 2, 3, 4].map(readDiscord)));
  expect(await refreshes()).toHaveLength(1);
  await muster.later(2 * DAY + 2, readDiscord);
  await muster.later(3 * DAY + 3, readDiscord);
  expect((await refreshes()).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("after the user revokes access at Discord, the account stays linked and shows it", async () => {
  const { muster, discord, user, person, readDiscord, refreshes } = await setUp();
  await discord.revoke(person.id);
  await muster.later(DAY + 1, async () => {
    await readDiscord();
    expect(await readDiscord()).toMatchObject({ userId: person.id, isAuthorized: false });
  });
  await muster.later(3 * DAY, readDiscord);
  expect(await refreshes()).toHaveLength(1);
  await linkDiscord(muster, user, person);
  expect(await readDiscord()).toMatchObject({ isAuthorized: true });
});

test("if Discord does not accept the application, no authorization is lost", async () => {
  const { muster, discord, readDiscord } = await setUp();
  await discord.changeApplication(muster.env.DISCORD_CLIENT_ID, { isPublic: false });
  const read = () => readDiscord();
  await muster.later(DAY + 1, read);
  expect(await muster.later(DAY + 1, read)).toMatchObject({ isAuthorized: true });
});

test("a check that ends after the account was unlinked writes nothing", async () => {
  const { muster, newEden, user, person, readDiscord, refreshes } = await setUp();
  const release = await newEden.hold({ service: "discord", path: "/users/@me$" });
  await muster.later(DAY + 1, async () => {
    const checking = readDiscord();
    await expect.poll(refreshes).toHaveLength(1);
    await user.api.discord.link.$delete();
    await release();
    await checking;
    expect(await readDiscord()).toBeUndefined();
  });
  const rows = await muster.context.db
    .select()
    .from(discordAccounts)
    .where(eq(discordAccounts.discordId, person.id));
  expect(rows).toEqual([]);
});

test("housekeeping deletes expired link states", async () => {
  const { muster, discord, user } = await setUp();
  await discordTokens(muster, user, await discord.createUser());
  const left = () =>
    muster.context.db
      .select()
      .from(discordLinkStates)
      .where(eq(discordLinkStates.userId, user.userId));
  await muster.later(540, () => runCron(muster, "hourly"));
  expect(await left()).toHaveLength(1);
  await muster.later(660, () => runCron(muster, "hourly"));
  expect(await left()).toEqual([]);
});
