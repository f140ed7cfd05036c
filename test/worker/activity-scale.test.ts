import { expect, test } from "vitest";
import type { Activity, ActivityQuery } from "#shared/events/activity.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { readAllActivity, someDay, writeEvents } from "#test/support/people/activity-builders.ts";
import type { Written } from "#test/support/people/activity-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { LOOKED_AT } from "#worker/audit/store.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
const write = (events: Written[]) => writeEvents(muster, events);
const read = async (query: ActivityQuery) => (await admin.api.activity.$get({ query })).json();
const readAll = (query: ActivityQuery) => readAllActivity(admin, query);
const kindsOf = (items: Activity[]) => items.map(({ kind }) => kind);

test("a rare match far back in a long log is found by asking on, and a request looks only so far", async () => {
  const [mira, tovi, nyx] = await Promise.all([
    buildUser(muster, { name: "Busy Mira" }),
    buildUser(muster, { name: "Rare Tovi" }),
    buildUser(muster, { name: "Busy Nyx" }),
  ]);
  const { start, query } = someDay();
  const byTovi = { actor: tovi, subject: nyx };
  await write([
    { at: start + 400, log: "groups", kind: "member_removed", ...byTovi },
    { at: start + 500, log: "corporations", kind: "director_added", ...byTovi },
    { at: start + 600, log: "groups", kind: "admin_appointed", ...byTovi },
    ...Array.from({ length: LOOKED_AT * 5 }, (_, n): Written => ({
      at: start + 1000 + n,
      log: "groups",
      kind: "invitation_sent",
      actor: mira,
      subject: nyx,
    })),
  ]);
  const rare = { ...query, subject: "Busy Nyx", kind: "admin_appointed" } as const;
  await read(query);
  muster.costs.reset();
  const first = await read(rare);
  expect(first.items).toEqual([]);
  expect(first.nextCursor).not.toBe(null);
  expect(muster.costs.roundTrips).toBe(1);
  expect(muster.costs.rowsRead).toBeLessThan(LOOKED_AT * 5);
  expect(kindsOf((await readAll(rare)).items)).toEqual(["admin_appointed"]);

  // The log of corporations waits until that of groups has been looked through to the same moment.
  const both = await readAll({ ...query, actor: "Rare Tovi", subject: "Busy Nyx" });
  expect(kindsOf(both.items)).toEqual(["admin_appointed", "director_added", "member_removed"]);
});

test("a page costs one round trip and reads its rows, however long the logs are", async () => {
  const [mira, tovi] = await Promise.all([
    buildUser(muster, { name: "Cost Mira" }),
    buildUser(muster, { name: "Cost Tovi" }),
  ]);
  const { start } = someDay();
  await write(
    Array.from({ length: 3000 }, (_, n): Written =>
      n % 3 === 0
        ? {
            at: start + n,
            log: "corporations",
            kind: "director_healthy",
            actor: mira,
            subject: tovi,
          }
        : n % 3 === 1
          ? {
              at: start + n,
              log: "groups",
              kind: "member_joined",
              actor: mira,
              subject: tovi,
              group: { id: "long", name: "Long" },
            }
          : { at: start + n, log: "accounts", kind: "session_ended", subject: mira },
    ),
  );
  const PAGE = 101;
  for (const query of [
    {},
    { actor: "Cost Mira" },
    { subject: "Cost Tovi" },
    { group: "long" },
    { kind: "member_joined" },
    { kind: "session_ended" },
    { kind: "director_healthy" },
    { to: new Date(start).toISOString().slice(0, 10) },
  ] as const) {
    let cursor: string | null | undefined;
    for (let page = 0; page < 3; page += 1) {
      muster.costs.reset();
      const { items, nextCursor } = await read({ ...query, ...(cursor && { cursor }) });
      expect(items).toHaveLength(100);
      expect(muster.costs.roundTrips).toBe(1);
      // One row of each log, and of an account's event its user, main and character.
      expect(muster.costs.rowsRead).toBeLessThan(PAGE * 7);
      cursor = nextCursor;
    }
  }
});
