import { eq } from "drizzle-orm";
import { base64url } from "jose";
import { expect, test } from "vitest";
import type { RosterFilter } from "#shared/corporations/roster.ts";
import { buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  authorizeAgain,
  buildManaged,
  linkMember,
} from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";
import { groupQualifications } from "#worker/db/schema/requirements.ts";
import { DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

const HOUR = 60 * 60;
const ALL = Object.values(DIRECTOR_FEATURES).flat();

const { drive, muster, world } = await startDriven();
const { db } = muster.context;
const { admin } = world;

/** Reads the lists of every corporation, and names new members. */
async function readLists() {
  await drive.startDue();
  await drive.drain();
  await drive.cron(EVERY_MINUTE);
  await drive.drain();
}

const param = ({ id }: Managed) => ({ param: { id: String(id) } });

async function summary(corporation: Managed, who: BuiltUser = admin) {
  return (await who.api.rosters[":id"].$get(param(corporation))).json();
}

type Query = Partial<Record<RosterFilter, "true">> & {
  search?: string;
  title?: string;
  former?: "true";
  sort?: "name" | "-name" | "online" | "-online" | "joined" | "-joined";
  cursor?: string;
  export?: "true";
};

async function page(corporation: Managed, query: Query = {}, who: BuiltUser = admin) {
  return (await who.api.rosters[":id"].members.$get({ ...param(corporation), query })).json();
}

async function namesOf(corporation: Managed, query: Query = {}) {
  return (await page(corporation, query)).items.map(({ name }) => name);
}

test("all members that EVE lists have names, with what Muster knows of their players", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 3 } });
  const [director] = corporation.pilots;
  const alt = await linkPilot(
    muster,
    { corporationId: corporation.id, name: "Alt of the director" },
    { ...(director && { altOf: director.user }) },
  );
  await readLists();
  const { items, total, counts, nextCursor } = await page(corporation);
  expect(items).toHaveLength(5);
  expect(nextCursor).toBeNull();
  expect(total).toBe(5);
  expect(counts).toEqual({
    missing: 3,
    lost: 0,
    offline: expect.any(Number),
    noDiscord: 2,
    risk: 0,
  });
  expect(items.every(({ name }) => name !== null)).toBe(true);
  expect(items.slice(0, 3).every(({ registration }) => registration === null)).toBe(true);
  expect(items.find(({ characterId }) => characterId === alt.pilot.id)).toMatchObject({
    registration: {
      userId: director?.user.userId,
      token: "ok",
      main: { characterId: director?.pilot.id, name: director?.pilot.name },
      discordName: null,
    },
    joinedAt: expect.any(String),
    lastOnlineAt: expect.any(String),
  });
  expect(await summary(corporation)).toMatchObject({
    source: "list",
    members: 5,
    registered: 2,
    lost: 0,
    hasTracking: true,
    hasRoles: false,
    doubtfulCount: null,
    history: [{ members: 5, registered: 2 }],
  });
  const [listed] = (await (await admin.api.corporations.$get({ query: {} })).json()).items;
  expect(listed?.coverage).toEqual({ registered: 2, members: 5 });
});

test("filters, search and sort find members in pages of fifty", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 120 } });
  const [director] = corporation.pilots;
  const lost = await linkMember(muster, corporation.id, { roles: [], name: "Lost Lamb" });
  await db
    .update(eveTokens)
    .set({ state: "revoked" })
    .where(eq(eveTokens.characterId, lost.pilot.id));
  await readLists();
  expect(await namesOf(corporation, { lost: "true" })).toEqual(["Lost Lamb"]);
  expect(await namesOf(corporation, { search: "st la" })).toEqual(["Lost Lamb"]);
  expect(await namesOf(corporation, { search: director?.pilot.name ?? "" })).toEqual([
    director?.pilot.name,
  ]);
  const walk = async (sort: Query["sort"]) => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const after = cursor === undefined ? {} : { cursor };
      const next = await page(corporation, { ...(sort && { sort }), ...after });
      expect(next.items.length).toBeLessThanOrEqual(50);
      found.push(...next.items.map(({ name }) => name ?? ""));
      cursor = next.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  };
  for (const sort of [undefined, "online", "-online", "joined", "-joined"] as const) {
    expect(new Set(await walk(sort)).size).toBe(122);
  }
  const byNames = await walk("name");
  expect(byNames).toHaveLength(122);
  expect(byNames).toEqual(byNames.toSorted(byName));
  expect(await walk("-name")).toEqual(byNames.toReversed());
  const exported = await page(corporation, { missing: "true", export: "true" });
  expect(exported.items).toHaveLength(120);
  expect(exported.nextCursor).toBeNull();
});

const byName = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

test("roles and titles are read once an administrator wants them", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 2 } });
  const [director] = corporation.pilots;
  await authorizeAgain(muster, director?.pilot.id ?? 0, ALL);
  const risky = await linkPilot(muster, {
    corporationId: corporation.id,
    roles: ["Station_Manager", "Hangar_Take_1"],
  });
  await corporation.newEden.setTitles(risky.pilot.id, [2]);
  await readLists();
  expect((await page(corporation)).items.every(({ roles }) => roles.length === 0)).toBe(true);
  await admin.api.rosters[":id"].$put({ ...param(corporation), json: { readsRoles: true } });
  await drive.advance(HOUR + 60);
  // As a director wrote them in game.
  await corporation.newEden.addFault({ service: "esi", kind: "title_markup" });
  await readLists();
  await corporation.newEden.clearFaults();
  const { items, counts } = await page(corporation, { risk: "true" });
  expect(counts?.risk).toBe(2);
  expect(items.find(({ characterId }) => characterId === risky.pilot.id)).toMatchObject({
    roles: ["Station_Manager"],
    titles: ["Quartermaster"],
  });
  expect((await summary(corporation)).titles).toContainEqual({ titleId: 2, name: "Quartermaster" });
  for (const query of [{ title: "2" }, { search: "quarterm" }]) {
    expect((await page(corporation, query)).items).toHaveLength(1);
  }
});

test("a group with access reads the roster, and other users do not learn that it exists", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 2 } });
  const [leader, outsider] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner: admin, members: [leader], name: "Recruiters" });
  const secret = await buildGroup(muster, { owner: admin, visibility: "hidden" });
  const member = await linkPilot(muster, { corporationId: corporation.id });
  await admin.api.groups[":id"].invitations.$post({
    param: { id: secret.id },
    json: { characterName: member.pilot.name },
  });
  await readLists();
  const read = (who: BuiltUser) => who.api.rosters[":id"].$get(param(corporation));
  const list = (who: BuiltUser) =>
    who.api.rosters[":id"].members.$get({ ...param(corporation), query: {} });
  for (const who of [leader, outsider]) {
    expect((await read(who)).status).toBe(404);
    expect((await list(who)).status).toBe(404);
  }
  const json = { groupId: group.id };
  await admin.api.rosters[":id"].$put({ ...param(corporation), json });
  expect((await summary(corporation)).settings?.group).toEqual({
    groupId: group.id,
    name: "Recruiters",
  });
  expect(await summary(corporation, leader)).toMatchObject({ settings: null, members: 4 });
  const { items } = await page(corporation, {}, leader);
  expect(items.find(({ characterId }) => characterId === member.pilot.id)?.registration).toEqual({
    userId: null,
    token: "ok",
    main: null,
    discordName: null,
    groupCount: 0,
  });
  // What became of a player who has left is for administrators.
  await corporation.newEden.leaveCorporation(member.pilot.id);
  await drive.advance(HOUR + 60);
  await readLists();
  for (const [who, registration] of [
    [leader, null],
    [admin, { token: "ok" }],
  ] as const) {
    const { items } = await page(corporation, { former: "true" }, who);
    expect(items).toMatchObject([{ characterId: member.pilot.id, registration }]);
  }
  expect(
    (await page(corporation, { former: "true", search: member.pilot.name }, leader)).total,
  ).toBe(1);
  expect((await read(outsider)).status).toBe(404);
  const rosters = async (who: BuiltUser) =>
    (await (await who.api.groups.waiting.$get()).json()).rosters;
  expect(await rosters(leader)).toEqual([
    { corporationId: corporation.id, name: corporation.corporation.name },
  ]);
  expect(await rosters(outsider)).toEqual([]);
  // Deleting the group ends it.
  await admin.api.groups[":id"].$delete({ param: { id: group.id }, json: { name: "Recruiters" } });
  expect((await read(leader)).status).toBe(404);
  expect((await summary(corporation)).settings?.group).toBeNull();
});

test("a reader who no longer belongs to the community reads the roster no more", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 1 } });
  const reader = await buildUser(muster);
  const readers = await buildGroup(muster, { owner: admin, members: [reader] });
  const others = await buildGroup(muster, { owner: admin, members: [] });
  const json = { groupId: readers.id };
  await admin.api.rosters[":id"].$put({ ...param(corporation), json });
  const status = async () => (await reader.api.rosters[":id"].$get(param(corporation))).status;
  const choose = async (groupId: string | null) => {
    const { version } = await (await admin.api.admin.community.$get()).json();
    await admin.api.admin.community.members.$put({ json: { groupId, graceDays: 3, version } });
  };
  expect(await status()).toBe(200);
  await choose(others.id);
  // The session in the cache is refused once (docs/decisions/0054-a-group-decides-who-belongs-to-the-community.md).
  expect(await status()).toBe(403);
  expect(await status()).toBe(404);
  expect(await summary(corporation)).toMatchObject({ members: expect.any(Number) });
  await choose(null);
});

test("players see when others read a list that they are on", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 1 } });
  const player = await linkPilot(muster, { corporationId: corporation.id });
  await readLists();
  const looks = async () => (await (await player.api.access.$get()).json()).rosterViews;
  await summary(corporation);
  expect(await looks()).toEqual([]);
  await page(corporation);
  await page(corporation, { missing: "true" });
  expect(await looks()).toEqual([
    { corporationName: corporation.corporation.name, at: expect.any(String) },
  ]);
  await drive.advance(HOUR + 1);
  await page(corporation);
  expect(await looks()).toHaveLength(2);
  // A cursor that the reader has made begins before everybody.
  await drive.advance(HOUR + 1);
  const cursor = base64url.encode(JSON.stringify([-1, "", 0]));
  expect((await page(corporation, { cursor })).items).not.toEqual([]);
  expect(await looks()).toHaveLength(3);
});

test("without a list, those who have signed in are known", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 5 } });
  const member = await linkPilot(muster, { corporationId: corporation.id });
  await member.refresh();
  expect(await summary(corporation)).toMatchObject({
    source: "sign_ins",
    registered: 1,
    members: 1,
  });
  expect(await namesOf(corporation)).toEqual([member.pilot.name]);

  // A pilot that waits for a confirmation may have been linked by a stolen session.
  await muster.context.db
    .update(characters)
    .set({ unconfirmedSince: new Date() })
    .where(eq(characters.id, member.pilot.id));
  expect(await summary(corporation)).toMatchObject({ registered: 0, members: 0 });
  expect(await namesOf(corporation)).toEqual([]);
});

test("a reader of the roster counts the groups that they see, whatever their visibility", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 1 } });
  const { pilot, user } = await linkPilot(muster, { corporationId: corporation.id });
  const reader = await buildUser(muster);
  const readers = await buildGroup(muster, { owner: admin, members: [reader] });
  const members = [user];
  const restricted = await buildGroup(muster, { owner: admin, members });
  const invited = await buildGroup(muster, { owner: admin, members, visibility: "hidden" });
  const groups = [
    restricted,
    invited,
    await buildGroup(muster, { owner: admin, members }),
    await buildGroup(muster, { owner: admin, members, visibility: "hidden" }),
    await buildGroup(muster, {
      owner: admin,
      members: [reader, ...members],
      visibility: "hidden",
    }),
    await buildGroup(muster, { owner: reader, members, visibility: "system" }),
    await buildGroup(muster, {
      owner: admin,
      members: [reader, ...members],
      visibility: "system",
    }),
  ];
  await buildInvitation(muster, invited, reader, admin);
  const rule = ruleOf({ type: "discord_linked" }, { listing: "qualified" });
  await saveRule(admin, restricted.id, rule);
  await readLists();
  const json = { groupId: readers.id };
  await admin.api.rosters[":id"].$put({ ...param(corporation), json });
  const counts = async (who: BuiltUser) => {
    const { items } = await page(corporation, {}, who);
    const row = items.find(({ characterId }) => characterId === pilot.id);
    const answers = await Promise.all(
      groups.map(({ id }) => who.api.groups[":id"].$get({ param: { id } })),
    );
    return [
      row?.registration?.groupCount,
      answers.filter(({ status }) => status === 200).length,
    ] as const;
  };
  expect(await counts(reader)).toEqual([4, 4]);
  await db.insert(groupQualifications).values({ groupId: restricted.id, userId: reader.userId });
  expect(await counts(reader)).toEqual([5, 5]);
  expect(await counts(admin)).toEqual([7, 7]);
});
