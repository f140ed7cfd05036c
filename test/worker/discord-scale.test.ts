import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { linkCrowd, setMembers, settle } from "#test/support/discord/managed-discord.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import { share } from "#test/support/workerd/share.ts";

const SIZE = share(2_000, 240);
const PILOTS_OF_A_DAY = share(500, 60);
const MAPPED = ["One", "Two", "Three", "Four", "Five", "Six"];
/** A request to Discord takes at least this long. */
const LATENCY_MS = 25;
/** https://developers.cloudflare.com/workers/platform/limits/ */
const SUBREQUESTS = 50;

/** A crowd on a server with mapped roles; a third has a foreign role, and a third a managed one. */
async function openCrowd(size: number, names = MAPPED) {
  const server = await buildServer({
    vars: { PLAN: "free" },
    roles: [
      ...["Scout", "Pilot", ...names, "Foreign"].map((name) => ({ name })),
      { name: "Patreon", managed: true },
    ],
  });
  const { discord, driver, muster, id, roleId, scouts } = server;
  await discord.setLatency(LATENCY_MS);
  const people = await discord.createUsers(size);
  const foreign = (index: number) =>
    [[], [roleId("Foreign")], [roleId("Patreon")]][index % 3] ?? [];
  await discord.servers.addMembers(
    id,
    people.map((person, index) => ({ userId: person.id, roles: foreign(index) })),
  );
  const linked = await linkCrowd(muster, people);
  await setMembers(muster, scouts.id, linked, true);
  const mapped = names.map(roleId);
  await server.save({ roles: mapped.map((role) => ({ roleId: role, groupIds: [scouts.id] })) });
  await discord.clearAnswers();
  return {
    ...server,
    linked,
    people,
    mapped,
    settle: () => settle(muster, driver),
    /** The roles that everybody should have at Discord: their own, and these. */
    expectRoles: async (roles: (index: number) => string[]) => {
      const { members } = await discord.servers.read(id);
      const rolesOf = new Map(members.map((member) => [member.userId, member.roles.toSorted()]));
      expect(people.map((person) => rolesOf.get(person.id))).toEqual(
        people.map((_, index) => [...foreign(index), ...roles(index)].toSorted()),
      );
    },
  };
}

// The tests share a database, and a cron would work on the servers of all.
afterEach(async () => {
  vi.useRealTimers();
  await env.DB.prepare("delete from discord_servers").run();
});

test(`${SIZE} members get six roles each within the limits of Discord and of the free plan`, async () => {
  const { driver, discord, set, settle, expectRoles, mapped } = await openCrowd(SIZE);
  driver.invocations.splice(0);
  expect((await set(true)).status).toBe(200);
  const minutes = await settle();
  await expectRoles(() => mapped);
  const { answers, invalid } = await discord.answers();
  expect(invalid).toBe(0);
  expect(answers["PATCH 200"]).toBe(SIZE);
  // Discord lets a bot change one member a second.
  expect(minutes).toBeLessThanOrEqual(Math.ceil((SIZE / 60) * 1.1));
  for (const { subrequests } of driver.invocations)
    expect(subrequests).toBeLessThanOrEqual(SUBREQUESTS);
  // A message takes three of the 10,000 operations of a day. More members at a time would take more than 10 ms.
  expect(driver.invocations.length * 3).toBeLessThan(2 * SIZE);
});

test(`a day of ${PILOTS_OF_A_DAY} pilots with 20 mapped roles takes less than a tenth of the free plan`, async () => {
  const size = PILOTS_OF_A_DAY;
  const names = Array.from({ length: 20 }, (_, index) => `Role ${index}`);
  const { driver, discord, muster, linked, scouts, pilots, save, set, settle, roleId, read } =
    await openCrowd(size, names);
  // Half of the roles come from the group of all, and half from another.
  const groups = [scouts, pilots];
  await save({
    roles: names.map((name, index) => ({
      roleId: roleId(name),
      groupIds: [groups[index % 2]?.id ?? ""],
    })),
  });
  expect((await set(true)).status).toBe(200);
  await settle();

  await discord.clearAnswers();
  driver.invocations.splice(0);
  muster.costs.reset();
  for (let hour = 0; hour < 24; hour += 1) {
    // A tenth of the pilots join the other group on a day, and get ten roles with it.
    await setMembers(muster, pilots.id, linked.slice(hour * 2, hour * 2 + 2), true);
    await driver.advance(60 * 60);
    await driver.cron("* * * * *");
    await settle();
  }
  await driver.advance(60 * 60);
  await driver.cron("* * * * *");
  await settle();
  expect((await read()).work).toMatchObject({ isChecking: false, waiting: 0 });

  const messages = driver.invocations.filter(({ kind }) => kind === "discord");
  const { invalid } = await discord.answers();
  expect(invalid).toBe(0);
  // A message is three operations; each number is a tenth of what the free plan has for everything.
  expect(messages.length * 3).toBeLessThan(1_000);
  expect(muster.costs.rowsWritten).toBeLessThan(10_000);
  expect(muster.costs.rowsRead).toBeLessThan(500_000);
  for (const { subrequests } of messages) expect(subrequests).toBeLessThanOrEqual(SUBREQUESTS);
});
