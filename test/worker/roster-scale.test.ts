import { expect, test } from "vitest";
import { insertProgram } from "#test/support/applications/application-rows.ts";
import { buildManaged, linkMember } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";

const MEMBERS = 12_000;
const MINUTE = 60;

const { drive, muster, world } = await startDriven();
const { admin } = world;

test("a corporation of 12,000 members is read, listed, filtered and exported within the budgets", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 0 } });
  const { param, id } = corporation;
  await linkMember(muster, id, { roles: [], name: "Known Member" });
  await corporation.newEden.setHoldings(id, { strangers: MEMBERS - 2 });
  drive.invocations.splice(0);
  await drive.startDue();
  await drive.drain();
  expect(Math.max(...drive.invocations.map(({ subrequests }) => subrequests))).toBeLessThanOrEqual(
    50,
  );
  // EVE names a thousand a call: here, names are given at once.
  await muster.env.DB.prepare(
    "update corporation_members set name = 'Member ' || character_id, name_folded = 'member ' || character_id where name is null",
  ).run();

  const roster = admin.api.rosters[":id"];
  async function costs(query: Parameters<typeof roster.members.$get>[0]["query"]) {
    muster.costs.reset();
    const page = await (await roster.members.$get({ param, query })).json();
    return { page, roundTrips: muster.costs.roundTrips, rowsRead: muster.costs.rowsRead };
  }
  await costs({});

  // The page and its counts walk the members twice, with four looked-up rows each.
  const first = await costs({});
  expect(first.page).toMatchObject({ total: MEMBERS, counts: { missing: MEMBERS - 2 } });
  expect(first.page.items).toHaveLength(50);
  expect(first.roundTrips).toBeLessThanOrEqual(2);
  expect(first.rowsRead).toBeLessThanOrEqual(2 * 5 * MEMBERS + 2_000);
  const next = await costs({ cursor: first.page.nextCursor ?? "" });
  expect(next.rowsRead).toBeLessThanOrEqual(5 * MEMBERS + 2_000);
  for (const query of [
    { missing: "true" as const },
    { search: "known" },
    { sort: "-online" as const },
    { risk: "true" as const, lost: "true" as const },
  ]) {
    const found = await costs(query);
    expect(found.roundTrips).toBeLessThanOrEqual(2);
    expect(found.rowsRead).toBeLessThanOrEqual(2 * 5 * MEMBERS + 2_000);
  }
  expect((await costs({ search: "known" })).page.total).toBe(1);

  // A page of an export reads its own members, wherever it is.
  const countsRead = first.rowsRead;
  let cursor: string | null = null;
  let exported = 0;
  do {
    const found = await costs({ export: "true", ...(cursor !== null && { cursor }) });
    exported += found.page.items.length;
    expect(found.rowsRead - (cursor === null ? countsRead : 0)).toBeLessThanOrEqual(500 * 15);
    ({ nextCursor: cursor } = found.page);
  } while (cursor !== null);
  expect(exported).toBe(MEMBERS);

  // A program's page has fewer facts of each member.
  const program = await insertProgram(muster, { rights: ["roster"] });
  muster.costs.reset();
  const page = await muster.send(`/api/v1/corporations/${id}/roster`, {
    headers: { authorization: program.authorization },
  });
  expect(page.status).toBe(200);
  expect(muster.costs.rowsRead).toBeLessThanOrEqual(500 * 9);

  muster.costs.reset();
  const { members, registered } = await (await roster.$get({ param })).json();
  expect([members, registered]).toEqual([MEMBERS, 2]);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(2);
  expect(muster.costs.rowsRead).toBeLessThanOrEqual(8 * MEMBERS);
  muster.costs.reset();
  expect((await roster.drift.$get({ param })).status).toBe(200);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(2);
  expect(muster.costs.rowsRead).toBeLessThanOrEqual(12 * MEMBERS);

  // An hour without a change writes next to nothing.
  await drive.advance(62 * MINUTE);
  muster.costs.reset();
  await drive.startDue();
  await drive.drain();
  expect(muster.costs.rowsWritten).toBeLessThanOrEqual(200);
});
