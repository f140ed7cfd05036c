import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Requirement } from "#shared/requirements/tree.ts";
import { LONG_WATCH_ID, NULL_CONCORD_ID } from "#test/new-eden/ids.ts";
import { hasRole, hasStanding, hasTitle } from "#test/support/requirements/condition-builders.ts";
import {
  ALL_SCOPES,
  authorizeAgain,
  buildManaged,
  linkMember,
} from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { readCharacterEvidence } from "#test/support/requirements/read-evidence.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { contacts, directorLists, memberRoles, memberTitles } from "#worker/db/schema/evidence.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";

const MINUTES = 60;
const HOUR = 60 * MINUTES;
const WITH_RULES = [...ALL_SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];

const { drive, muster, world } = await startDriven();
const { db } = muster.context;

const group = await buildGroup(muster, { owner: world.admin });
beforeEach(async () => {
  await db.delete(groupRequirements);
  await drive.advance(2 * HOUR);
});

/** A managed corporation whose director has granted what rules need. */
async function buildOpen(...trees: Requirement[]) {
  const corporation = await buildManaged(world);
  const [director] = corporation.pilots;
  await authorizeAgain(muster, director?.pilot.id ?? 0, WITH_RULES);
  for (const tree of trees) await setRule(muster, group.id, tree);
  return corporation;
}

async function read(corporation: Managed) {
  await corporation.newEden.clearRequests();
  await drive.startDue();
  await drive.drain();
  const requests = await corporation.newEden.requests({ path: /roles|titles|contacts/ });
  return requests
    .map(({ path }) => path.replace(/^.*\/(corporations|alliances)\/\d+\//, ""))
    .filter((path) => !path.includes("characters/"));
}

test("nothing is read and shown while no rule needs it", async () => {
  const corporation = await buildOpen();
  expect(await read(corporation)).toEqual([]);
  await corporation.fetch("requirements");
  expect(await corporation.stateOf("requirements")).toBeUndefined();
});

test("only the lists that a rule needs are read, and again after an hour", async () => {
  const corporation = await buildOpen(hasRole("Trader"));
  expect(await read(corporation)).toEqual(["roles"]);
  await drive.advance(30 * MINUTES);
  expect(await read(corporation)).toEqual([]);
  await drive.advance(40 * MINUTES);
  expect(await read(corporation)).toEqual(["roles"]);
  await setRule(muster, group.id, hasTitle(corporation.id, 1));
  await drive.advance(61 * MINUTES);
  expect(await read(corporation)).toEqual(["titles", "members/titles"]);
  await setRule(muster, group.id, hasTitle(corporation.id + 1, 1));
  await drive.advance(61 * MINUTES);
  expect(await read(corporation)).toEqual([]);
});

test("a director's list gives the roles and titles of members who have granted nothing", async () => {
  const corporation = await buildOpen();
  const { newEden, id } = corporation;
  const member = await linkPilot(muster, { corporationId: id, roles: ["Trader", "Auditor"] });
  const plain = await linkPilot(muster, { corporationId: id });
  await newEden.setTitles(member.pilot.id, [1, 4]);
  const rules = [hasRole("Trader"), hasTitle(id, 1)];
  await setRule(muster, group.id, { type: "all", of: rules });
  for (const { refresh } of [member, plain]) await refresh();
  await drive.advance(1);
  await read(corporation);
  const of = ({ user, pilot }: typeof member) =>
    readCharacterEvidence(muster, user, pilot.id, ...rules);
  expect(await of(member)).toMatchObject({
    roles: { isKnown: true, value: ["Trader", "Auditor"] },
    titles: { isKnown: true, value: { corporationId: id, titleIds: [1, 4] } },
  });
  expect(await of(plain)).toMatchObject({
    roles: { isKnown: true, value: [] },
    titles: { isKnown: true, value: { titleIds: [] } },
  });
  const rolesRead = (await of(member)).roles.asOf ?? 0;

  // What EVE took away goes, and the list is dated by its last reading, also if nothing changed.
  await newEden.setRoles(member.pilot.id, ["Auditor"]);
  await newEden.setTitles(member.pilot.id, []);
  await drive.advance(61 * MINUTES);
  await read(corporation);
  expect(await of(member)).toMatchObject({
    roles: { value: ["Auditor"] },
    titles: { value: { titleIds: [] } },
  });
  await drive.advance(61 * MINUTES);
  await read(corporation);
  expect((await of(member)).roles.asOf ?? 0).toBeGreaterThan(rolesRead + 2 * HOUR * 1000);
});

test("only what changed is written", async () => {
  const corporation = await buildOpen(hasRole("Trader"));
  const { newEden, id } = corporation;
  const members = await Promise.all(
    Array.from({ length: 5 }, () => newEden.createPilot({ corporationId: id, roles: ["Trader"] })),
  );
  await read(corporation);
  expect(await db.select().from(memberRoles).where(eq(memberRoles.corporationId, id))).toHaveLength(
    6,
  );
  const rows = () =>
    db.$client
      .prepare("select rowid, character_id, roles from corporation_member_roles order by 1")
      .all();
  const before = (await rows()).results;
  await newEden.setRoles(members[2]?.id ?? 0, []);
  await drive.advance(61 * MINUTES);
  await read(corporation);
  const after = (await rows()).results;
  expect(after).toEqual(before.filter((row) => row["character_id"] !== members[2]?.id));
});

test("an empty list of members is no evidence, and a failed fetch leaves what there is", async () => {
  const corporation = await buildOpen(hasRole("Trader"));
  const { newEden, id } = corporation;
  const member = await linkPilot(muster, { corporationId: id, roles: ["Trader"] });
  await member.refresh();
  await drive.advance(1);
  await read(corporation);
  const roles = async () =>
    (await readCharacterEvidence(muster, member.user, member.pilot.id, hasRole("Trader"))).roles;
  const before = await roles();
  expect(before).toMatchObject({ isKnown: true, value: ["Trader"] });
  await newEden.setHoldings(id, { hidesMembers: true });
  await drive.advance(61 * MINUTES);
  expect(await read(corporation)).toEqual(["roles"]);
  expect(await roles()).toEqual(before);
  expect(await corporation.stateOf("requirements")).toMatchObject({ state: "failed" });
  await newEden.setHoldings(id, { hidesMembers: false });
  await newEden.addFault({ service: "esi", kind: "server_error", path: "corporations/\\d+/roles" });
  await drive.advance(61 * MINUTES);
  await read(corporation);
  await newEden.clearFaults();
  expect(await roles()).toEqual(before);
});

test("contacts of a corporation and its alliance become standings, the most specific first", async () => {
  const corporation = await buildOpen();
  const { newEden, id } = corporation;
  await newEden.changeCorporation(id, { allianceId: NULL_CONCORD_ID });
  await corporation.fetch("public");
  await drive.drain();
  const pilot = await linkPilot(muster, { corporationId: (await newEden.createCorporation()).id });
  await pilot.refresh();
  const rules = [hasStanding("corporation", id), hasStanding("alliance", NULL_CONCORD_ID)];
  await setRule(muster, group.id, { type: "all", of: rules });
  const standings = async () =>
    Object.fromEntries(
      [
        ...(await readCharacterEvidence(muster, pilot.user, pilot.pilot.id, ...rules)).standings,
      ].map(([key, fact]) => [key.split(":", 1)[0], fact.isKnown ? fact.value : fact.reason]),
    );
  expect(await standings()).toEqual({ corporation: "no_director", alliance: "no_director" });
  expect(await read(corporation)).toEqual(["contacts", "contacts"]);
  expect(await standings()).toEqual({ corporation: 0, alliance: 0 });

  await newEden.setContact({
    ownerId: id,
    id: pilot.pilot.corporationId,
    type: "corporation",
    standing: 5,
  });
  await newEden.setContact({
    ownerId: NULL_CONCORD_ID,
    id: pilot.pilot.id,
    type: "character",
    standing: -10,
  });
  await drive.advance(61 * MINUTES);
  await read(corporation);
  expect(await standings()).toEqual({ corporation: 5, alliance: -10 });
  await newEden.setContact({
    ownerId: NULL_CONCORD_ID,
    id: pilot.pilot.id,
    type: "character",
    standing: null,
  });
  await drive.advance(61 * MINUTES);
  await read(corporation);
  expect(await standings()).toEqual({ corporation: 5, alliance: 0 });

  // A corporation that is no longer managed takes its contacts and those of its alliance along.
  await db.delete(corporations).where(eq(corporations.id, id));
  expect(await db.select().from(contacts)).toEqual([]);
  expect(await db.select().from(directorLists)).toEqual([]);
});

test("a corporation that has left its alliance does not make its directors unhealthy", async () => {
  const corporation = await buildOpen();
  const { newEden, id } = corporation;
  await newEden.changeCorporation(id, { allianceId: NULL_CONCORD_ID });
  await corporation.fetch("public");
  await drive.drain();
  await setRule(muster, group.id, hasStanding("alliance", NULL_CONCORD_ID));
  await newEden.changeCorporation(id, { allianceId: LONG_WATCH_ID });
  await db.$client
    .prepare("update corporations set alliance_id = ? where id = ?")
    .bind(NULL_CONCORD_ID, id)
    .run();
  await newEden.addFault({ service: "esi", kind: "server_error", path: `corporations/${id}$` });
  await read(corporation);
  await newEden.clearFaults();
  const refused = await newEden.requests({ path: /alliances\/\d+\/contacts/ });
  expect(refused.map(({ status }) => status)).toEqual([403]);
  expect(await corporation.directors()).toMatchObject([{ failureCount: 0, isHealthy: true }]);
});

test("grants of today go on serving today's lists; what rules need waits for a grant that covers it", async () => {
  const corporation = await buildManaged(world);
  const { id } = corporation;
  await setRule(muster, group.id, {
    type: "all",
    of: [hasRole("Trader"), hasTitle(id, 1), hasStanding("corporation", id)],
  });
  // The scope of members covers their roles.
  expect(await read(corporation)).toEqual(["roles"]);
  expect(await corporation.stateOf("requirements")).toMatchObject({
    state: "failed",
    error: expect.stringContaining("Grant director access again"),
  });
  expect(await corporation.directors()).toMatchObject([
    { isHealthy: true, failureCount: 0, missingScopes: [] },
  ]);
  const second = await linkMember(muster, id, { scopes: WITH_RULES });
  await corporation.api.directors.$post({
    param: corporation.param,
    json: { characterId: second.pilot.id, characterName: second.pilot.name },
  });
  await drive.drain();
  await drive.advance(61 * MINUTES);
  expect(await read(corporation)).toEqual(["roles", "titles", "members/titles", "contacts"]);
  expect(await corporation.stateOf("requirements")).toMatchObject({ state: "fresh" });
});

test("a fetch that is killed after any of its calls and delivered again ends with EVE's lists", async () => {
  const corporation = await buildOpen();
  const { newEden, id } = corporation;
  const member = await newEden.createPilot({ corporationId: id });
  await setRule(muster, group.id, {
    type: "all",
    of: [hasRole("Trader"), hasTitle(id, 1), hasStanding("corporation", id)],
  });
  let isAlive = false;
  let kills = 0;
  for (let call = 1; !isAlive; call++) {
    await drive.advance(61 * MINUTES);
    await newEden.setRoles(member.id, [call % 2 === 0 ? "Trader" : "Auditor"]);
    await newEden.setTitles(member.id, [2 ** (call % 3)]);
    await newEden.setContact({ ownerId: id, id: member.id, type: "character", standing: call });
    await corporation.fetch("requirements");
    const message = muster.queue.takeOne();
    isAlive = await drive.deliverAndKill(message, call);
    if (!isAlive) kills += 1;
    await drive.drain();
    const ofMember = eq(memberRoles.characterId, member.id);
    expect(await db.select().from(memberRoles).where(ofMember)).toMatchObject([
      { roles: [call % 2 === 0 ? "Trader" : "Auditor"] },
    ]);
    expect(await db.select().from(memberTitles)).toMatchObject([{ titleIds: [2 ** (call % 3)] }]);
    expect(await db.select().from(contacts)).toMatchObject([{ standing: call }]);
    expect(await corporation.stateOf("requirements")).toMatchObject({ state: "fresh" });
  }
  expect(kills).toBeGreaterThanOrEqual(5);
});
