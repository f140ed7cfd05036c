import { isKeyOf, keysOf } from "#test/support/answers/records.ts";
import { afterAll, describe, expect, test } from "vitest";
import { DECLARATIONS } from "#worker/app/app.ts";
import { FAULTS, SERVICES } from "#test/new-eden/faults.ts";
import type { FaultKind, NewFault, Service } from "#test/new-eden/faults.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { FAULT_CLASSES } from "#test/support/faults/fault-classes.ts";
import type { Cell } from "#test/support/faults/fault-classes.ts";
import { CHARACTER_FLOWS } from "#test/support/faults/flows/character-flows.ts";
import { CORPORATION_FLOWS } from "#test/support/faults/flows/corporation-flows.ts";
import { FRONT_DOOR_FLOWS } from "#test/support/faults/flows/front-door-flows.ts";
import { DISCORD_FLOWS } from "#test/support/faults/flows/discord-flows.ts";
import { IDENTITY_FLOWS } from "#test/support/faults/flows/identity-flows.ts";
import type { Scene } from "#test/support/faults/flows/scene.ts";
import { COVERED, FAULT_TABLE } from "#test/support/faults/fault-table.ts";
import type { Flow, Row } from "#test/support/faults/fault-table.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { oneOf, shareOf } from "#test/support/workerd/share.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import type { JobMessage } from "#worker/app/registry.ts";
import { CRON_JOBS } from "#worker/app/cron-jobs.ts";

const BRIEF_DELAY_MS = 5;
const FOUR_MINUTES = 4 * 60;
/** A run takes one class of faults of so many in each row. */
const PARTS = 4;
/** What EVE's sign-in hands out, wherever it is asked. */
const OF_TOKENS = new Set(["ours", "incomplete", "forged"]);
const FETCHED = ["public", "core", "financial", "assets", "market", "killmails"];
const MESSAGES: Record<JobMessage["kind"], string[]> = {
  fetch: FETCHED.map((category) => `fetch ${category}`),
  "check-directors": ["check-directors"],
  // The jobs are in the table themselves.
  job: [],
  // The refresh of a sheet is in the table itself, and this one reads a part of it.
  refresh: [],
  "refresh-evidence": [],
  discord: ["discord"],
  "discord-posts": ["discord posts"],
  // operation-told.test.ts.
  "discord-events": [],
  // Names, as after the job of affiliations, which is in the table itself.
  roster: [],
  // leavers.test.ts, many-notices.test.ts.
  notices: [],
  // fleets.test.ts.
  "fleet-readings": [],
  // Receivers of applications, none of New Eden's services: webhooks.test.ts, oidc-endings.test.ts.
  webhooks: [],
  logouts: [],
  // These call only the database.
  "rotate-keys": [],
  "fold-again": [],
  evaluate: [],
  "operation-repeats": [],
  "membership-ends": [],
  "deferred-write": [],
};

/** They call neither EVE nor Discord. */
const JOBS_WITHOUT_CALLS = [
  "audit-seal",
  "corporation-fetches",
  "encryption-keys",
  "evidence",
  "health-sample",
  "housekeeping",
  "reviews",
  "signing-keys",
];

let lastAdminId = 2_113_900_000;

/** Each flow has a world of its own. */
async function setUp(flow: Flow): Promise<Scene> {
  const characterId = ++lastAdminId;
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(characterId) });
  const admin = await buildUser(muster, { characterId });
  // Crons see all corporations, and each flow has a clock of its own.
  await muster.env.DB.batch([
    muster.env.DB.prepare("delete from corporations"),
    muster.env.DB.prepare("delete from job_runs"),
  ]);
  const drive = await driveQueue(muster);
  const scene = isKeyOf(CORPORATION_FLOWS, flow)
    ? await CORPORATION_FLOWS[flow]({ muster, admin }, drive)
    : isKeyOf(DISCORD_FLOWS, flow)
      ? await DISCORD_FLOWS[flow]({ muster, admin }, drive)
      : isKeyOf(FRONT_DOOR_FLOWS, flow)
        ? await FRONT_DOOR_FLOWS[flow]({ muster, admin }, drive)
        : isKeyOf(CHARACTER_FLOWS, flow)
          ? await CHARACTER_FLOWS[flow](muster, drive)
          : await IDENTITY_FLOWS[flow](muster, drive);
  return { muster, drive, ...scene };
}

/** What no fault may cost anybody. */
async function held({ env: { DB } }: Muster) {
  const [tokens, sessions, directors, discord] = await DB.batch<Record<string, unknown>>([
    DB.prepare("select character_id from eve_tokens where state <> 'revoked'"),
    DB.prepare("select id from sessions"),
    DB.prepare("select id, is_healthy, failure_count, problem from corporation_directors"),
    DB.prepare("select discord_id from discord_accounts where is_authorized"),
  ]);
  const rows = [tokens, sessions, directors, discord].flatMap((found) => found?.results ?? []);
  return rows.map((row) => JSON.stringify(row));
}

async function unsent({ env: { DB } }: Muster) {
  return (await DB.prepare("select key from unsent_messages").all()).results;
}

function cellsOf(row: Row) {
  return SERVICES.flatMap((service) => {
    const cells = service === "images" ? undefined : row[service];
    if (cells === undefined) return [];
    return Object.entries<readonly FaultKind[]>(FAULT_CLASSES[service]).map(([name, kinds]) => {
      const cell: Cell = Reflect.get(cells, name) ?? { says: row.well };
      const struck = row.like === undefined ? oneOf(kinds) : kinds.slice(0, 1);
      return {
        service,
        name,
        kinds: struck,
        cell,
        at: cell.at ?? (OF_TOKENS.has(name) ? [""] : cells.at),
      };
    });
  });
}

for (const flow of keysOf(FAULT_TABLE)) {
  const row: Row = FAULT_TABLE[flow];

  describe(`When ${flow}`, () => {
    let scene: Scene | undefined;
    const ready = async () => (scene ??= await setUp(flow));
    afterAll(() => scene?.drive.stop());

    test(`${flow}: in peace it says "${row.well}", and asks those services alone that are in its row`, async () => {
      const { muster, act } = await ready();
      const newEden = newEdenControl(muster.newEdenBase);
      expect(await act()).toBe(row.well);
      await newEden.clearRequests();
      expect(await act()).toBe(row.well);
      const asked = new Set((await newEden.requests()).map(({ service }) => service));
      expect([...asked].filter((service) => !(service in row))).toEqual([]);
      expect(cellsOf(row).filter(({ service }) => !asked.has(service))).toEqual([]);
    });

    const { withoutQueue = row.well } = row;
    test(`${flow}, without a queue: "${withoutQueue}", and its work is done once the queue is back`, async () => {
      const { muster, drive, act, again = act } = await ready();
      await drive.drain();
      const before = await held(muster);
      muster.queue.refuse("Too Many Requests");
      try {
        expect(await act()).toBe(withoutQueue);
        await drive.cron("* * * * *");
      } finally {
        muster.queue.refuse(undefined);
      }
      expect(await held(muster)).toEqual(expect.arrayContaining(before));
      await drive.cron("* * * * *");
      await drive.drain();
      // A fetch without progress for three minutes has lost its message.
      await drive.advance(FOUR_MINUTES);
      await drive.cron("* * * * *");
      await drive.drain();
      expect(await unsent(muster)).toEqual([]);
      expect(await again()).toBe(row.well);
    });

    for (const { service, name, kinds, cell, at } of shareOf(cellsOf(row), PARTS)) {
      test(`${flow}, ${service} ${name}: "${cell.says}"`, async () => {
        const { muster, drive, act, again = act, shown } = await ready();
        const newEden = newEdenControl(muster.newEdenBase);
        for (const [path, kind] of at.flatMap((path) =>
          kinds.map((kind) => [path, kind] as const),
        )) {
          const where = `${kind} at ${path || "every path"}`;
          const before = { held: await held(muster), shown: await shown?.() };
          const fault: NewFault = { service, kind, path, delayMs: BRIEF_DELAY_MS };
          await newEden.addFault(fault);
          try {
            expect([where, await act()]).toEqual([where, cell.says]);
            expect([where, await held(muster)]).toEqual([
              where,
              expect.arrayContaining(before.held),
            ]);
            const after = cell.says === row.well ? before.shown : await shown?.();
            expect([where, after]).toEqual([where, before.shown]);
          } finally {
            await newEden.clearFaults();
          }
          if (cell.after !== undefined) await drive.advance(cell.after);
          expect([where, await again()]).toEqual([where, row.well]);
        }
      });
    }
  });
}

test("a flow that is like another has one that meets everything", () => {
  const rows: Record<string, Row> = FAULT_TABLE;
  const patterns = Object.values(rows).flatMap(({ like }) => like ?? []);
  expect(
    patterns.filter((like) => rows[like] === undefined || rows[like].like !== undefined),
  ).toEqual([]);
});

test("every fault of New Eden is in one class of each service that has it", () => {
  for (const service of SERVICES) {
    const classed: string[] = Object.values<readonly FaultKind[]>(FAULT_CLASSES[service]).flat();
    const known = Object.entries<readonly [readonly Service[], string]>(FAULTS)
      .filter(([, [services]]) => services.includes(service))
      .map(([kind]) => kind);
    expect(classed.toSorted()).toEqual(known.toSorted());
  }
});

test("every job and message is in the table, or asks nobody, and its routes exist", () => {
  const [routes, others] = [true, false].map((isRoute) =>
    COVERED.filter((flow) => flow.includes(" /") === isRoute),
  );
  const expected = [...Object.keys(CRON_JOBS), ...Object.values(MESSAGES).flat()];
  expect([...(others ?? []), ...JOBS_WITHOUT_CALLS].toSorted()).toEqual(expected.toSorted());
  expect(new Set(routes).size).toBe(routes?.length);
  expect(routes?.filter((route) => !DECLARATIONS.has(route))).toEqual([]);
});
