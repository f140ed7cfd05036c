import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildUser } from "#test/support/people/builders.ts";
import {
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { findScans } from "#test/support/workerd/query-plans.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";
import { EVERY_MINUTE, scheduleNameSchema } from "#worker/work/crons.ts";

const OTHER_KEY = "YW5vdGhlci1rZXktb2YtdGhpcnR5LXR3by1ieXRlcyE=";

const world = await startAdministered();
const { muster, admin } = world;
let drive: Driver;
beforeAll(async () => {
  drive = await driveQueue(muster);
});
afterAll(() => drive.stop());

const scans = () => findScans(muster.env.DB);

// What the routes read: access.test.ts.

test("no order of the list of groups reads a growing table from end to end", async () => {
  const player = await buildUser(muster);
  for (const who of [player, admin]) {
    for (const sort of ["-name", "members", "-members"] as const) {
      for (const filter of [
        {},
        { categoryId: "any" },
        { joinMode: "open" },
        { search: "wing" },
        { myGroups: "true" },
        { joinable: "true" },
      ] as const) {
        await who.api.groups.$get({ query: { sort, ...filter } });
      }
    }
  }
  expect(await scans()).toEqual([]);
});

test("no part of a sign-in does", async () => {
  const browser = openBrowser(muster);
  const [pilot, alt] = await browser.newEden.createPilots();
  await browser.signUp(pilot.id);
  await browser.logIn(pilot.id);
  await browser.link(alt.id);
  expect(await scans()).toEqual([]);
});

test("no cron, job or slice of the queue does", async () => {
  const { pilot, refresh } = await linkPilot(muster);
  await drive.newEden.setSheet(pilot.id, { assetCount: 2_500 });
  await refresh();
  const corporation = await buildManaged(world, { directors: 2 });
  await corporation.fetch("all");
  await drive.drain();
  for (const cron of [...scheduleNameSchema.options, EVERY_MINUTE] as const) await drive.cron(cron);
  await drive.drain();
  const { TOKEN_ENCRYPTION_KEY } = muster.env;
  const rotated = {
    TOKEN_ENCRYPTION_KEY: OTHER_KEY,
    TOKEN_ENCRYPTION_KEY_PREVIOUS: TOKEN_ENCRYPTION_KEY,
  };
  await runCron(muster, "hourly", { ...muster.env, ...rotated });
  expect(await scans()).toEqual([]);
});
