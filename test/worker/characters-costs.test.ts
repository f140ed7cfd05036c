import { expect, test } from "vitest";
import { readCatalogue } from "#worker/universe/skills.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

test("a sheet, the dashboard and a refresh read as many rows in a large community as in a small one", async () => {
  const muster = await startMuster();
  const pilot = await linkPilot(muster, { assetCount: 1500 });
  await pilot.refresh();

  async function rowsRead(act: () => Promise<unknown>) {
    muster.costs.reset();
    await act();
    return muster.costs.rowsRead;
  }
  const measure = async () => ({
    sheet: await rowsRead(pilot.detail),
    dashboard: await rowsRead(() => pilot.api.characters.$get()),
    refresh: await muster.later(150, () => rowsRead(pilot.refresh)),
  });

  const small = await measure();
  await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      buildUser(muster, { name: `Crowd ${index}`, alts: [`Alt ${index}`] }),
    ),
  );
  const others = [await linkPilot(muster), await linkPilot(muster)];
  for (const other of others) await other.refresh();
  const large = await measure();
  // A range of an index is left by looking at the row behind it.
  const EDGE_ROWS = 5;
  expect(large.sheet).toBeLessThanOrEqual(small.sheet + EDGE_ROWS);
  expect(large.dashboard).toBeLessThanOrEqual(small.dashboard + EDGE_ROWS);
  expect(large.refresh).toBeLessThanOrEqual(small.refresh + EDGE_ROWS);
});

test("the dashboard reads no more of a veteran than of a newcomer", async () => {
  const muster = await startMuster();
  const { newEden, pilot, refresh, api } = await linkPilot(muster);
  const known = readCatalogue().flatMap(({ groups }) => groups.flatMap(({ skills }) => skills));
  async function rowsReadWith(count: number) {
    const skills = known.slice(0, count).map(({ id }) => ({ id, level: 1, points: 300 }));
    await newEden.setSheet(pilot.id, { skills, queue: [] });
    await refresh();
    await api.characters.$get();
    muster.costs.reset();
    await api.characters.$get();
    return muster.costs.rowsRead;
  }
  const ofNewcomer = await rowsReadWith(4);
  await muster.later(300, async () => {
    expect(await rowsReadWith(400)).toBe(ofNewcomer);
    const { characters } = await (await api.characters.$get()).json();
    expect(characters[0]?.totalSp).toBe(400 * 300);
  });
});
