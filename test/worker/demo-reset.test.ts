import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { seedIfDue } from "#test/demo/new-eden.ts";
import { demoSchema } from "#test/demo/schema.ts";
import { takeSnapshot } from "#test/demo/take-snapshot.ts";
import { saveState } from "#test/new-eden/saved-state.ts";
import { createWorld } from "#test/new-eden/world.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { countingDatabase } from "#test/support/workerd/counting-database.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

/** The limit of one invocation on the free plan: https://developers.cloudflare.com/d1/platform/limits/ */
const QUERIES_ON_THE_FREE_PLAN = 50;
const MOST_STATEMENT_BYTES = 100_000;

const muster = await startMuster();
const owner = await buildUser(muster);
const members = await Promise.all([buildUser(muster), buildUser(muster)]);
await buildGroup(muster, { owner, members, name: "Home Fleet" });
const read = async (sql: string) => (await env.DB.prepare(sql).all()).results;
// The builders record no events, of which the latest would tell the time.
const snapshot = { ...(await takeSnapshot(read)), takenAt: Date.now() };
const newEden = await saveState(createWorld("/new-eden"));
// What the build writes into the Worker.
vi.stubGlobal("DEMO_SNAPSHOT", JSON.stringify({ ...snapshot, newEden }));
vi.stubGlobal("DEMO_TAKEN_AT", snapshot.takenAt);

/** All rows of the community, in an order. */
async function rowsOf() {
  const { tables } = await takeSnapshot(read);
  return tables
    .filter(({ name }) => !name.startsWith("demo_"))
    .map(({ name, rows }) => [name, rows.map((row) => JSON.stringify(row)).toSorted()]);
}

test("a reset is a handful of statements, and the community is row by row what was seeded", async () => {
  const schema = demoSchema({ ...snapshot, newEden });
  for (const statement of schema) expect(statement.length).toBeLessThan(MOST_STATEMENT_BYTES);
  await env.DB.batch(schema.map((statement) => env.DB.prepare(statement)));

  // Triggers count for visitors as ever.
  const seeded = await rowsOf();
  await buildGroup(muster, { owner, members, name: "A Visitor's Group" });
  const visited = await rowsOf();
  expect(visited).not.toEqual(seeded);
  const counts = await env.DB.prepare("select name, member_count from groups order by name").all();
  expect(counts.results).toEqual([
    { name: "A Visitor's Group", member_count: 3 },
    { name: "Home Fleet", member_count: 3 },
  ]);

  const { db, costs } = countingDatabase(env.DB);
  costs.reset();
  await seedIfDue(db, snapshot.takenAt);
  expect(await rowsOf()).toEqual(seeded);
  expect(costs.executed.length).toBeLessThan(QUERIES_ON_THE_FREE_PLAN / 5);
  expect(costs.roundTrips).toBe(2);
  const left = await env.DB.prepare("select count(*) as left from demo_resetting").first("left");
  expect(left).toBe(0);

  // Each other isolate, and each later minute, finds it done.
  costs.reset();
  await seedIfDue(db, snapshot.takenAt + 60_000);
  expect(costs.executed.length).toBe(1);
  await buildGroup(muster, { owner, members, name: "A Visitor's Group" });
  expect((await rowsOf()).map(([name, rows]) => [name, rows?.length])).toEqual(
    visited.map(([name, rows]) => [name, rows?.length]),
  );
});
