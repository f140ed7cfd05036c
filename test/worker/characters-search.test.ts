import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const muster = await startMuster();
const viewer = await buildUser(muster, { name: "Wq Viewer" });

async function search(q: string) {
  const response = await viewer.api.characters.search.$get({ query: { q } });
  return (await response.json()).map(({ characterName }) => characterName);
}

test("mains are found by any part of the name, ignoring case", async () => {
  await buildUser(muster, { name: "Zelda Quartermain" });
  for (const q of ["zelda quartermain", "ZELDA", "quarter", "ain", "a Q", "  zelda  "]) {
    expect(await search(q)).toEqual(["Zelda Quartermain"]);
  }
  expect(await search("quartermainx")).toEqual([]);
});

test("names that begin with the search come first", async () => {
  await buildUser(muster, { name: "Abra Kovax" });
  await buildUser(muster, { name: "Kovax Zeno" });
  await buildUser(muster, { name: "Dr Kovax" });
  expect(await search("kovax")).toEqual(["Kovax Zeno", "Abra Kovax", "Dr Kovax"]);
});

test("only mains are found, neither alts nor unlinked characters", async () => {
  await buildUser(muster, { name: "Main Of Plinth", alts: ["Alt Of Plinth"] });
  await muster.context.db
    .insert(characters)
    .values({ id: 2_100_000_001, name: "Stray Of Plinth", nameFolded: "stray of plinth" });
  expect(await search("of plinth")).toEqual(["Main Of Plinth"]);
});

test("a new main and a new name are found at once, and the old ones are not", async () => {
  const { db } = muster.context;
  const user = await buildUser(muster, { name: "Ember Oldmain", alts: ["Ember Newmain"] });
  const [, altId = 0] = user.characterIds;
  await db.update(users).set({ mainCharacterId: altId }).where(eq(users.id, user.userId));
  expect(await search("ember")).toEqual(["Ember Newmain"]);
  const renamed = { name: "Cinder Newmain", nameFolded: "cinder newmain" };
  await db.update(characters).set(renamed).where(eq(characters.id, altId));
  expect(await search("ember")).toEqual([]);
  expect(await search("newmain")).toEqual(["Cinder Newmain"]);
});

test.each(["a", " a ", "", "x".repeat(65)])("“%s” is not searched for", async (q) => {
  const response = await viewer.api.characters.search.$get({ query: { q } });
  expect(response.status).toBe(400);
});

test("characters of SQL patterns are matched literally", async () => {
  await buildUser(muster, { name: "Fifty_Percent %off" });
  expect(await search("__")).toEqual([]);
  expect(await search("%o")).toEqual(["Fifty_Percent %off"]);
  expect(await search("' or 1=1 --")).toEqual([]);
});

test("a search returns at most 20 mains, at the same cost in a large community", async () => {
  await search("crowd");
  async function costOf(q: string) {
    muster.costs.reset();
    const hits = await search(q);
    expect(muster.costs.roundTrips).toBe(1);
    return { hits: hits.length, rows: muster.costs.rowsRead };
  }
  const populate = async (from: number, to: number) => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    await Promise.all(numbers.map((n) => buildUser(muster, { name: `Crowd Member ${n}` })));
  };
  await populate(0, 40);
  const [start, middle] = [await costOf("crowd"), await costOf("member")];
  await populate(40, 240);
  expect(await costOf("crowd")).toEqual({
    hits: 20,
    rows: expect.toSatisfy((n) => n <= start.rows),
  });
  expect(await costOf("member")).toEqual({
    hits: 20,
    rows: expect.toSatisfy((n) => n <= middle.rows),
  });
  expect(await costOf("wd")).toMatchObject({ hits: 20 });
});
