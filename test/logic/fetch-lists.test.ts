import { expect, test } from "vitest";
import {
  buildRun,
  itemsOf,
  NOW,
  readPages,
  storedPage,
} from "#test/support/corporations/fetch-run-builder.ts";

const EXPIRES_AT = NOW + 60_000;
const ids = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

// ── What a page costs ─────────────────────────────────────────────────────────────────────────

test("a run remembers what a changed page of a list costs", () => {
  const { run } = readPages(buildRun(), "assets", [[1], [2], null], { last: 9, costMs: 12 });
  expect(run.plan.sources["assets"]).toEqual({ expiresAt: null, pageMs: 4 });
  const { run: complete } = readPages(run, "assets", [[3]], { first: 9 });
  expect(complete.plan.sources["assets"]).toMatchObject({ expiresAt: EXPIRES_AT, pageMs: 4 });
});

test("the cost keeps what else is known of the list", () => {
  const sources = { assets: { expiresAt: 5, count: 3 }, structures: { expiresAt: 6 } };
  const { run } = readPages(buildRun({ plan: { sources } }), "assets", [[1]], {
    last: 2,
    costMs: 7,
  });
  expect(run.plan.sources).toEqual({
    assets: { expiresAt: 5, count: 3, pageMs: 7 },
    structures: { expiresAt: 6 },
  });
});

test("unchanged pages, and pages without a measurement, tell no cost", () => {
  const sources = { assets: { expiresAt: 5, pageMs: 3 } };
  const pageMs = (pages: (number[] | null)[], more: object) =>
    readPages(buildRun({ plan: { sources } }), "assets", pages, { last: 9, ...more }).run.plan
      .sources["assets"]?.pageMs;
  expect(pageMs([null, null], { costMs: 40 })).toBe(3);
  expect(pageMs([[1]], {})).toBe(3);
});

// ── Journals ──────────────────────────────────────────────────────────────────────────────────

const JOURNAL = "journal:1";
const readJournal = (
  entries: Parameters<typeof readPages>[2],
  known: { storedTo?: number } = {},
  source = JOURNAL,
) => {
  const sources = { [source]: { expiresAt: null, ...known } };
  const { run, writes } = readPages(buildRun({ plan: { sources } }), source, entries);
  return { state: run.plan.sources[source], writes };
};

test("in a journal of one page, all but the newest fifty entries need not be stored again", () => {
  // EVE sends them in any order.
  const { state, writes } = readJournal([ids(1, 60).toReversed()]);
  expect(state).toEqual({ expiresAt: EXPIRES_AT, storedTo: 10 });
  expect(writes[0]).toMatchObject({ kind: "accumulate", items: { values: { length: 60 } } });
  expect(readJournal([ids(1, 51)]).state).toEqual({ expiresAt: EXPIRES_AT, storedTo: 1 });
  expect(readJournal([ids(1, 50)]).state).toEqual({ expiresAt: EXPIRES_AT });
});

test("entries that are stored are left out, and the page counts them", () => {
  const { state, writes } = readJournal([ids(1, 62)], { storedTo: 10 });
  expect(writes).toEqual([
    { kind: "accumulate", source: JOURNAL, items: itemsOf(ids(10, 62)) },
    { kind: "save-etag", source: JOURNAL, page: 1, etag: "etag 1", itemCount: 62 },
  ]);
  expect(state?.storedTo).toBe(12);
});

test("entries are told apart by their ids", () => {
  const entries = (from: number, to: number) => ids(from, to).map((id) => ({ id, amount: -id }));
  const { state, writes } = readJournal([entries(1, 62)], { storedTo: 10 });
  expect(writes[0]).toMatchObject({ kind: "accumulate", items: itemsOf(entries(10, 62)) });
  expect(state?.storedTo).toBe(12);
});

test("an unchanged journal keeps what is known to be stored", () => {
  expect(readJournal([null], { storedTo: 10 }).state?.storedTo).toBe(10);
  expect(readJournal([null]).state).toEqual({ expiresAt: EXPIRES_AT });
});

test("a journal of several pages, and other lists, are compared as a whole", () => {
  expect(readJournal([ids(1, 60), ids(61, 70)]).state).toEqual({ expiresAt: EXPIRES_AT });
  const grown = readJournal([null, ids(1, 60)], { storedTo: 10 });
  expect(grown.state).toEqual({ expiresAt: EXPIRES_AT });
  expect(readJournal([ids(1, 60)], {}, "contracts").state).toEqual({ expiresAt: EXPIRES_AT });
});

// ── Lists that are evidence ───────────────────────────────────────────────────────────────────

function readEvidence(
  source: string,
  pages: (number[] | null)[],
  more: Parameters<typeof buildRun>[0] = {},
) {
  return readPages(buildRun({ category: "requirements", ...more }), source, pages);
}
const confirmed = (source: string, list: string, more: object = {}) => ({
  kind: "confirm-list",
  source,
  list,
  ownerId: 98_000_001,
  asOf: NOW,
  isChanged: true,
  ...more,
});

test.each([
  ["roles", "roles"],
  ["memberTitles", "titles"],
  ["contacts", "contacts"],
])("a complete list %s confirms the corporation's %s", (source, list) => {
  expect(readEvidence(source, [[1]]).writes.at(-1)).toEqual(confirmed(source, list));
});

test("an unchanged list is confirmed as such", () => {
  const pages = [storedPage({ source: "roles", itemCount: 2 })];
  expect(readEvidence("roles", [null], { pages }).writes).toEqual([
    confirmed("roles", "roles", { isChanged: false }),
  ]);
});

test("contacts of an alliance are confirmed for it, and not at all without an alliance", () => {
  const allianceId = 99_000_001;
  const read = (more: object) => readEvidence("allianceContacts", [[1]], more).writes.slice(2);
  expect(read({ allianceId })).toEqual([
    confirmed("allianceContacts", "contacts", { ownerId: allianceId }),
  ]);
  expect(read({})).toEqual([]);
});

test("a list that is no evidence confirms nothing", () => {
  expect(readEvidence("titles", [[1]]).writes.map(({ kind }) => kind)).toEqual([
    "stage-page",
    "publish-pages",
  ]);
});

test("contacts may be none, and an empty list of what members have is a mistake of EVE", () => {
  expect(readEvidence("contacts", [[]]).writes.at(-1)).toEqual(confirmed("contacts", "contacts"));
  for (const source of ["roles", "memberTitles"]) {
    const { run, writes } = readEvidence(source, [[]]);
    expect(run.plan.sources[source]).toMatchObject({ failure: "bad_answer" });
    expect(writes.map(({ kind }) => kind)).toEqual(["stage-page"]);
  }
});

// ── The roster ────────────────────────────────────────────────────────────────────────────────

test.each(["members", "tracking"])("the roster follows a list of %s that has members", (source) => {
  const kinds = (...read: [(number[] | null)[], object?]) =>
    readPages(buildRun({ category: "core" }), source, ...read).writes.map(({ kind }) => kind);
  expect(kinds([[1]])).toEqual(["stage-page", "publish-pages", "apply-roster"]);
  expect(kinds([[]])).toEqual(["stage-page", "publish-pages"]);
});

test.each([
  ["members", "core"],
  ["roles", "requirements"],
] as const)("%s from an older cache of EVE do not replace newer ones", (source, category) => {
  const { run: before } = readPages(buildRun({ category }), source, [[1, 2]]);
  const known = before.plan.sources[source];
  const again = { ...before, plan: { ...before.plan, done: [] } };
  const { run, writes } = readPages(again, source, [[3]], {
    asOf: NOW - 1,
    expiresAt: new Date(NOW + 5),
  });
  expect(writes.map(({ kind }) => kind)).toEqual(["stage-page", "drop-staged"]);
  expect(run.plan).toMatchObject({
    done: [source],
    sources: { [source]: { ...known, expiresAt: NOW + 5 } },
  });
});
