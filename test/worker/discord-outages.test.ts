import { afterEach, expect, test, vi } from "vitest";
import { buildServer } from "#test/support/discord/server-builders.ts";

afterEach(() => vi.useRealTimers());

test("an outage of Discord of an hour ends in the right state without a click", async () => {
  const server = await buildServer();
  const { addPilot, scouts, pilots, switchOn, rolesOf, minutes, join, leave, driver, read } =
    server;
  const pilot = await addPilot({ groups: [scouts] });
  await switchOn();
  await driver.newEden.addFault({ service: "discord", kind: "unavailable" });
  await leave(pilot, scouts);
  await join(pilot, pilots);
  await server.discord.clearAnswers();
  await minutes(60);
  const { answers, invalid } = await server.discord.answers();
  expect(invalid).toBe(0);
  // It is not asked all the time.
  expect(Object.values(answers).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10);
  expect((await read()).work).toMatchObject({ halt: "unavailable" });
  await driver.newEden.clearFaults();
  await minutes(16);
  expect(await rolesOf(pilot)).toEqual(["Pilot"]);
  expect((await read()).work).toMatchObject({ halt: null, waiting: 0 });
});

test("a role that is moved above the bot costs each member one refused request at most, health says what to do, and it is given when it is back", async () => {
  const server = await buildServer();
  const { addPilot, scouts, switchOn, rolesOf, discord, id, roleId, join, minute, read } = server;
  const { routes, param, driver } = server;
  await switchOn();
  await discord.servers.changeRole(id, roleId("Scout"), { position: 9 });
  const found = [await addPilot(), await addPilot(), await addPilot()];
  await discord.clearAnswers();
  for (const pilot of found) await join(pilot, scouts);
  await minute();
  await minute();
  for (const pilot of found) expect(await rolesOf(pilot)).toEqual([]);
  expect((await discord.answers()).invalid).toBeLessThanOrEqual(found.length);
  const { checks, problems } = await read();
  expect(problems.filter(({ problem }) => problem === "refused")).not.toEqual([]);
  expect(checks[0]).toMatchObject({ title: "Scout is above Muster’s role", state: "failed" });

  await discord.servers.changeRole(id, roleId("Scout"), { position: 1 });
  await driver.advance(11);
  expect((await routes.check.$post({ param, json: { retries: true } })).status).toBe(200);
  await driver.drain();
  for (const pilot of found) expect(await rolesOf(pilot)).toEqual(["Scout"]);
  expect((await read()).problems).toEqual([]);
});

test("a bot that was removed and a wrong token stop the server, in words", async () => {
  const { addPilot, scouts, switchOn, discord, id, minute, join, read, routes, param, driver } =
    await buildServer();
  const pilot = await addPilot();
  await switchOn();
  await discord.servers.removeBot(id);
  await join(pilot, scouts);
  await minute();
  const { work, checks } = await read();
  expect(work).toMatchObject({ halt: "no_access" });
  expect(checks[0]).toMatchObject({ title: "The bot is not on this server", state: "failed" });
  await discord.servers.installBot(id);
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  expect((await read()).work).toMatchObject({ halt: null, waiting: 0 });
});
