import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/browser-session.ts";
import { buildManaged, startAdministered } from "#test/support/corporation-builders.ts";
import { heldData } from "#test/support/held-data.ts";
import { linkPilot } from "#test/support/pilot-builder.ts";
import { driveQueue } from "#test/support/queue-driver.ts";
import type { Driver } from "#test/support/queue-driver.ts";

// The free plan ends an invocation after 10 ms of processor time, so each does a little of the work.

const world = await startAdministered({ PLAN: "free" });
const { muster } = world;
let drive: Driver;
beforeAll(async () => {
  drive = await driveQueue(muster);
});
afterAll(() => drive.stop());

test("a refresh reads assets after the other sections, a few pages at a time", async () => {
  const { pilot, newEden, refresh } = await linkPilot(muster);
  await newEden.setSheet(pilot.id, { assetCount: 5_500 });
  const { sections } = await refresh();
  expect(sections.skills?.state).toBe("fresh");
  expect(sections.assets).toMatchObject({ state: "in_progress", progress: { done: 0 } });
  const perRequest: number[] = [];
  for (let isOpen = true; isOpen;) {
    await newEden.clearRequests();
    isOpen = (await refresh()).sections.assets?.state === "in_progress";
    perRequest.push((await newEden.requests({ path: /assets/ })).length);
  }
  expect(perRequest.reduce((sum, pages) => sum + pages, 0)).toBe(6);
  expect(Math.max(...perRequest)).toBeLessThanOrEqual(3);
});

test("a sign-in leaves the character's sheet to the queue", async () => {
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  expect(muster.queue.waiting).toMatchObject([
    { body: { kind: "refresh", characterId: pilot.id } },
  ]);
  await drive.drain();
  const { results } = await muster.env.DB.prepare(
    "select section from character_sections where character_id = ?",
  )
    .bind(pilot.id)
    .all();
  expect(results).toContainEqual({ section: "skills" });
});

test("a fetch takes more invocations of fewer pages, and the next one as few from its first page on", async () => {
  const corporation = await buildManaged(world, { holdings: { assets: 9_500 } });
  const { id, newEden } = corporation;
  for (let round = 0; round < 2; round += 1) {
    await drive.advance(2 * 60 * 60);
    await newEden.setHoldings(id, { touch: ["assets"] });
    await corporation.fetch("assets");
    const perInvocation: number[] = [];
    for (let next = muster.queue.take(); next !== undefined; next = muster.queue.take()) {
      await newEden.clearRequests();
      await drive.deliver(next);
      perInvocation.push((await newEden.requests({ path: /\/assets/ })).length);
    }
    expect(perInvocation.reduce((sum, pages) => sum + pages, 0)).toBe(10);
    expect(Math.max(...perInvocation)).toBeLessThanOrEqual(3);
    const expected = (await newEden.fingerprints(id))["assets"];
    expect((await heldData(muster, id))["assets"]).toEqual(expected);
  }
});

test("affiliations of more characters than one run may ask for are continued by the queue", async () => {
  const { user, newEden } = await linkPilot(muster);
  const ids = Array.from({ length: 510 }, (_, nth) => 2_115_000_000 + nth);
  for (const id of ids) await newEden.createPilot({ id });
  await muster.env.DB.prepare(
    `insert into characters (id, name, name_folded, user_id, linked_at)
      select value, 'Alt ' || value, 'alt ' || value, ?, 0 from json_each(?)`,
  )
    .bind(user.userId, JSON.stringify(ids))
    .run();
  muster.queue.push({ kind: "job", name: "affiliations" });
  await drive.drain();
  const { results } = await muster.env.DB.prepare(
    "select count(*) as known from character_affiliations where character_id >= 2115000000",
  ).all();
  expect(results).toEqual([{ known: 510 }]);
  const runs = await muster.env.DB.prepare(
    "select error from job_runs where job = 'affiliations'",
  ).all();
  expect(runs.results).toEqual([{ error: null }, { error: null }]);
});
