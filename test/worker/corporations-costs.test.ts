import { expect, test } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import {
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";

test("reading a corporation costs the same after a thousand fetches and checks", async () => {
  const world = await startAdministered();
  const { muster, admin } = world;
  const corporation = await buildManaged(world, { directors: 2 });
  const { id, api, param } = corporation;
  const [director] = await corporation.directors();
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
      director?.directorId,
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
