import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { AdminAct, Consequences } from "#shared/consequences.ts";

import { insertApplication, signedInAt } from "#test/support/applications/applications.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { inDays, REASON } from "#test/support/people/suspension-builders.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { applicationGrants } from "#worker/db/schema/applications/applications.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";

vi.setConfig({ testTimeout: 60_000 });

const server = await buildServer();
const { muster, admin, addPilot, scouts, pilots, driver } = server;
const { db } = muster.context;
await server.switchOn();

async function ask(act: AdminAct, id: string): Promise<Consequences> {
  const answer = await admin.api.admin.consequences.$get({ query: { act, id } });
  expect(answer.status).toBe(200);
  return answer.json();
}

const listOf = ({ follows }: Consequences) =>
  Object.fromEntries(follows.map(({ kind, count, names }) => [kind, { count, names }]));

const suspend = (userId: string, until: string | null = null) =>
  admin.api.admin.users[":id"].suspension.$put({
    param: { id: userId },
    json: { reason: REASON, until },
  });

let lastCorporationId = 98_765_000;
async function readBy(name: string, ...characterIds: number[]) {
  const id = ++lastCorporationId;
  const folded = { nameFolded: name.toLowerCase(), ticker: "T", tickerFolded: "t" };
  await db.insert(corporations).values({ id, name, ...folded, createdAt: new Date() });
  for (const characterId of characterIds) {
    const director = { id: `d${id}-${characterId}`, corporationId: id, characterId, priority: 100 };
    await db
      .insert(directors)
      .values({ ...director, isHealthy: true, checkedAt: new Date(), createdAt: new Date() });
  }
  return String(id);
}

const statusOf = async (id: string) =>
  (await (await admin.api.corporations[":id"].$get({ param: { id } })).json()).status.state;

test("a suspension does what was said before: sessions, roles, sign-ins at applications, directors", async () => {
  const pilot = await addPilot({ name: "Bram Kol", groups: [scouts, pilots] });
  const friend = await buildUser(muster);
  const own = await buildGroup(muster, { owner: pilot, name: "Aces" });
  const wiki = await insertApplication(muster, { name: "Wiki" });
  await signedInAt(muster, wiki.id, pilot.userId);
  const alone = await readBy("Alone Holdings", pilot.mainCharacterId);
  const shared = await readBy("Shared Yards", pilot.mainCharacterId, friend.mainCharacterId);
  // What happens at Discord first: the roles are given.
  await server.routes.check.$post({ param: server.param, json: { retries: false } });
  await driver.drain();
  const before = await server.rolesOf(pilot);
  expect(before).toEqual(["Pilot", "Scout"]);

  const said = await ask("suspension", pilot.userId);
  expect(said.people).toEqual({ count: 1, names: ["Bram Kol"] });
  const follows = listOf(said);
  const live = await db.select().from(sessions).where(eq(sessions.userId, pilot.userId));
  const grants = await db
    .select()
    .from(applicationGrants)
    .where(eq(applicationGrants.userId, pilot.userId));
  expect(follows).toMatchObject({
    sessions: { count: live.length },
    memberships: { count: 3, names: [own.name, pilots.name, scouts.name] },
    owned_groups: { count: 1, names: ["Aces"] },
    discord_roles: { count: 2 },
    directors: { count: 2, names: ["Alone Holdings", "Shared Yards"] },
    unread_corporations: { count: 1, names: ["Alone Holdings"] },
  });
  expect(follows["applications"]?.count ?? 0).toBe(
    new Set(grants.map(({ applicationId }) => applicationId)).size,
  );

  expect((await suspend(pilot.userId)).status).toBe(204);
  await server.minute();
  expect(await db.select().from(sessions).where(eq(sessions.userId, pilot.userId))).toEqual([]);
  expect(
    await db.select().from(applicationGrants).where(eq(applicationGrants.userId, pilot.userId)),
  ).toEqual([]);
  const taken = before?.filter((role) =>
    follows["discord_roles"]?.names.some((one) => role !== undefined && one.startsWith(role)),
  );
  expect(taken).toEqual(before);
  expect(await server.rolesOf(pilot)).toEqual([]);
  expect([await statusOf(alone), await statusOf(shared)]).toEqual([
    "no_usable_director",
    "working",
  ]);

  // Suspended already: a change of the reason or the end has no other consequence.
  expect((await ask("suspension", pilot.userId)).follows).toEqual([]);
});

test("a role that was given by hand at Discord is not said to be lost, and stays", async () => {
  const pilot = await addPilot({ groups: [scouts], roles: ["Pilot"] });
  await server.routes.check.$post({ param: server.param, json: { retries: false } });
  await driver.drain();
  expect(await server.rolesOf(pilot)).toEqual(["Pilot", "Scout"]);
  const { discord_roles: lost } = listOf(await ask("suspension", pilot.userId));
  expect(lost).toMatchObject({ count: 1, names: [expect.stringMatching(/^Scout /)] });
  await suspend(pilot.userId, inDays(3));
  await server.minute();
  expect(await server.rolesOf(pilot)).toEqual(["Pilot"]);
});

test("what the act would refuse is refused before", async () => {
  const get = (id: string) =>
    admin.api.admin.consequences.$get({ query: { act: "suspension", id } });
  expect((await get(admin.userId)).status).toBe(409);
  expect((await get("nobody")).status).toBe(404);
});
