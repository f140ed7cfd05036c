import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { Muster } from "#test/support/workerd/harness.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";

// The tests share a database, and a cron would work on the servers of all.
afterEach(async () => {
  vi.useRealTimers();
  await env.DB.prepare("delete from discord_servers").run();
});

const MAPPED = ["One", "Two", "Three", "Four", "Five"];
/** Muster reads the member of a mark, reads it anew, and replaces all roles with its third request. */
const BEFORE_REPLACEMENT = 2;
const MOST_CALLS = 30;

/** A server whose group gives five roles. */
async function open(more: Parameters<typeof buildServer>[0] = {}, names = MAPPED) {
  vi.spyOn(console, "log").mockReturnValue();
  await env.DB.prepare("delete from discord_servers").run();
  const server = await buildServer({
    vars: { PLAN: "free" },
    roles: ["Scout", "Pilot", ...names, "Birthday", "Friend"].map((name) => ({ name })),
    ...more,
  });
  const { save, scouts, roleId, discord, id, addPilot, switchOn, join, driver } = server;
  await save({ roles: names.map((name) => ({ roleId: roleId(name), groupIds: [scouts.id] })) });
  const pilot = await addPilot({ roles: ["Friend"] });
  await switchOn();
  await driver.advance(11);
  await discord.clearAnswers();
  return {
    ...server,
    pilot,
    /** The pilot joins the group, and the queue gets the message. */
    begin: async () => {
      await join(pilot, scouts);
      await driver.cron("* * * * *");
    },
    /** A person changes roles while Muster replaces the list. */
    editMeanwhile: (edit: { add?: string[]; remove?: string[] }) =>
      discord.servers.scheduleEdit(
        id,
        pilot.discordId,
        { add: (edit.add ?? []).map(roleId), remove: (edit.remove ?? []).map(roleId) },
        BEFORE_REPLACEMENT,
      ),
  };
}

async function openAttempts({ env }: Muster) {
  const row = await env.DB.prepare(
    "select count(*) as open from discord_members where attempt is not null",
  ).first<{ open: number }>();
  return row?.open;
}

test("what a person changes between the reading and the replacement is not lost", async () => {
  const { begin, editMeanwhile, driver, discord, rolesOf, pilot, id, roleId } = await open();
  await editMeanwhile({ add: ["Birthday"], remove: ["Friend"] });
  await begin();
  await driver.drain();
  expect(await rolesOf(pilot)).toEqual(["Birthday", ...MAPPED].toSorted());
  const { answers, invalid } = await discord.answers();
  expect(answers["PATCH 200"]).toBe(1);
  expect(invalid).toBe(0);

  // Without the second half of the work, the replacement would have overwritten both.
  const { auditLog } = await discord.servers.read(id);
  const touched = auditLog.flatMap(({ reason, changes }) =>
    changes.flatMap((change) =>
      change.key === "nick"
        ? []
        : change.new_value
            .filter((role) => [roleId("Birthday"), roleId("Friend")].includes(role.id))
            .map(({ name }) => `${change.key} ${name} ${reason === undefined ? "by hand" : ""}`),
    ),
  );
  expect(touched.map((one) => one.trim()).toSorted()).toEqual([
    "$add Birthday",
    "$add Birthday by hand",
    "$add Friend",
    "$remove Birthday",
    "$remove Friend",
    "$remove Friend by hand",
  ]);
});

test("the same, killed after any call and run again", async () => {
  let calls = 1;
  for (; calls < MOST_CALLS; calls += 1) {
    const { begin, editMeanwhile, driver, muster, rolesOf, pilot, minute, discord } = await open();
    await editMeanwhile({ add: ["Birthday"], remove: ["Friend"] });
    await begin();
    const message = muster.queue.takeOne();
    const isWhole = await driver.deliverAndKill(message, calls);
    await minute();
    await minute();
    const roles = await rolesOf(pilot);
    expect({ calls, roles }).toEqual({ calls, roles: ["Birthday", ...MAPPED].toSorted() });
    expect((await discord.answers()).invalid).toBe(0);
    expect(await openAttempts(muster)).toBe(0);
    if (isWhole) break;
  }
  expect(calls).toBeGreaterThan(5);
  expect(calls).toBeLessThan(MOST_CALLS);
});

test("a mapped role that a person takes meanwhile stays taken, and is drift", async () => {
  const {
    begin,
    editMeanwhile,
    driver,
    rolesOf,
    pilot,
    save,
    roleId,
    scouts,
    pilots,
    routes,
    param,
    join,
    minute,
  } = await open();
  await save({
    roles: [
      ...MAPPED.map((name) => ({ roleId: roleId(name), groupIds: [scouts.id] })),
      { roleId: roleId("Pilot"), groupIds: [pilots.id] },
    ],
  });
  await join(pilot, pilots);
  await minute();
  expect(await rolesOf(pilot)).toEqual(["Friend", "Pilot"]);
  await driver.advance(11);
  await editMeanwhile({ remove: ["Pilot"] });
  await begin();
  await driver.drain();
  expect(await rolesOf(pilot)).toEqual(["Friend", ...MAPPED].toSorted());
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  const { items } = await (await routes.drift.$get({ param })).json();
  expect(items).toEqual([
    expect.objectContaining({
      kind: "missing",
      roleId: roleId("Pilot"),
      discordId: pilot.discordId,
    }),
  ]);
});

test("while Discord does not tell its audit log, the replacement is looked at later", async () => {
  const { begin, editMeanwhile, driver, rolesOf, pilot, minute, muster } = await open();
  await driver.newEden.addFault({ service: "discord", kind: "unavailable", path: "/audit-logs" });
  await editMeanwhile({ add: ["Birthday"] });
  await begin();
  await driver.drain();
  expect(await rolesOf(pilot)).toEqual(["Friend", ...MAPPED].toSorted());
  await driver.newEden.clearFaults();
  for (let count = 0; count < 3; count += 1) await minute();
  expect(await rolesOf(pilot)).toEqual(["Birthday", "Friend", ...MAPPED].toSorted());
  expect(await openAttempts(muster)).toBe(0);
});

test("without the permission to read the audit log, each role is a request of its own", async () => {
  const names = Array.from({ length: 14 }, (_, index) => `Role ${index}`);
  const { begin, editMeanwhile, driver, discord, rolesOf, pilot, minute } = await open(
    { botPermissions: ["CREATE_INSTANT_INVITE", "MANAGE_NICKNAMES", "MANAGE_ROLES"] },
    names,
  );
  await editMeanwhile({ add: ["Birthday"], remove: ["Friend"] });
  await begin();
  await driver.drain();
  for (let count = 0; count < 3; count += 1) await minute();
  expect(await rolesOf(pilot)).toEqual(["Birthday", ...names].toSorted());
  const { answers, invalid } = await discord.answers();
  expect(answers["PATCH 200"]).toBeUndefined();
  expect(answers["PUT 204"]).toBe(names.length);
  expect(invalid).toBe(0);
});
