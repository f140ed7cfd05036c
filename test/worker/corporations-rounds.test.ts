import { expect, test } from "vitest";
import { buildManaged, linkMember } from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";

const MINUTES = 60;
const HOUR = 60 * MINUTES;

const { drive, muster, world } = await startDriven();

async function checkAfter(minutes: number) {
  await drive.advance(minutes * MINUTES);
  await drive.checkHealth();
  await drive.drain();
}

const states = async (corporation: Managed) =>
  (await corporation.data()).categories.map(({ category, state }) => [category, state]);

// ── Health ────────────────────────────────────────────────────────────────────────────────────

test("all directors are checked every half hour, and the corporation shows the last 24 hours", async () => {
  const corporation = await buildManaged(world, { directors: 2 });
  const [first] = await corporation.directors();
  const { newEden } = corporation;
  for (let half = 0; half < 3; half++) await checkAfter(30);
  await drive.advance(22 * HOUR);
  await checkAfter(30);
  await newEden.revoke(first?.characterId ?? 0);
  await checkAfter(30);
  await checkAfter(30);
  const { health, healthyDirectorCount } = await corporation.read();
  expect(healthyDirectorCount).toBe(1);
  // Six checks, of which two are a day old.
  expect(health).toHaveLength(4);
  const times = health.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(health.at(-3)).toMatchObject({ directors: 2, healthy: 2, unknown: 0 });
  expect(health.at(-1)).toMatchObject({ directors: 2, healthy: 1, unknown: 0 });
});

test("in an outage, the mark of a check counts directors as unknown, and no check as made", async () => {
  const corporation = await buildManaged(world, { directors: 2 });
  const [before] = await corporation.directors();
  await corporation.newEden.addFault({ service: "esi", kind: "server_error" });
  await checkAfter(65);
  expect((await corporation.director()).lastHealthCheck).toBe(before?.lastHealthCheck);
  expect((await corporation.read()).health.at(-1)).toMatchObject({ healthy: 2, unknown: 2 });
  await corporation.newEden.clearFaults();
});

test("EVE is asked for roles once an hour, and not at all for inactive corporations", async () => {
  const corporation = await buildManaged(world);
  const { newEden, api, param } = corporation;
  await newEden.clearRequests();
  for (let half = 0; half < 6; half++) await checkAfter(30);
  const asked = (await newEden.requests({ path: /\/roles$/ })).length;
  expect(asked).toBeGreaterThanOrEqual(2);
  expect(asked).toBeLessThanOrEqual(3);
  await api.$put({ param, json: { isActive: false } });
  await newEden.clearRequests();
  await checkAfter(90);
  expect(await newEden.requests()).toEqual([]);
});

test("fifteen directors are checked in several invocations and leave one mark", async () => {
  const corporation = await buildManaged(world, { directors: 0 });
  const { api, param } = corporation;
  for (let count = 0; count < 15; count++) {
    const { pilot } = await linkMember(muster, corporation.id);
    const json = { characterId: pilot.id, characterName: pilot.name };
    await api.directors.$post({ param, json });
  }
  const from = drive.invocations.length;
  await checkAfter(65);
  const invocations = drive.invocations.slice(from);
  expect(invocations).toHaveLength(3);
  expect(Math.max(...invocations.map(({ subrequests }) => subrequests))).toBeLessThanOrEqual(45);
  expect((await corporation.read()).health).toMatchObject([
    { directors: 15, healthy: 15, unknown: 0 },
  ]);

  await drive.advance(65 * MINUTES);
  const tripsBefore = muster.costs.roundTrips;
  const all = await (await api.directors["verify-all"].$post({ param })).json();
  expect(all).toMatchObject({ checked: 6, pending: 9 });
  expect(muster.costs.roundTrips - tripsBefore).toBeLessThanOrEqual(30);
  await drive.drain();
  const checked = (await corporation.directors()).map(({ lastHealthCheck }) => lastHealthCheck);
  expect(checked.filter((at) => Date.parse(at ?? "") >= Date.now())).toHaveLength(15);
});

// ── Fetches that are due ──────────────────────────────────────────────────────────────────────

test("a category is fetched once each time it is due", async () => {
  const corporation = await buildManaged(world);
  const { newEden } = corporation;
  const started = async () => {
    await drive.startDue();
    const count = muster.queue.waiting.length;
    await drive.drain();
    return count;
  };
  expect(await started()).toBe(6);
  const everything = ["public", "core", "financial", "assets", "market", "killmails"];
  expect(await states(corporation)).toEqual(everything.map((one) => [one, "fresh"]));
  await drive.advance(15 * MINUTES);
  expect(await started()).toBe(0);
  await drive.advance(50 * MINUTES);
  await newEden.clearRequests();
  expect(await started()).toBe(6);
  await drive.advance(30 * MINUTES);
  expect(await started()).toBe(0);
});

test("two crons at the same time start each fetch once", async () => {
  await buildManaged(world);
  await Promise.all([drive.startDue(), drive.startDue()]);
  expect(muster.queue.waiting).toHaveLength(6);
  await drive.drain();
});

test("what is not fetched by itself is not said to be due next", async () => {
  const corporation = await buildManaged(world);
  const { api, param } = corporation;
  await drive.startDue();
  await drive.drain();
  const scheduled = async () =>
    (await (await api.data.$get({ param })).json()).categories.flatMap(({ category, nextDue }) =>
      nextDue === null ? [] : [category],
    );
  const roster = async () => {
    const { rosters } = world.admin.api;
    return (await (await rosters[":id"].$get({ param })).json()).nextDue;
  };
  expect(await scheduled()).toContain("assets");
  expect(await roster()).not.toBeNull();
  await api.$put({ param, json: { isActive: false } });
  expect([await scheduled(), await roster()]).toEqual([[], null]);
  await api.$put({ param, json: { isActive: true } });
  const { directorId } = await corporation.director();
  await api.directors[":directorId"].$delete({ param: { ...param, directorId } });
  expect([await scheduled(), await roster()]).toEqual([["public"], null]);
});

test("no fetch is started for an inactive corporation, and without a healthy director only public data and the list that any member lends", async () => {
  const inactive = await buildManaged(world);
  await inactive.api.$put({ param: inactive.param, json: { isActive: false } });
  await drive.startDue();
  expect(muster.queue.waiting).toEqual([]);

  const alone = await buildManaged(world, { directors: 0 });
  const ill = await buildManaged(world, { directors: 1, roles: ["Trader"] });
  await drive.startDue();
  await drive.drain();
  const read = async (corporation: Managed) =>
    (await states(corporation)).filter(([, state]) => state !== "never");
  expect(await read(alone)).toEqual([["public", "fresh"]]);
  // The rest of the category needs a director's role.
  expect(await read(ill)).toEqual([
    ["public", "fresh"],
    ["core", "failed"],
  ]);
});

test("run records are deleted after a month except the latest of each category, marks after a week", async () => {
  const corporation = await buildManaged(world);
  await corporation.fetch("core");
  await drive.drain();
  await drive.advance(2 * HOUR);
  await corporation.fetch("core");
  await drive.drain();
  await checkAfter(30);
  const count = async (table: string) => {
    const { results } = await muster.env.DB.prepare(
      `select count(*) as n from corporation_${table} where corporation_id = ?`,
    )
      .bind(corporation.id)
      .all<{ n: number }>();
    return results[0]?.n;
  };
  expect([await count("runs"), await count("health")]).toEqual([2, 1]);
  await drive.advance(31 * 24 * HOUR);
  await drive.cron("hourly");
  expect([await count("runs"), await count("health")]).toEqual([1, 0]);
});
