import { expect, test } from "vitest";
import {
  buildRun,
  itemsOf,
  NOW,
  readPages,
  storedPage,
} from "#test/support/corporations/fetch-run-builder.ts";
import { eveDate } from "#test/support/eve-date.ts";
import { etagOf, knownPages } from "#worker/corporations/fetch/page-reader.ts";
import { next } from "#worker/corporations/fetch/reducer.ts";
import { getSource } from "#worker/corporations/fetch/sources.ts";
import { START } from "#worker/esi/read-pages.ts";

const EXPIRES_AT = NOW + 60_000;

test("changed pages of a snapshot are staged, and the run continues after them", () => {
  const { run, writes } = readPages(buildRun({ pagesRead: 4, rows: 5 }), "assets", [[1, 2], [3]], {
    last: 7,
  });
  expect(writes).toEqual([
    { kind: "stage-page", source: "assets", page: 1, etag: "etag 1", items: itemsOf([1, 2]) },
    { kind: "stage-page", source: "assets", page: 2, etag: "etag 2", items: itemsOf([3]) },
  ]);
  expect(run).toMatchObject({
    attempts: 0,
    pagesRead: 6,
    rows: 8,
    unsaved: { pages: 2, hasCounts: false },
    plan: {
      cursor: { source: "assets", nextPage: 3, pages: 7, lastModified: "now" },
      done: [],
    },
  });
  expect(run.pages).toEqual([
    storedPage({ isStaged: true, page: 1, etag: "etag 1", itemCount: 2 }),
    storedPage({ isStaged: true, page: 2, etag: "etag 2", itemCount: 1 }),
  ]);
});

test("a page that is read again replaces the staged page of before", () => {
  const before = [
    storedPage({ isStaged: true, page: 2, itemCount: 9 }),
    storedPage({ isStaged: false, page: 2, itemCount: 8 }),
    storedPage({ isStaged: true, page: 3, itemCount: 7 }),
    storedPage({ isStaged: true, page: 2, itemCount: 6, source: "structures" }),
  ];
  const { run } = readPages(buildRun({ pages: before }), "assets", [[1]], { first: 2, last: 9 });
  expect(run.pages).toEqual([
    ...before.slice(1),
    storedPage({ isStaged: true, page: 2, etag: "etag 2", itemCount: 1 }),
  ]);
});

test("when the last page is read, the list is published and counted", () => {
  const pages = [
    storedPage({ page: 1, itemCount: 10 }),
    storedPage({ page: 2, itemCount: 10 }),
    storedPage({ page: 3, itemCount: 10 }),
    storedPage({ page: 1, itemCount: 99, source: "structures" }),
  ];
  const cursor = { source: "assets", nextPage: 2, pages: 2, lastModified: "now" };
  const before = buildRun({
    pages,
    plan: { cursor: { ...cursor, restarts: 2 }, done: ["structures"] },
  });
  const { run, writes } = readPages(before, "assets", [[1, 2]], { first: 2, last: 2 });
  expect(writes).toEqual([
    { kind: "stage-page", source: "assets", page: 2, etag: "etag 2", items: itemsOf([1, 2]) },
    { kind: "publish-pages", source: "assets", lastPage: 2 },
  ]);
  expect(run.plan).toEqual({
    sources: { assets: { expiresAt: EXPIRES_AT, count: 12 } },
    done: ["structures", "assets"],
    lastSuccessAt: null,
  });
});

test("an unchanged list writes nothing, and its progress waits for the next write", () => {
  const pages = [storedPage({ page: 1, itemCount: 3 }), storedPage({ page: 2, itemCount: 2 })];
  const before = buildRun({ pages, attempts: 3 });
  const { run, writes } = readPages(before, "assets", [null, null]);
  expect(writes).toEqual([]);
  expect(run).toMatchObject({ attempts: 0, rows: 0, pagesRead: 2, unsaved: before.unsaved });
  expect(run.plan).toMatchObject({ sources: { assets: { count: 5 } }, done: ["assets"] });
});

test("an unchanged list that has fewer pages than before is published without the others", () => {
  const pages = [storedPage({ page: 1, itemCount: 3 }), storedPage({ page: 2, itemCount: 2 })];
  const { run, writes } = readPages(buildRun({ pages }), "assets", [null]);
  expect(writes).toEqual([{ kind: "publish-pages", source: "assets", lastPage: 1 }]);
  expect(run.plan.sources["assets"]?.count).toBe(3);
});

/** The roster follows a list of members as of when ESI made it, an hour before it expires. */
const rosterFollows = (isChanged: boolean) => ({
  kind: "apply-roster",
  reading: { list: "members", asOf: NOW, isChanged },
});

/** More than a million characters of JSON. */
const manyIds = (length = 70_000) =>
  Array.from({ length }, (_, index) => 98_000_000_000_000 + index);

test("a long answer without pages is staged in rows of a thousand items", () => {
  const items = manyIds();
  const { run, writes } = readPages(buildRun({ category: "core" }), "members", [items]);
  const staged = { kind: "stage-page", source: "members" } as const;
  expect(writes).toHaveLength(72);
  expect(writes[0]).toEqual({
    ...staged,
    page: 1,
    etag: "etag 1",
    items: itemsOf(items.slice(0, 1000)),
  });
  expect(writes[69]).toEqual({
    ...staged,
    page: 70,
    etag: null,
    items: itemsOf(items.slice(-1000)),
  });
  expect(writes[70]).toEqual({ kind: "publish-pages", source: "members", lastPage: 70 });
  expect(writes[71]).toEqual(rosterFollows(true));
  expect(run.plan.sources["members"]?.count).toBe(70_000);
  expect(run.rows).toBe(70_000);
});

test("an answer without pages that D1 can store in a row is stored as ESI wrote it", () => {
  const items = manyIds(2_500);
  const { writes } = readPages(buildRun({ category: "core" }), "members", [items]);
  expect(writes.map(({ kind }) => kind)).toEqual(["stage-page", "publish-pages", "apply-roster"]);
  expect(writes[0]).toMatchObject({ page: 1, items: itemsOf(items) });
});

test("a page of a paged list is one row, however long", () => {
  const items = manyIds();
  const { writes } = readPages(buildRun(), "assets", [items], { last: 2 });
  expect(writes).toHaveLength(1);
});

test("an unchanged answer without pages keeps all its rows", () => {
  const members = { source: "members", itemCount: 1000 };
  const pages = [storedPage({ ...members, page: 1 }), storedPage({ ...members, page: 2 })];
  const { run, writes } = readPages(buildRun({ category: "core", pages }), "members", [null]);
  // It may end a departure.
  expect(writes).toEqual([rosterFollows(false)]);
  expect(run.plan.sources["members"]?.count).toBe(2000);
});

test("items of a list that accumulates are added, and the ETags of its pages saved", () => {
  const items = manyIds(69_500);
  const pages = [storedPage({ source: "contracts", page: 1 })];
  const before = buildRun({ category: "market", pages });
  const { run, writes } = readPages(before, "contracts", [null, items]);
  expect(writes).toHaveLength(71);
  expect(writes[0]).toEqual({
    kind: "accumulate",
    source: "contracts",
    items: itemsOf(items.slice(0, 1000)),
  });
  expect(writes[69]).toEqual({
    kind: "accumulate",
    source: "contracts",
    items: itemsOf(items.slice(69_000)),
  });
  expect(writes[70]).toEqual({
    kind: "save-etag",
    source: "contracts",
    page: 2,
    etag: "etag 2",
    itemCount: 69_500,
  });
  // Saving tells how many of the items are new.
  expect(run).toMatchObject({ rows: 0, pages, unsaved: { pages: 2, hasCounts: true } });
  expect(run.plan.sources["contracts"]).toEqual({ expiresAt: EXPIRES_AT });
});

test("an empty list is staged and published", () => {
  const { run, writes } = readPages(buildRun(), "assets", [[]]);
  expect(writes.map(({ kind }) => kind)).toEqual(["stage-page", "publish-pages"]);
  expect(run.plan.sources["assets"]?.count).toBe(0);
});

test("a list that was renewed begins again, without the pages staged so far", () => {
  const published = storedPage({ page: 1 });
  const other = storedPage({ isStaged: true, source: "structures" });
  const pages = [published, storedPage({ isStaged: true, page: 2 }), other];
  const cursor = { nextPage: 3, pages: 9, lastModified: "then" };
  const before = buildRun({
    pages,
    attempts: 4,
    plan: { cursor: { source: "assets", ...cursor } },
  });
  const again = { ...START, pages: 9, restarts: 1 };
  const slice = { state: "moved", cursor: again } as const;
  const { run, writes } = next(before, { kind: "pages", source: "assets", slice });
  expect(writes).toEqual([{ kind: "drop-staged", sources: ["assets"] }]);
  expect(run.pages).toEqual([published, other]);
  const plan = { sources: {}, done: [], lastSuccessAt: null };
  expect(run.plan).toEqual({ ...plan, cursor: { source: "assets", ...again } });
  expect(run).toMatchObject({ attempts: 0, unsaved: { pages: 0 } });
});

test.each([
  { source: "assets", kind: "a snapshot", failure: undefined, pages: 3 },
  { source: "assets", kind: "a snapshot", failure: "bad_answer", pages: 3 },
  { source: "contracts", kind: "a list that accumulates", failure: undefined, pages: 3 },
  // Its first pages may be all that is stored of it.
  { source: "contracts", kind: "a list that accumulates", failure: "bad_answer", pages: 0 },
] as const)("$kind with failure $failure is known to have $pages pages", (row) => {
  const { source, failure } = row;
  const pages = [1, 2, 3].map((page) => storedPage({ source, page }));
  const sources = { [source]: { expiresAt: null, ...(failure && { failure }) } };
  const staged = storedPage({ source, page: 9, isStaged: true });
  const run = buildRun({ pages: [...pages, staged], plan: { sources } });
  expect(knownPages(run, getSource(source))).toBe(row.pages);
});

test("the ETag that is sent is that of the published page", () => {
  const pages = [
    storedPage({ isStaged: true, page: 1, etag: "staged" }),
    storedPage({ page: 1, etag: "other", source: "structures" }),
    storedPage({ page: 2, etag: "second" }),
    storedPage({ page: 1, etag: "published" }),
  ];
  const run = buildRun({ pages });
  expect([1, 2, 3].map((page) => etagOf(run, "assets", page))).toEqual([
    "published",
    "second",
    null,
  ]);
});

test.each<[string, number[][]]>([
  ["the pages that it staged go, those of other lists stay", [[1, 2]]],
  ["nothing is written when nothing was staged", []],
])("a list of an older cache of EVE is not published: %s", (_, changed) => {
  const known = { expiresAt: null, asOf: eveDate(NOW), storedTo: 7 };
  const published = storedPage({ source: "members", itemCount: 3, etag: "etag 1" });
  const other = storedPage({ source: "tracking", isStaged: true });
  const before = buildRun({
    category: "core",
    plan: { sources: { members: known } },
    pages: [published, other],
  });
  const pages = changed.length === 0 ? [null] : changed;
  const { run, writes } = readPages(before, "members", pages, { asOf: NOW - 1 });
  expect(run.pages).toEqual([published, other]);
  expect(run.plan).toMatchObject({
    sources: { members: { ...known, expiresAt: EXPIRES_AT } },
    done: ["members"],
  });
  expect(writes.filter(({ kind }) => kind !== "stage-page")).toEqual(
    changed.length === 0 ? [] : [{ kind: "drop-staged", sources: ["members"] }],
  );
});

test("a list of the same time as the one before is published", () => {
  const known = { expiresAt: null, asOf: eveDate(NOW) };
  const before = buildRun({ category: "core", plan: { sources: { members: known } } });
  const { writes } = readPages(before, "members", [[1]]);
  expect(writes).toContainEqual(expect.objectContaining({ kind: "publish-pages" }));
});
