import { afterAll, beforeAll, expect, test } from "vitest";
import {
  authorizeAgain,
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";

const DAY = 24 * 60 * 60;

const world = await startAdministered({ PLAN: "free" });
const { muster, admin } = world;
let drive: Driver;
beforeAll(async () => {
  drive = await driveQueue(muster);
});
afterAll(() => drive.stop());

async function readAll(corporation: Managed) {
  await corporation.fetch("killmails");
  await drive.drain();
  await drive.cron("hourly");
  await drive.drain();
}

const bodies = ({ newEden }: Managed) => newEden.requests({ path: /\/killmails\/\d+\// });
const shown = async ({ api, param }: Managed) =>
  (await (await api.killmails.$get({ param })).json()).killmails;

test("a corporation's kills and losses are read once each, in four written rows, and shown with their value", async () => {
  await muster.env.DB.prepare("delete from corporations").run();
  await drive.cron("daily");
  const corporation = await buildManaged(world, {
    holdings: { strangers: 4, killmails: 12 },
  });
  muster.costs.reset();
  await readAll(corporation);
  const written = muster.costs.executed
    .filter(({ query }) => query.includes("corporation_killmails"))
    .reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  expect(written / 12).toBeLessThanOrEqual(4);
  expect(await bodies(corporation)).toHaveLength(12);
  const found = await shown(corporation);
  expect(found).toHaveLength(12);
  expect(found.filter(({ isLoss }) => isLoss)).toHaveLength(4);
  for (const { victimName, victimCorporationName, shipName, systemName, value } of found) {
    for (const name of [victimName, victimCorporationName, shipName, systemName]) {
      expect(name).toEqual(expect.any(String));
    }
    expect(shipName === "Capsule" ? value : Number(value) - 1).toBeGreaterThanOrEqual(0);
  }
  expect(found.map(({ at }) => at)).toEqual(
    found
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  // Nothing is asked again.
  await drive.advance(DAY / 2);
  await readAll(corporation);
  expect(await bodies(corporation)).toHaveLength(12);
});

test("a pilot's page has the losses of that pilot alone", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 0, killmails: 9 } });
  await readAll(corporation);
  const losses = (await shown(corporation)).filter(({ isLoss }) => isLoss);
  const [own] = corporation.pilots;
  const pageOf = async (id = "") =>
    (await admin.api.admin.pilots[":id"].$get({ param: { id } })).json();
  expect(losses).toHaveLength(3);
  expect((await pageOf(own?.user.userId)).losses).toEqual(losses);
  expect((await pageOf(admin.userId)).losses).toEqual([]);
});

test("killmails are kept for ninety days, and the count follows", async () => {
  const corporation = await buildManaged(world, { holdings: { killmails: 5 } });
  await readAll(corporation);
  await muster.env.DB.prepare(
    "update corporation_killmails set at = at - ? where corporation_id = ? and id % 100 < 3",
  )
    .bind(91 * DAY * 1000, corporation.id)
    .run();
  await drive.cron("hourly");
  expect(await shown(corporation)).toHaveLength(2);
  expect((await corporation.data()).killmailCount).toBe(2);
});

test("without the permission of a director nothing is read", async () => {
  const corporation = await buildManaged(world, { holdings: { killmails: 5 } });
  const { killmails: _, ...others } = DIRECTOR_FEATURES;
  for (const { pilot } of corporation.pilots) {
    await authorizeAgain(muster, pilot.id, [...CHARACTER_SCOPES, ...Object.values(others).flat()]);
  }
  await corporation.newEden.clearRequests();
  await readAll(corporation);
  expect(await corporation.newEden.requests({ path: /killmails/ })).toEqual([]);
  expect(await shown(corporation)).toEqual([]);
});
