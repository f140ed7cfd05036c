import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { DAY_MS } from "#shared/time.ts";

const HALF_HOUR = 30 * 60;

const { drive, muster, world } = await startDriven();
const { admin } = world;

async function check() {
  await drive.advance(HALF_HOUR);
  await drive.checkHealth();
  await drive.drain();
}

const waiting = async () => (await (await admin.api.groups.waiting.$get()).json()).corporations;

test("since when a corporation has no director is one row of its log, however long that is", async () => {
  const corporation = await buildManaged(world);
  const [director] = await corporation.directors();
  await corporation.newEden.revoke(director?.characterId ?? 0);
  await check();
  const rowsRead = async () => {
    await corporation.read();
    muster.costs.reset();
    expect((await corporation.read()).status).toMatchObject({ state: "no_usable_director" });
    return muster.costs.rowsRead;
  };
  const short = await rowsRead();
  const [event] = await muster.context.db
    .select()
    .from(auditEvents)
    .where(
      and(eq(auditEvents.corporationId, corporation.id), eq(auditEvents.kind, "director_added")),
    );
  if (event === undefined) throw new Error("There is no event.");
  for (let copy = 0; copy < 100; copy += 1) {
    const { seq: _, ...kept } = event;
    await muster.context.db.insert(auditEvents).values({ ...kept, id: `z${copy}` });
  }
  expect(await rowsRead()).toBe(short);
});

test("a corporation whose last usable director is lost says since when, and is no longer verified", async () => {
  const corporation = await buildManaged(world, { directors: 2 });
  await corporation.api.verify.$post({ param: corporation.param });
  await check();
  expect(await corporation.read()).toMatchObject({
    isVerified: true,
    status: { state: "working", since: null },
  });
  const [first, second] = await corporation.directors();
  await corporation.newEden.revoke(first?.characterId ?? 0);
  await check();
  expect(await corporation.read()).toMatchObject({
    isVerified: true,
    status: { state: "some_directors_fail", since: null },
  });
  expect(await waiting()).toEqual([]);

  const before = Date.now();
  await corporation.newEden.revoke(second?.characterId ?? 0);
  await check();
  const lost = await corporation.read();
  expect(lost).toMatchObject({
    isVerified: false,
    isActive: true,
    healthyDirectorCount: 0,
    status: { state: "no_usable_director" },
  });
  expect(lost.lastVerified).not.toBeNull();
  expect(Date.parse(lost.status.since ?? "")).toBeGreaterThan(before);
  // The next failed checks do not make it younger.
  await check();
  expect((await corporation.read()).status).toEqual(lost.status);
  expect(await waiting()).toEqual([
    { corporationId: corporation.id, name: lost.name, since: lost.status.since },
  ]);
  const { items } = await (await admin.api.corporations.$get({ query: {} })).json();
  expect(items).toMatchObject([{ corporationId: corporation.id, status: lost.status }]);

  // It is nobody else's to know, and an inactive corporation needs no director.
  const user = await buildUser(muster);
  expect((await (await user.api.groups.waiting.$get()).json()).corporations).toEqual([]);
  await corporation.api.$put({ param: corporation.param, json: { isActive: false } });
  expect((await corporation.read()).status).toEqual({ state: "inactive", since: null });
  expect(await waiting()).toEqual([]);
});

test("a corporation whose last usable director is suspended names no earlier loss as the time", async () => {
  const corporation = await buildManaged(world, { directors: 2 });
  const [removed, kept] = await corporation.directors();
  await corporation.api.directors[":directorId"].$delete({
    param: { ...corporation.param, directorId: removed?.directorId ?? "" },
  });
  const player = corporation.pilots.find(({ pilot }) => pilot.id === kept?.characterId);
  const suspended = await admin.api.admin.users[":id"].suspension.$put({
    param: { id: player?.user.userId ?? "" },
    json: { reason: "Under review.", until: null },
  });
  expect(suspended.status).toBe(204);
  const { status } = await corporation.read();
  expect(status).toEqual({ state: "no_usable_director", since: null });
});

test("a corporation without directors, and one whose directors were never checked, say so", async () => {
  const none = await buildManaged(world, { directors: 0 });
  expect((await none.read()).status).toEqual({ state: "no_director", since: null });
  const one = await buildManaged(world);
  await muster.context.db.$client
    .prepare(
      "update corporation_directors set is_healthy = 0, checked_at = null where corporation_id = ?",
    )
    .bind(one.id)
    .run();
  expect((await one.read()).status).toEqual({ state: "not_checked", since: null });
  expect(await waiting()).toEqual([]);
});

test("reading a corporation costs the same after a thousand fetches and checks", async () => {
  const corporation = await buildManaged(world, { directors: 2 });
  const { id, api, param } = corporation;
  const director = await corporation.director();
  const { corporations } = admin.api;

  async function rowsRead(act: () => Promise<Response>) {
    muster.costs.reset();
    expect((await act()).ok).toBe(true);
    return muster.costs.rowsRead;
  }
  const measure = async () => ({
    list: await rowsRead(() => corporations.$get({ query: {} })),
    detail: await rowsRead(() => api.$get({ param })),
    data: await rowsRead(() => api.data.$get({ param })),
    directors: await rowsRead(() => api.directors.$get({ param })),
  });

  const insertRun = (index: number, startedAt: number, category: string) =>
    muster.env.DB.prepare(
      `insert into corporation_runs (id, corporation_id, category, director_id, started_at, finished_at,
        due_at, error, plan) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).bind(
      `run-${index}`,
      id,
      category,
      director.directorId,
      startedAt,
      startedAt + 5,
      startedAt + 60_000,
      index % 3 === 0 ? "unavailable" : null,
      JSON.stringify({ sources: {}, done: [], lastSuccessAt: null }),
    );
  const insertPage = (page: number) =>
    muster.env.DB.prepare(
      "insert into corporation_pages (corporation_id, source, is_staged, page, item_count, data) values (?, 'assets', 0, ?, 0, '[]')",
    ).bind(id, page);
  const categories = ["core", "financial", "assets", "market", "killmails", "public"];
  const long = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      insertRun(from + index, Date.now() - 2 * DAY_MS + from + index, categories[index % 6] ?? ""),
    );
  await muster.env.DB.batch(long(0, 12));
  const young = await measure();
  await muster.env.DB.batch([
    ...long(100, 1_000),
    ...Array.from({ length: 200 }, (_, index) => insertPage(index + 1)),
  ]);
  const old = await measure();
  expect(old).toEqual(young);
});
