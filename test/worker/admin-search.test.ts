import { expect, test } from "vitest";
import { corporationRow } from "#test/support/discord/managed-builders.ts";
import { FOUND_LIMIT } from "#shared/admin-search.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { insertApplication } from "#test/support/applications/applications.ts";
import { buildToken, buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { discordServers } from "#worker/db/schema/discord-servers.ts";
import { groups } from "#worker/db/schema/groups.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
const { db } = muster.context;

async function search(q: string) {
  const answer = await admin.api.admin.search.$get({ query: { q } });
  expect(answer.status).toBe(200);
  return answer.json();
}

test("the best match comes first: the whole name, its beginning, a word of it, an alt", async () => {
  const names = ["Abram Quist", "Bramble Watch", "Bram Oyelaran", "Old Bram", "Bram"];
  for (const name of names) await buildUser(muster, { name });
  await buildUser(muster, { name: "Tovi Renn", alts: ["Bramheart"] });
  const { pilots } = await search("BRAM");
  expect(pilots.map(({ mainCharacterName }) => mainCharacterName)).toEqual([
    "Bram",
    "Bram Oyelaran",
    "Bramble Watch",
    "Old Bram",
    "Abram Quist",
    "Tovi Renn",
  ]);
  expect(pilots.map(({ matchedAlt }) => matchedAlt)).toEqual([
    ...Array.from({ length: 5 }, () => null),
    "Bramheart",
  ]);
});

test("a row has the answer: corporation, groups, and what is wrong", async () => {
  const pilot = await buildUser(muster, { name: "Katja Fenn" });
  await buildToken(muster, pilot.mainCharacterId);
  await buildGroup(muster, { owner: pilot, name: "Fenn's Fleet" });
  const { pilots } = await search("katja");
  expect(pilots).toMatchObject([{ userId: pilot.userId, groupCount: 1, tokens: ["ok"] }]);
});

test("groups, corporations, servers and applications are found by name in one round trip", async () => {
  const owner = await buildUser(muster, { name: "Nobody Else" });
  const group = await buildGroup(muster, { owner, name: "Zephyr Scouts", visibility: "hidden" });
  await db.insert(corporations).values(corporationRow(98_000_777, "Zephyr Industries", "ZPHR"));
  await db.insert(discordServers).values({
    id: "100000000000000777",
    name: "Zephyr Lounge",
    nameFolded: "zephyr lounge",
    facts: {
      id: "100000000000000777",
      name: "Zephyr Lounge",
      ownerId: "1",
      memberCount: null,
      roles: [],
      botRoleIds: [],
      hasMembersIntent: true,
      requiresTwoFactor: false,
      readAt: 0,
    },
    addedAt: new Date(),
  });
  const application = await insertApplication(muster, { name: "Zephyr Wiki" });

  await search("zephyr");
  muster.costs.reset();
  const found = await search("zephyr");
  expect(muster.costs.roundTrips).toBe(1);
  expect(found).toMatchObject({
    pilots: [],
    groups: [{ id: group.id, name: "Zephyr Scouts" }],
    corporations: [{ corporationId: 98_000_777, ticker: "ZPHR" }],
    servers: [{ id: "100000000000000777", name: "Zephyr Lounge" }],
    applications: [{ id: application.id, name: "Zephyr Wiki" }],
  });
  expect((await search("zph")).corporations).toMatchObject([{ ticker: "ZPHR" }]);
});

test("a search without text lists the first of each kind, and no pilots", async () => {
  const { pilots, groups: listed } = await search("");
  expect(pilots).toEqual([]);
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.length).toBeLessThanOrEqual(FOUND_LIMIT);
});

test("a group is found by the beginning of its name behind a thousand others", async () => {
  const owner = await buildUser(muster, { name: "Mass Founder" });
  const last = await buildGroup(muster, { owner, name: "Zzz Last of All" });
  const [row] = await db.select().from(groups).limit(1);
  if (!row) throw new Error("There is a group.");
  for (let start = 0; start < 1000; start += 5) {
    await db.insert(groups).values(
      Array.from({ length: 5 }, (_, index) => ({
        ...row,
        id: `many-${start + index}`,
        name: `Many ${start + index}`,
        nameFolded: `many ${start + index}`,
      })),
    );
  }
  expect((await search("zzz l")).groups.map(({ id }) => id)).toEqual([last.id]);
});
