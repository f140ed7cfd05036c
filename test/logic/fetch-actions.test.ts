import { expect, test } from "vitest";
import { buildRun, CLOCK, NOW } from "#test/support/corporations/fetch-run-builder.ts";
import { openRun } from "#worker/corporations/fetch/fetch-run.ts";
import { MAX_CALLS, nextAction } from "#worker/corporations/fetch/next-action.ts";
import { getSource } from "#worker/corporations/fetch/sources.ts";
import { CHARACTER_SCOPES, DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";

const HOUR_MS = 60 * 60 * 1000;
const UNSAVED = { pages: 0, hasCounts: false, isUrgent: false, hasDirector: false };
const free = { held: null };

/** All but the scope that assets need. */
const PARTIAL_SCOPES = DIRECTOR_SCOPES.filter(
  (scope) => scope !== "esi-assets.read_corporation_assets.v1",
);

function directors(...changes: object[]) {
  return buildRun().directors.map((director, index) => ({ ...director, ...changes[index] }));
}

const givenUp = (source: string, failure: string) => ({
  kind: "conclude",
  result: { kind: "given-up", source, failure },
});

test("a run begins with an empty plan and nothing unsaved", () => {
  const { plan, unsaved, spent } = buildRun();
  expect({ plan, unsaved, spent }).toEqual({
    plan: { sources: {}, done: [], lastSuccessAt: null },
    unsaved: UNSAVED,
    spent: 1,
  });
  const known = { sources: { assets: { expiresAt: 5 } }, done: ["assets"], lastSuccessAt: 7 };
  const run = { ...buildRun(), plan: known };
  expect(openRun({ run, directors: [], pages: [] }).plan).toEqual(known);
});

// ── What is read ──────────────────────────────────────────────────────────────────────────────

test("lists are read in order with the token at hand", () => {
  expect(nextAction(buildRun(), CLOCK)).toEqual({
    kind: "read-pages",
    source: getSource("assets"),
    directorId: "a",
    limit: 34,
  });
  expect(nextAction(buildRun({ plan: { done: ["assets"] } }), CLOCK)).toMatchObject({
    source: { key: "structures" },
  });
});

test("a list is left out while ESI has nothing new, unless its last fetch failed", () => {
  const first = (assets: { expiresAt: number | null; failure?: "cut_off" }) => {
    const action = nextAction(buildRun({ plan: { sources: { assets } } }), CLOCK);
    return action.kind === "read-pages" && action.source.key;
  };
  expect(first({ expiresAt: NOW + 1 })).toBe("structures");
  expect(first({ expiresAt: NOW })).toBe("assets");
  expect(first({ expiresAt: null })).toBe("assets");
  expect(first({ expiresAt: NOW + 1, failure: "cut_off" })).toBe("assets");
});

test("the list whose pages are being read is read to its end first", () => {
  const cursor = { source: "structures", nextPage: 2, pages: 3, lastModified: null };
  const fresh = { structures: { expiresAt: NOW + 1 } };
  expect(nextAction(buildRun({ plan: { cursor, sources: fresh } }), CLOCK)).toMatchObject({
    source: { key: "structures" },
  });
});

test("public data is read without a director, with the ETag of before", () => {
  const run = buildRun({ category: "public", directors: [], held: null });
  expect(nextAction(run, CLOCK)).toEqual({ kind: "read-public", etag: null });
  const sources = { corporation: { expiresAt: null, etag: "before" } };
  const again = { ...run, plan: { ...run.plan, sources } };
  expect(nextAction(again, CLOCK)).toEqual({ kind: "read-public", etag: "before" });
});

test("after thirty attempts without progress, every list is given up", () => {
  expect(nextAction(buildRun({ attempts: 30 }), CLOCK).kind).toBe("read-pages");
  expect(nextAction(buildRun({ attempts: 31 }), CLOCK)).toEqual(givenUp("assets", "cut_off"));
});

test("an invocation stops reading while it can still save: of 45 subrequests", () => {
  expect(MAX_CALLS).toBe(41);
  const limit = (callsLeft: number, spent: number) => {
    const action = nextAction(buildRun({ spent }), { ...CLOCK, callsLeft });
    return action.kind === "read-pages" ? action.limit : action;
  };
  expect([limit(8, 1), limit(38, 31)]).toEqual([1, 1]);
  expect([limit(7, 1), limit(37, 31)]).toEqual([
    { kind: "wait", seconds: 0 },
    { kind: "wait", seconds: 0 },
  ]);
  const token = (callsLeft: number) => nextAction(buildRun(free), { ...CLOCK, callsLeft }).kind;
  expect([token(16), token(15)]).toEqual(["get-token", "wait"]);
});

test("an invocation reads as many pages as its processor time affords, and the first in any case", () => {
  const limit = (clock: object, pageMs?: number) => {
    const sources = { assets: { expiresAt: null, ...(pageMs !== undefined && { pageMs }) } };
    const action = nextAction(buildRun({ plan: { sources } }), { ...CLOCK, ...clock });
    return action.kind === "read-pages" ? action.limit : action;
  };
  const wait = { kind: "wait", seconds: 0 };
  // A page of a list that was never read counts two milliseconds.
  expect([limit({ msLeft: 5 }), limit({ msLeft: 250 }, 100)]).toEqual([2, 2]);
  expect([limit({ msLeft: 0 }), limit({ msLeft: 99 }, 100)]).toEqual([1, 1]);
  const later = { callsLeft: 40 };
  expect([limit({ ...later, msLeft: 2 }), limit({ ...later, msLeft: 1 })]).toEqual([1, wait]);
});

test("a run reads the lists that it was opened with, else all of its category", () => {
  const { lists, allianceId } = buildRun({ category: "requirements" });
  expect(lists).toEqual([
    "roles",
    "rolesHistory",
    "titles",
    "memberTitles",
    "contacts",
    "allianceContacts",
  ]);
  expect(allianceId).toBeNull();
  const { plan, directors: found, pages, ...run } = buildRun({ category: "requirements" });
  const opened = openRun({
    run: { ...run, plan },
    directors: found,
    pages,
    allianceId: 99_000_001,
    lists: ["roles"],
  });
  expect(opened).toMatchObject({ lists: ["roles"], allianceId: 99_000_001 });
  expect(nextAction({ ...opened, plan: { ...plan, done: ["roles"] } }, CLOCK).kind).toBe("finish");
});

// ── With whose token ──────────────────────────────────────────────────────────────────────────

test("an access token is used until its time and no longer", () => {
  const held = { directorId: "a", until: NOW };
  const at = (now: number) => nextAction(buildRun({ held }), { ...CLOCK, now }).kind;
  expect([at(NOW - 1), at(NOW)]).toEqual(["read-pages", "get-token"]);
});

test("the run keeps its director, then takes the others in turn", () => {
  const taken = (more: object) => {
    const action = nextAction(buildRun({ ...free, ...more }), CLOCK);
    return action.kind === "get-token" ? action.director.id : action;
  };
  expect(taken({})).toBe("a");
  expect(taken({ directorId: "b" })).toBe("b");
  expect(taken({ plan: { tried: ["a"] } })).toBe("b");
  expect(taken({ unreachable: ["a"] })).toBe("b");
  expect(taken({ plan: { tried: ["a", "b"] } })).toEqual(givenUp("assets", "no_director"));
  const lastProblem = "missing_role";
  expect(taken({ plan: { tried: ["a", "b"] }, lastProblem })).toEqual(
    givenUp("assets", "missing_role"),
  );
});

test("a director whose grant lacks the scope of a list is passed over for this list", () => {
  const partial = { scopes: PARTIAL_SCOPES };
  expect(nextAction(buildRun({ directors: directors(partial) }), CLOCK)).toMatchObject({
    kind: "get-token",
    director: { id: "b" },
  });
  const both = directors(partial, partial);
  expect(nextAction(buildRun({ directors: both }), CLOCK)).toEqual(
    givenUp("assets", "missing_scope"),
  );
  const done = { done: ["assets"] };
  expect(nextAction(buildRun({ directors: both, plan: done }), CLOCK)).toMatchObject({
    kind: "read-pages",
    source: { key: "structures" },
  });
});

test("the missing scope of an unhealthy director is not the reason", () => {
  const ill = { isHealthy: false };
  const found = directors({ scopes: PARTIAL_SCOPES, ...ill }, ill);
  expect(nextAction(buildRun({ ...free, directors: found }), CLOCK)).toEqual(
    givenUp("assets", "no_director"),
  );
  const mixed = directors({ scopes: PARTIAL_SCOPES }, ill);
  expect(nextAction(buildRun({ ...free, directors: mixed }), CLOCK)).toEqual(
    givenUp("assets", "missing_scope"),
  );
});

test.each([[CHARACTER_SCOPES], [null]])(
  "a director without director access is tried, so that the failure counts: %j",
  (scopes) => {
    const run = buildRun({ ...free, directors: directors({ scopes }) });
    expect(nextAction(run, CLOCK)).toMatchObject({ kind: "get-token", director: { id: "a" } });
  },
);

const lender = { isHealthy: false, problem: "missing_role" as const };
const left = { isHealthy: false, problem: "not_in_corporation" as const };

test("without a healthy director, one who only lacks the role reads the list of members", () => {
  const chosen = (...fleet: object[]) => {
    const run = buildRun({ ...free, category: "core", directors: directors(...fleet) });
    const action = nextAction(run, CLOCK);
    return action.kind === "get-token" ? action.director.id : action;
  };
  expect(chosen(left, lender)).toBe("b");
  expect(chosen(lender, {})).toBe("b");
  expect(chosen(left, left)).toEqual(givenUp("members", "no_director"));
});

test("the token of a director who lacks the role reads no other list", () => {
  const found = directors(lender, left);
  const core = { category: "core" as const, directors: found };
  expect(nextAction(buildRun(core), CLOCK)).toMatchObject({
    kind: "read-pages",
    source: { key: "members" },
    directorId: "a",
  });
  const next = { ...core, plan: { done: ["members"] } };
  expect(nextAction(buildRun(next), CLOCK)).toEqual(givenUp("tracking", "no_director"));
  expect(nextAction(buildRun({ directors: found }), CLOCK)).toEqual(
    givenUp("assets", "no_director"),
  );
});

test("two tokens that cannot be had, or one and no other director, are an outage", () => {
  const outage = {
    kind: "conclude",
    result: { kind: "failed", source: "assets", reason: "unavailable" },
  };
  const pair = directors();
  const three = [...pair, ...pair.map((director) => ({ ...director, id: `${director.id}2` }))];
  const two = buildRun({ ...free, directors: three, unreachable: ["a", "b"] });
  expect(nextAction(two, CLOCK)).toEqual(outage);
  const last = buildRun({ ...free, unreachable: ["b"], plan: { tried: ["a"] } });
  expect(nextAction(last, CLOCK)).toEqual(outage);
});

// ── Saving and ending ─────────────────────────────────────────────────────────────────────────

test("progress is saved at six pages, a failure at once, and before anything else", () => {
  const kind = (unsaved: object, more: object = {}) =>
    nextAction(buildRun({ unsaved: { ...UNSAVED, ...unsaved }, ...more }), CLOCK).kind;
  expect([kind({ pages: 5 }), kind({ pages: 6 }), kind({ isUrgent: true })]).toEqual([
    "read-pages",
    "save",
    "save",
  ]);
  expect(kind({ isUrgent: true }, { waitSeconds: 5 })).toBe("save");
  expect(kind({ pages: 5 }, { waitSeconds: 5 })).toBe("wait");
  expect(kind({ isUrgent: true }, { isLost: true })).toBe("stop");
});

test("items that are counted when they are saved are saved before the run ends", () => {
  const done = { done: ["assets", "structures"] };
  const kind = (hasCounts: boolean) =>
    nextAction(buildRun({ plan: done, unsaved: { ...UNSAVED, pages: 1, hasCounts } }), CLOCK).kind;
  expect([kind(false), kind(true)]).toEqual(["finish", "save"]);
});

test("a run ends with the first failure of its lists, and drops what they staged", () => {
  const sources = {
    divisions: { expiresAt: NOW + 1 },
    wallets: { expiresAt: null, failure: "missing_role" as const },
    "journal:1": { expiresAt: null, failure: "cut_off" as const },
  };
  const done = ["divisions", "wallets", ...[1, 2, 3, 4, 5, 6, 7].map((n) => `journal:${n}`)];
  const run = buildRun({ category: "financial", plan: { sources, done } });
  expect(nextAction(run, CLOCK)).toEqual({
    kind: "finish",
    writes: [{ kind: "drop-staged", sources: ["wallets", "journal:1"] }],
    error: "missing_role",
    dueAt: NOW + HOUR_MS / 2,
  });
});

test("a run without failures ends without an error; that of the members counts the linked ones", () => {
  const sources = { members: { expiresAt: NOW + 2 * HOUR_MS }, tracking: { expiresAt: null } };
  const run = buildRun({ category: "core", plan: { sources, done: ["members", "tracking"] } });
  expect(nextAction(run, CLOCK)).toEqual({
    kind: "finish",
    writes: [{ kind: "count-linked-members" }],
    error: null,
    dueAt: NOW + 2 * HOUR_MS,
  });
  const assets = buildRun({ plan: { done: ["assets", "structures"] } });
  expect(nextAction(assets, CLOCK)).toMatchObject({ kind: "finish", writes: [], error: null });
});
