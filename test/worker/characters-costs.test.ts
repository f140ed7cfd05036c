import { expect, test } from "vitest";
import { buildUser } from "#test/support/builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { linkPilot } from "#test/support/pilot-builder.ts";

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
