import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { openIsolate, openTab } from "#test/support/replicas/browser.ts";
import type { Isolate } from "#test/support/replicas/browser.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { emptyDatabase } from "#test/support/workerd/empty-database.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { distantDatabase } from "./distant-database.ts";

/**
 * `npm run bench -- replicas`: what the distance to the primary makes of ten reads and of a visit, with and without replicas, and the
 * round trips. Prints a table of which docs/scale.md has the ranges.
 */
const REPLICA_MS = 5;
const DISTANCES = [20, 100, 250];
const SAMPLES = 15;
const SETTINGS = ["off", "on"] as const;
type Setting = (typeof SETTINGS)[number];

await emptyDatabase(env.DB);
const distance = distantDatabase(env.DB, REPLICA_MS);
const muster = await startMuster({ DB: distance.binding() });
const owner = await buildUser(muster);
await fillCommunity(
  env.DB,
  owner.userId,
  { users: 0, groups: 0, pending: 0 },
  { users: 1000, groups: 200, pending: 20 },
);
const member = await buildUser(muster, { alts: ["Hauler", "Scout"] });
const group = await buildGroup(muster, { owner, members: [member], name: "Scouts" });
const ROUTES: Record<string, string> = {
  "/characters": "/api/characters",
  "/characters/:id": `/api/characters/${member.mainCharacterId}`,
  "/characters/search": "/api/characters/search?q=filler%201",
  "/groups": "/api/groups",
  "/groups/:id": `/api/groups/${group.id}`,
  "/groups/:id/members": "/api/groups/everyone/members",
  "/groups/my-groups": "/api/groups/my-groups",
  "/groups/categories": "/api/groups/categories",
  "/groups/invitations": "/api/groups/invitations",
  "/access": "/api/access",
};

const openNewIsolate = (setting: Setting) =>
  openIsolate(muster, distance.binding(), { READ_REPLICAS: setting, awaitsBackground: false });

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function timeOf(isolate: Isolate, tab: ReturnType<typeof openTab>, path: string) {
  const began = performance.now();
  const response = await tab.ask(isolate, path);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  return performance.now() - began;
}

test("ten reads", async () => {
  const lines: string[] = [];
  for (const [route, path] of Object.entries(ROUTES)) {
    const cells: string[] = [];
    const trips: Record<Setting, string> = { off: "", on: "" };
    let statements = 0;
    for (const primaryMs of DISTANCES) {
      distance.primaryMs = primaryMs;
      for (const setting of SETTINGS) {
        const isolate = openNewIsolate(setting);
        const tab = openTab(member.sessionToken);
        await timeOf(isolate, tab, path);
        distance.primary = distance.replica = distance.statements = 0;
        const times: number[] = [];
        for (let sample = 0; sample < SAMPLES; sample += 1) {
          times.push(await timeOf(isolate, tab, path));
        }
        trips[setting] = `${distance.primary / SAMPLES} + ${distance.replica / SAMPLES}`;
        statements = distance.statements / SAMPLES;
        cells.push(median(times).toFixed(0));
      }
    }
    lines.push(`| ${route} | ${statements} | ${trips.off} | ${trips.on} | ${cells.join(" | ")} |`);
  }
  expect(lines).toHaveLength(10);
  console.log(
    [
      "| GET | statements | trips, off | on | 20 ms, off | on | 100 ms, off | on | 250 ms, off | on |",
      "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
      ...lines,
    ].join("\n"),
  );
});

/** Seconds between two clicks, and between two reads of others in the same isolate. */
const VISITS = [
  { clickSeconds: 10, othersSeconds: undefined },
  { clickSeconds: 40, othersSeconds: undefined },
  { clickSeconds: 120, othersSeconds: undefined },
  { clickSeconds: 40, othersSeconds: 10 },
  { clickSeconds: 120, othersSeconds: 10 },
];
const CLICKS = 20;

test("a visit", async () => {
  distance.primaryMs = 250;
  const lines: string[] = [];
  for (const { clickSeconds, othersSeconds } of VISITS) {
    const waited: Record<Setting, number> = { off: 0, on: 0 };
    let waitedForPrimary = 0;
    for (const setting of SETTINGS) {
      const isolate = openNewIsolate(setting);
      const [tab, other] = [openTab(member.sessionToken), openTab(owner.sessionToken)];
      let now = Date.now();
      vi.useFakeTimers({ toFake: ["Date"], now });
      const first = await timeOf(isolate, tab, "/api/characters");
      const times = [first];
      for (let click = 0; click < CLICKS; click += 1) {
        // Without replicas, what others read changes nothing.
        const others = setting === "on" && othersSeconds ? clickSeconds / othersSeconds - 1 : 0;
        for (let nth = 1; nth <= others; nth += 1) {
          vi.setSystemTime(now + nth * (othersSeconds ?? 0) * 1000);
          await timeOf(isolate, other, "/api/groups/my-groups");
        }
        now += clickSeconds * 1000;
        vi.setSystemTime(now);
        // The clock of the visit runs ahead of what goes on behind a response.
        await distance.settle();
        const ms = await timeOf(isolate, tab, `/api/groups/${group.id}`);
        times.push(ms);
        if (setting === "on" && ms >= distance.primaryMs) waitedForPrimary += 1;
      }
      vi.useRealTimers();
      waited[setting] = times.reduce((sum, each) => sum + each, 0) / 1000;
    }
    const others = othersSeconds === undefined ? "–" : `every ${othersSeconds} s`;
    lines.push(
      `| ${clickSeconds} s | ${others} | ${CLICKS - waitedForPrimary} of ${CLICKS} | ${waited.off.toFixed(1)} s | ${waited.on.toFixed(1)} s |`,
    );
  }
  expect(lines).toHaveLength(VISITS.length);
  console.log(
    [
      "| between clicks | others read in the isolate | clicks at a replica | waited in all, off | on |",
      "| --: | --: | --: | --: | --: |",
      ...lines,
    ].join("\n"),
  );
});
