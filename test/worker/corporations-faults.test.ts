import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  ALL_SCOPES,
  authorizeAgain,
  buildManaged,
} from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { expectHeld } from "#test/support/corporations/held-data.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { directors } from "#worker/db/schema/corporations.ts";

const MINUTES = 60;

const { drive, muster, world, fetchKillmails } = await startDriven();

type Loss = {
  loss: string;
  bring: (corporation: Managed, characterId: number) => Promise<unknown>;
  problem: string;
  isUsed: boolean;
};

const LOSSES: Loss[] = [
  {
    loss: "whose authorization was revoked",
    bring: async ({ newEden }, id) => {
      await newEden.revoke(id);
      await drive.advance(21 * MINUTES);
    },
    problem: "token_revoked",
    isUsed: false,
  },
  {
    loss: "who lost the role",
    bring: ({ newEden }, id) => newEden.setRoles(id, ["Accountant"]),
    problem: "missing_role",
    isUsed: true,
  },
  {
    loss: "who left the corporation",
    bring: ({ newEden }, id) => newEden.leaveCorporation(id),
    problem: "not_in_corporation",
    isUsed: true,
  },
  {
    loss: "who signed in without director access",
    bring: (_, id) => authorizeAgain(muster, id, ALL_SCOPES.slice(0, 9)),
    problem: "missing_scope",
    isUsed: true,
  },
];

test.each(LOSSES)(
  "a director $loss gets a failure, and the same fetch continues with another one",
  async ({ bring, problem, isUsed }) => {
    const corporation = await buildManaged(world, { directors: 2, holdings: { killmails: 30 } });
    const [first, second] = await corporation.directors();
    await bring(corporation, first?.characterId ?? 0);
    const data = await fetchKillmails(corporation);
    expect(data.killmailCount).toBe(30);
    expect(await corporation.stateOf("killmails")).toMatchObject({ state: "fresh", error: null });
    const failed = { directorId: first?.directorId, failureCount: 1, problem, isHealthy: false };
    const other = { directorId: second?.directorId, failureCount: 0, problem: null };
    expect(await corporation.directors()).toMatchObject([failed, { ...other, isHealthy: true }]);
    const [stored] = await muster.context.db
      .select({ isUsed: directors.isHealthy })
      .from(directors)
      .where(eq(directors.id, first?.directorId ?? ""));
    expect(stored).toEqual({ isUsed });
  },
);

test("after three failures in a row a director is not used until a health check succeeds", async () => {
  const corporation = await buildManaged(world);
  const { characterId } = await corporation.director();
  await corporation.newEden.setRoles(characterId, []);
  for (const failureCount of [1, 2, 3]) {
    await fetchKillmails(corporation);
    expect(await corporation.director()).toMatchObject({ failureCount, isHealthy: false });
    const state = failureCount < 3 ? "some_directors_fail" : "no_usable_director";
    expect(await corporation.read()).toMatchObject({ status: { state } });
  }
  await corporation.newEden.clearRequests();
  await fetchKillmails(corporation);
  expect(await corporation.newEden.requests({ path: /killmails/ })).toEqual([]);
  expect(await corporation.stateOf("killmails")).toMatchObject({
    error: expect.stringMatching(/No director can be used/),
  });

  await corporation.newEden.setRoles(characterId, ["Director"]);
  await drive.advance(MINUTES);
  await drive.checkHealth();
  await drive.drain();
  expect(await corporation.director()).toMatchObject({ failureCount: 0, isHealthy: true });
  await fetchKillmails(corporation);
  expect(await corporation.stateOf("killmails")).toMatchObject({ state: "fresh" });
});

test("when a director loses the role within a list, the next director reads the same page", async () => {
  const corporation = await buildManaged(world, { directors: 2, holdings: { assets: 40_000 } });
  const [first] = await corporation.directors();
  const { newEden } = corporation;
  await newEden.clearRequests();
  await corporation.fetch("assets");
  const message = muster.queue.takeOne();
  await drive.deliver(message);
  await newEden.setRoles(first?.characterId ?? 0, []);
  await drive.drain();
  await expectHeld(muster, corporation, "assets");
  const read = (await newEden.requests({ path: /assets$/ })).filter(({ status }) => status === 200);
  expect(read.map(({ query }) => Number(query["page"])).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  expect(await corporation.directors()).toMatchObject([
    { failureCount: 1, problem: "missing_role" },
    { failureCount: 0 },
  ]);
});

test("a Station Manager without Director reads the structures, and the assets fail", async () => {
  const holdings = { structures: 4, assets: 10 };
  const corporation = await buildManaged(world, { holdings });
  const { characterId } = await corporation.director();
  await corporation.newEden.setRoles(characterId, ["Station_Manager"]);
  await corporation.fetch("assets");
  await drive.drain();
  expect((await corporation.data()).assetsData).toEqual({ assetCount: 0, structureCount: 4 });
  await expectHeld(muster, corporation, "structures");
  expect(await corporation.stateOf("assets")).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/in-game role/),
  });
  // Reading the structures resets the failure of the assets.
  expect(await corporation.director()).toMatchObject({ isHealthy: true, failureCount: 0 });
});

test("a director whose grant lacks the scope of one list stays healthy and reads the others", async () => {
  const corporation = await buildManaged(world, { holdings: { structures: 4, assets: 10 } });
  const { characterId } = await corporation.director();
  const scopes = ALL_SCOPES.filter((scope) => scope !== "esi-corporations.read_structures.v1");
  await authorizeAgain(muster, characterId, scopes);
  for (let round = 0; round < 3; round++) {
    await drive.advance(31 * MINUTES);
    await drive.checkHealth();
  }
  await corporation.fetch("all");
  await drive.drain();
  const { assetsData, categories } = await corporation.data();
  expect(assetsData).toEqual({ assetCount: 10, structureCount: 0 });
  const failed = categories.filter(({ state }) => state !== "fresh");
  expect(failed).toMatchObject([
    { category: "assets", state: "failed", error: expect.stringMatching(/has granted/) },
  ]);
  expect(await corporation.director()).toMatchObject({
    isHealthy: true,
    failureCount: 0,
    problem: null,
    missingScopes: ["esi-corporations.read_structures.v1"],
  });
});

test("a list is read by the director whose grant covers it", async () => {
  const corporation = await buildManaged(world, { directors: 2, holdings: { structures: 4 } });
  const { characterId } = await corporation.director();
  const scopes = ALL_SCOPES.filter((scope) => scope !== "esi-corporations.read_structures.v1");
  await authorizeAgain(muster, characterId, scopes);
  await corporation.fetch("assets");
  await drive.drain();
  expect((await corporation.data()).assetsData.structureCount).toBe(4);
  for (const director of await corporation.directors()) {
    expect(director).toMatchObject({ isHealthy: true, failureCount: 0 });
  }
});

test("fetches use the healthy directors in turn, and not the unhealthy one", async () => {
  const corporation = await buildManaged(world, { directors: 4 });
  const directors = await corporation.directors();
  const out = directors[1]?.characterId ?? 0;
  await corporation.newEden.revoke(out);
  await drive.advance(31 * MINUTES);
  await drive.advance(MINUTES);
  await drive.checkHealth();
  await drive.drain();
  const healthy = (await corporation.directors()).filter(({ isHealthy }) => isHealthy);
  expect(healthy).toHaveLength(3);
  const used: (string | undefined)[] = [];
  for (let turn = 0; turn < 9; turn++) {
    await drive.advance(6 * MINUTES);
    await fetchKillmails(corporation);
    const [latest] = (await corporation.directors())
      .filter(({ lastUsed }) => lastUsed !== null)
      .toSorted((a, b) => Date.parse(b.lastUsed ?? "") - Date.parse(a.lastUsed ?? ""));
    used.push(latest?.directorId);
  }
  const ids = healthy.map(({ directorId }) => directorId);
  for (const round of [0, 3, 6]) {
    expect(new Set(used.slice(round, round + 3))).toEqual(new Set(ids));
  }
});
