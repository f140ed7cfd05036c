import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import type { Unstable_Config as Config } from "wrangler";
import { demoConfig } from "#test/demo/config.ts";
import { dayOf } from "#test/demo/reset.ts";
import { shiftRows } from "#test/demo/snapshot.ts";
import { takeSnapshot } from "#test/demo/take-snapshot.ts";
import { demoVars, isCalled } from "#test/demo/vars.ts";
import { instantOf, newEventId } from "#worker/audit/event-id.ts";
import { knownMigrations } from "#worker/ops/deploy/baseline.ts";
import { openMigrated } from "#worker/ops/deploy/check-schema.ts";
import { ownNamespaces, parseConfig } from "#worker/ops/deploy/config.ts";

const DAY_MS = 86_400_000;

test("rows of the demo are as old after a reset as they were when it was built", () => {
  const then = Date.parse("2026-11-26T08:00:00.250Z");
  const id = newEventId(then);
  const detail = JSON.stringify({
    eventId: id,
    until: "2026-12-01T00:00:00Z",
    endsAt: then,
    name: "0abcdefgh",
  });
  const [row = []] = shiftRows(
    {
      name: "made_up",
      columns: ["at", "day", "hour", "detail", "never", "count"],
      times: [
        { column: 0, unit: "milliseconds" },
        { column: 1, unit: "days" },
        { column: 2, unit: "hours" },
        { column: 3, unit: "text" },
        { column: 4, unit: "milliseconds" },
      ],
      rows: [[then, 20_783, 498_800, detail, null, 7]],
    },
    3 * DAY_MS + 1000,
  );
  const [at, day, hour, told, never, count] = row;
  expect([at, day, hour, never, count]).toEqual([
    then + 3 * DAY_MS + 1000,
    20_786,
    498_872,
    null,
    7,
  ]);
  const { eventId, ...rest } = JSON.parse(String(told));
  expect(instantOf(eventId)).toBe(then + 3 * DAY_MS + 1000);
  expect(eventId.slice(9)).toBe(id.slice(9));
  expect(rest).toEqual({
    until: "2026-12-04T00:00:01Z",
    endsAt: then + 3 * DAY_MS + 1000,
    name: "0abcdefgh",
  });
});

test("the demo has no seals, which would prove that its events were moved", async () => {
  using database = openMigrated(knownMigrations());
  database.exec("insert into audit_digests values (1, 'id', null, 'p', 'd', null)");
  database.exec("insert into audit_seals values (1, 1, 1, 1, 1, 1, 'hash')");
  const { tables } = await takeSnapshot((sql) => database.prepare(sql).all());
  const sealed = tables.filter(({ name }) => ["audit_digests", "audit_seals"].includes(name));
  expect(sealed.map(({ rows }) => rows)).toEqual([[], []]);
});

test("a day of the demo begins at 04:00 UTC", () => {
  const day = (time: string) => dayOf(Date.parse(`2026-11-${time}Z`));
  expect(day("26T03:59:59")).toBe(day("25T04:00:00"));
  expect(day("26T04:00:00")).toBe(day("25T04:00:00") + 1);
});

test("Musters of other names, and the demo, have namespaces for their rate limits that no other has", () => {
  const namespaces = ["muster", "muster-demo", "sable-gate", "muster-2"].flatMap((name) => {
    const { ratelimits }: Config = readConfig({ config: "wrangler.jsonc" });
    ownNamespaces({ name, ratelimits });
    return ratelimits.map(({ namespace_id: id }) => id);
  });
  expect(new Set(namespaces).size).toBe(4 * 9);
  // As Cloudflare takes them: positive integers. The first Muster keeps its counts.
  expect(namespaces.filter((id) => !/^[1-9]\d{3,9}$/.test(id) || Number(id) >= 2 ** 31)).toEqual(
    [],
  );
  expect(namespaces[0]).toBe("1001");
});

test("old versions have no address, and Cloudflare stores no URL with its query", () => {
  const real: Config = readConfig({ config: "wrangler.jsonc" });
  const demo: Config = readConfig({ config: "wrangler.jsonc" });
  demoConfig(demo);
  for (const { preview_urls: hasPreviews, observability } of [real, demo]) {
    expect([hasPreviews, observability?.logs?.invocation_logs]).toEqual([false, false]);
  }
});

test("a webhook of a visitor of the demo reaches no switch of New Eden", () => {
  const origins = new Map([["https://demo.example", {}]]);
  const called = (url: string) => isCalled(new URL(url), origins);
  const { EVE_SSO_URL, ESI_URL, EVE_IMAGES_URL, DISCORD_URL } = demoVars("https://demo.example");
  for (const base of [EVE_SSO_URL, ESI_URL, EVE_IMAGES_URL, DISCORD_URL]) {
    expect([base, called(`${base}/any`)]).toEqual([base, true]);
  }
  for (const url of [
    "https://demo.example/new-eden/control/reset",
    "https://demo.example/new-eden//control/reset",
    "https://demo.example/new-eden/discord/../control/reset",
    "https://demo.example/new-eden/esi%2f..%2fcontrol/reset",
    "https://demo.example/new-eden/receiver",
    "https://demo.example/new-eden/",
    "https://other.example/new-eden/esi/status",
    "http://demo.example/new-eden/esi/status",
  ]) {
    expect([url, called(url)]).toEqual([url, false]);
  }
});

test("the demo shares no name, limit or address with a Muster of the same account", () => {
  const real = parseConfig(readFileSync("wrangler.jsonc", "utf8"));
  const demo: Config = readConfig({ config: "wrangler.jsonc" });
  const limits = new Set(demo.ratelimits.map(({ namespace_id: id }) => id));
  demoConfig(demo);
  const names = [demo.name, ...demo.d1_databases.map(({ database_name: name }) => name)];
  expect(names).toEqual(["muster-demo", "muster-demo"]);
  const queues = (demo.queues.consumers ?? []).map(({ queue }) => queue);
  expect(queues).toEqual(["muster-demo-fetch", "muster-demo-work", "muster-demo-fetch-dead"]);
  expect(demo.ratelimits.filter(({ namespace_id: id }) => limits.has(id))).toEqual([]);
  const addresses = Object.keys(real.vars).filter((name) =>
    real.vars[name]?.startsWith("https://"),
  );
  const outside = addresses.filter(
    (name) => !JSON.stringify(demo.vars[name]).startsWith('"https://demo.invalid/'),
  );
  expect([addresses.length, outside]).toEqual([4, []]);
});
