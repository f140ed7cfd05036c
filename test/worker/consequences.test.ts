import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { corporationRow } from "#test/support/discord/managed-builders.ts";
import { adminActSchema } from "#shared/consequences.ts";
import type { AdminAct, Consequences, Act } from "#shared/consequences.ts";
import { insertApplication, signedInAt } from "#test/support/applications/applications.ts";
import { prepareProgram } from "#test/support/applications/application-rows.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import { inDays, REASON } from "#test/support/people/suspension-builders.ts";
import {
  evaluateAll,
  isMember,
  ruleOf,
  saveRule,
} from "#test/support/requirements/requirement-builders.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { runBatch } from "#worker/db/batch.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { applicationGrants, applicationGroups } from "#worker/db/schema/applications.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { apiTokens, webhooks } from "#worker/db/schema/application-interfaces.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { DECLARATIONS } from "#worker/app/app.ts";

const server = await buildServer();
const { muster, admin, addPilot, scouts, pilots, driver } = server;
const { db } = muster.context;
await server.switchOn();

const get = (act: AdminAct, id: string) =>
  admin.api.admin.consequences.$get({ query: { act, id } });

async function ask(act: AdminAct, id: string): Promise<Consequences> {
  const answer = await get(act, id);
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
  await db.insert(corporations).values(corporationRow(id, name, "T"));
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
  expect(said.people).toEqual({ names: ["Bram Kol"], more: 0 });
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
    roles: { count: 2 },
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
    follows["roles"]?.names.some((one) => role !== undefined && one.startsWith(role)),
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

test("a role that was given by hand on Discord is not said to be lost, and stays", async () => {
  const pilot = await addPilot({ groups: [scouts], roles: ["Pilot"] });
  await server.routes.check.$post({ param: server.param, json: { retries: false } });
  await driver.drain();
  expect(await server.rolesOf(pilot)).toEqual(["Pilot", "Scout"]);
  const { roles: lost } = listOf(await ask("suspension", pilot.userId));
  expect(lost).toMatchObject({ count: 1, names: [expect.stringMatching(/^Scout /)] });
  await suspend(pilot.userId, inDays(3));
  await server.minute();
  expect(await server.rolesOf(pilot)).toEqual(["Pilot"]);
});

test("a deleted group takes what was said before: roles at Discord, applications, rules, rosters and what waits", async () => {
  const owner = await addPilot({ name: "Oda Reis" });
  const group = await buildGroup(muster, { owner, name: "Vanguard" });
  const others = await buildGroup(muster, { owner: admin, name: "Others" });
  const elite = await buildGroup(muster, { owner: admin, name: "Elite" });
  await setRule(muster, elite.id, { type: "member_of", groupIds: [group.id] });
  const scout = { roleId: server.roleId("Scout"), groupIds: [scouts.id, group.id, others.id] };
  await server.save({ roles: [scout, ...server.mapping.slice(1)], joinGroupId: group.id });
  const [both, one, alt] = [
    await addPilot({ groups: [group, others] }),
    await addPilot({ groups: [group] }),
    await addPilot({ groups: [group], isElsewhere: true }),
  ];
  await driver.drain();
  const wiki = await insertApplication(muster, { name: "Gate", requiredGroupId: group.id });
  const forum = await insertApplication(muster, { name: "Forum" });
  await db.insert(applicationGroups).values({ applicationId: forum.id, groupId: group.id });
  const roster = await readBy("Roster Works");
  await db
    .update(corporations)
    .set({ rosterGroupId: group.id })
    .where(eq(corporations.id, Number(roster)));
  const stranger = await buildUser(muster);
  await buildRequest(muster, group, stranger);
  await buildInvitation(muster, group, await buildUser(muster), owner);
  await buildCode(muster, group, owner);
  await server.minute();
  const holders = async () => {
    const all = await Promise.all([owner, both, one, alt].map((pilot) => server.rolesOf(pilot)));
    return all.filter((roles) => roles?.includes("Scout")).length;
  };
  const before = await holders();
  expect(before).toBe(3);

  const read = async ({ api }: BuiltUser) => {
    const answer = await api.groups[":id"].consequences.$get({ param: { id: group.id } });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const said = await read(admin);
  expect(said.people).toMatchObject({ more: 0, names: expect.arrayContaining(["Oda Reis"]) });
  expect(said.people?.names).toHaveLength(4);
  const serverName = (await server.read()).name;
  expect(listOf(said)).toEqual({
    roles: { count: 2, names: [`Scout (${serverName})`] },
    closed_applications: { count: 1, names: ["Gate"] },
    told_applications: { count: 1, names: ["Forum"] },
    rules: { count: 1, names: ["Elite"] },
    joining: { count: 1, names: [serverName] },
    rosters: { count: 1, names: ["Roster Works"] },
    requests: { count: 1, names: [] },
    invitations: { count: 1, names: [] },
    codes: { count: 1, names: [] },
  });
  const setSize = (memberCount: number) =>
    db.update(groups).set({ memberCount }).where(eq(groups.id, group.id));
  await setSize(2001);
  expect(listOf(await read(admin))["roles"]).toEqual({
    count: null,
    names: [`Scout (${serverName})`],
  });
  await setSize(4);
  // The owner learns nothing of other groups, servers and people at Discord.
  expect(listOf(await read(owner))).toEqual({
    roles: { count: null, names: [`Scout (${serverName})`] },
    closed_applications: { count: 1, names: ["Gate"] },
    told_applications: { count: 1, names: ["Forum"] },
    requests: { count: 1, names: [] },
    invitations: { count: 1, names: [] },
    codes: { count: 1, names: [] },
  });
  expect((await both.api.groups[":id"].consequences.$get({ param: { id: group.id } })).status).toBe(
    403,
  );

  await owner.api.groups[":id"].$delete({ param: { id: group.id }, json: { name: "Vanguard" } });
  await server.minute();
  expect(before - (await holders())).toBe(2);
  expect((await server.read()).settings.joinGroupId).toBeNull();
  const claims = await admin.api.admin.applications[":id"].claims.$get({
    param: { id: wiki.id },
    query: { userId: one.userId },
  });
  expect((await claims.json()).maySignIn).toBe(false);
  const [left] = await db
    .select()
    .from(corporations)
    .where(eq(corporations.id, Number(roster)));
  expect(left?.rosterGroupId).toBeNull();
});

test("a corporation that is removed takes its directors, and what only they could answer", async () => {
  const id = await readBy("Lost Mines", admin.mainCharacterId);
  const asking = await buildGroup(muster, { owner: admin, name: "Titled" });
  await setRule(muster, asking.id, {
    type: "characters",
    which: "any",
    meet: { type: "titles", corporationId: Number(id), titleIds: [1] },
  });
  await db
    .update(corporations)
    .set({ rosterGroupId: asking.id, journalCount: 40, killmailCount: 2 })
    .where(eq(corporations.id, Number(id)));
  await server.save({ nickname: { template: "[{ticker}] {main}", keepsOwnPart: true } });
  const said = await ask("corporation", id);
  expect(said.people?.names).toHaveLength(1);
  expect(listOf(said)).toEqual({
    records: { count: 42, names: [] },
    unread_rules: { count: 1, names: ["Titled"] },
    readers: { count: 1, names: ["Titled"] },
    nicknames: { count: 1, names: [(await server.read()).name] },
  });
  await admin.api.corporations[":id"].$delete({ param: { id } });
  const left = await db
    .select()
    .from(directors)
    .where(eq(directors.corporationId, Number(id)));
  expect(left).toEqual([]);
  expect((await get("corporation", id)).status).toBe(404);
  await server.save({ nickname: null });
});

test("the last usable director is told from others", async () => {
  const friend = await buildUser(muster);
  const id = await readBy("Two Towers", admin.mainCharacterId, friend.mainCharacterId);
  const [first, second] = [admin, friend].map(({ mainCharacterId }) => `d${id}-${mainCharacterId}`);
  const remove = (directorId = "") =>
    admin.api.corporations[":id"].directors[":directorId"].$delete({ param: { id, directorId } });
  expect(listOf(await ask("director", first ?? ""))).toEqual({
    directors: { count: 1, names: ["Two Towers"] },
  });
  expect((await remove(first)).status).toBe(204);
  expect(await statusOf(id)).toBe("working");
  expect(listOf(await ask("director", second ?? ""))).toEqual({
    unread_corporations: { count: 1, names: ["Two Towers"] },
  });
  await remove(second);
  expect(await statusOf(id)).toBe("no_director");
});

test("a deleted application takes its sign-ins, tokens and webhooks", async () => {
  const program = await prepareProgram(muster);
  await runBatch(db, program.statements);
  const id = program.ids.application;
  const [first, second] = [await buildUser(muster), await buildUser(muster)];
  await signedInAt(muster, id, first.userId);
  await signedInAt(muster, id, second.userId);
  const [fact] = await db.select().from(facts).where(eq(facts.applicationId, id));
  if (fact === undefined) throw new Error("A program has a fact.");
  await db
    .insert(factValues)
    .values({ userId: first.userId, factId: fact.id, value: "3", asOf: new Date() });
  const asking = await buildGroup(muster, { owner: admin, name: "Fleet commanders" });
  const tree = { type: "fact", factId: fact.id, test: { compare: "at_least", value: 3 } } as const;
  const rule = ruleOf(tree, { enrolment: "automatic", graceDays: 0 });
  expect((await saveRule(admin, asking.id, rule)).status).toBe(200);
  await evaluateAll(muster);
  expect(await isMember(muster, asking.id, first.userId)).toBe(true);
  const said = await ask("application", id);
  expect(said.people?.names).toHaveLength(2);
  expect(listOf(said)).toEqual({
    sign_ins: { count: 2, names: [] },
    tokens: { count: 1, names: ["Wiki"] },
    webhooks: { count: 1, names: ["wiki.example.com"] },
    unread_rules: { count: 1, names: ["Fleet commanders"] },
  });
  const off = await ask("application_off", id);
  expect(off.people).toEqual(said.people);
  expect(Object.keys(listOf(off))).toEqual(["tokens", "webhooks", "unread_rules"]);
  await admin.api.admin.applications[":id"].$delete({ param: { id } });
  for (const table of [applicationGrants, apiTokens, webhooks]) {
    const left = await db.select().from(table).where(eq(table.applicationId, id));
    expect(left).toEqual([]);
  }
  expect((await get("application", id)).status).toBe(404);
  await evaluateAll(muster);
  expect(await isMember(muster, asking.id, first.userId)).toBe(true);
  expect(await isMember(muster, asking.id, second.userId)).toBe(false);
});

test("a Discord server that is removed leaves the roles where they are", async () => {
  const other = await buildServer();
  const pilot = await other.addPilot({ name: "Ines Okafor", groups: [other.scouts] });
  await other.save({ joinGroupId: other.pilots.id });
  await other.switchOn();
  const asking = await buildGroup(other.muster, { owner: other.admin, name: "Present" });
  await setRule(other.muster, asking.id, { type: "on_discord_server", serverId: other.id });
  const answer = await other.admin.api.admin.consequences.$get({
    query: { act: "server", id: other.id },
  });
  const said = await answer.json();
  expect(said.people).toEqual({ names: ["Ines Okafor"], more: 0 });
  expect(listOf(said)).toEqual({
    mapped_roles: { count: 2, names: ["Scout", "Pilot"] },
    unread_rules: { count: 1, names: ["Present"] },
    joining: { count: 1, names: [other.pilots.name] },
  });
  await other.routes.$delete({ param: other.param });
  expect(await other.rolesOf(pilot)).toEqual(["Scout"]);
});

test("each read takes one round trip and writes nothing", async () => {
  const pilot = await addPilot({ groups: [scouts] });
  const program = await prepareProgram(muster);
  await runBatch(db, program.statements);
  const corporation = await readBy("Counted Works", admin.mainCharacterId);
  const ids: Record<AdminAct, string> = {
    suspension: pilot.userId,
    corporation,
    director: `d${corporation}-${admin.mainCharacterId}`,
    application: program.ids.application,
    application_off: program.ids.application,
    server: server.id,
  };
  const reads = [
    () => admin.api.groups[":id"].consequences.$get({ param: { id: scouts.id } }),
    ...adminActSchema.options.map((act) => () => get(act, ids[act])),
  ];
  for (const read of reads) {
    await read();
    muster.costs.reset();
    expect((await read()).status).toBe(200);
    expect(muster.costs).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
    expect(muster.costs.rowsRead).toBeLessThan(250);
  }
});

test("what the act would refuse is refused before", async () => {
  expect((await get("suspension", admin.userId)).status).toBe(409);
  expect((await get("suspension", "nobody")).status).toBe(404);
  expect((await get("corporation", "nothing")).status).toBe(404);
  expect((await get("director", "nobody")).status).toBe(404);
  expect((await get("server", "1")).status).toBe(404);
});

const ACTS: Act[] = [...adminActSchema.options, "group", "drift"];

test("what an act previews is a route, and each act of the contract is one of a route", () => {
  const takings = [...DECLARATIONS.values()].flatMap((one) => ("takes" in one ? [one.takes] : []));
  const previews = takings.flatMap((taking) => ("previews" in taking ? [taking.previews] : []));
  expect(previews.filter((route) => !DECLARATIONS.has(route))).toEqual([]);
  const shown = takings.flatMap((taking) => ("shows" in taking ? [taking.shows] : []));
  expect(shown.toSorted()).toEqual(ACTS.toSorted());
});
