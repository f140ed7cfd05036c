import { expect, test } from "vitest";
import { buildRun, CLOCK, NOW, readPages } from "#test/support/corporations/fetch-run-builder.ts";
import { MAX_FAILURES, directorProblemOf } from "#worker/corporations/directors/rotation.ts";
import { PUBLIC } from "#worker/corporations/fetch/fetch-run.ts";
import type { Result } from "#worker/corporations/fetch/fetch-run.ts";
import { nextAction } from "#worker/corporations/fetch/next-action.ts";
import { next } from "#worker/corporations/fetch/reducer.ts";
import type { EsiReason } from "#worker/db/schema/esi.ts";

const REASONS: EsiReason[] = [
  "token_revoked",
  "missing_scope",
  "missing_role",
  "not_in_corporation",
  "not_found",
  "deleted",
  "rate_limited",
  "unavailable",
  "bad_answer",
];
const OF_DIRECTORS = REASONS.filter((reason) => directorProblemOf(reason) !== undefined);
const OF_EVE = REASONS.filter((reason) => directorProblemOf(reason) === undefined);

const failedAs = (reason: EsiReason, more: object = {}): Result => ({
  kind: "failed",
  source: "assets",
  reason,
  directorId: "a",
  status: 500,
  ...more,
});

const token = { kind: "token", directorId: "a" } as const;
const unsaved = { pages: 3, hasCounts: true, isUrgent: true, hasDirector: false };

// ── Saving ────────────────────────────────────────────────────────────────────────────────────

test("a save moves the version and counts the items that changed", () => {
  const before = buildRun({ unsaved, rows: 10, spent: 4 });
  const { run, writes } = next(before, { kind: "saved", changedRows: 7 });
  expect(writes).toEqual([]);
  expect(run).toMatchObject({
    version: before.version + 1,
    rows: 17,
    spent: 5,
    unsaved: { pages: 0, hasCounts: false, isUrgent: false },
  });
});

test.each(REASONS)("an invocation that has lost its run stops, also after %s", (reason) => {
  const lost = next(buildRun({ unsaved }), { kind: "lost" });
  expect(lost.writes).toEqual([]);
  const { run } = next(lost.run, failedAs(reason));
  expect(nextAction(run, CLOCK)).toEqual({ kind: "stop" });
});

// ── Tokens ────────────────────────────────────────────────────────────────────────────────────

test("a token costs eight subrequests and is used for 45 seconds", () => {
  const before = buildRun({ held: null });
  const { run, writes } = next(before, { ...token, state: "ok", scopes: ["new"], at: NOW });
  expect(writes).toEqual([]);
  expect(run).toMatchObject({
    directorId: "a",
    held: { directorId: "a", until: NOW + 45_000 },
    spent: before.spent + 8,
  });
  const [first, second] = run.directors;
  expect([first?.scopes, second?.scopes]).toEqual([["new"], before.directors[1]?.scopes]);
});

test.each([
  ["another director", { directorId: "b" }, true],
  ["the same director", { directorId: "a" }, false],
  [
    "the same director as before a change that is not saved",
    { directorId: "a", unsaved: { ...unsaved, hasDirector: true } },
    true,
  ],
])("a token of %s says whether the director is to be saved", (_, given, hasDirector) => {
  const before = buildRun({ held: null, unsaved, ...given });
  const { run } = next(before, { ...token, state: "ok", scopes: [], at: NOW });
  expect(run.unsaved).toEqual({ ...unsaved, hasDirector });
});

test("a token that cannot be had counts against no director", () => {
  const before = buildRun({ held: null, unreachable: ["c"] });
  const { run, writes } = next(before, { ...token, state: "unknown" });
  expect(writes).toEqual([]);
  expect(run).toEqual({ ...before, spent: before.spent + 8, unreachable: ["c", "a"] });
});

test("a revoked token makes its director unhealthy at once", () => {
  const { run, writes } = next(buildRun({ held: null }), { ...token, state: "revoked" });
  const problem = "token_revoked";
  expect(writes).toEqual([
    { kind: "save-director-health", directorId: "a", isHealthy: false, failureCount: 1, problem },
    { kind: "record-unhealthy", characterId: 1, problem },
  ]);
  expect(run).toMatchObject({ directorId: "a", held: null, plan: { tried: ["a"] } });
});

// ── Failures ──────────────────────────────────────────────────────────────────────────────────

test.each(OF_DIRECTORS)("a call that fails as %s counts against its director", (reason) => {
  const before = buildRun({ plan: { tried: ["c"] } });
  const { run, writes } = next(before, failedAs(reason));
  const problem = directorProblemOf(reason);
  expect(writes).toEqual([
    { kind: "save-director-health", directorId: "a", isHealthy: true, failureCount: 1, problem },
  ]);
  const [first, second] = before.directors;
  expect(run).toMatchObject({
    held: null,
    lastProblem: problem,
    plan: { tried: ["c", "a"] },
    directors: [{ ...first, failureCount: 1 }, second],
    unsaved: { isUrgent: true },
  });
  const saved = next(run, { kind: "saved", changedRows: 0 }).run;
  expect(nextAction(saved, CLOCK)).toMatchObject({ kind: "get-token", director: { id: "b" } });
});

test.each(OF_EVE)("a call that fails as %s counts against no director", (reason) => {
  const before = buildRun();
  const { run, writes } = next(before, failedAs(reason));
  expect(writes).toEqual([]);
  expect(run.directors).toEqual(before.directors);
});

test("a failure of a director who was removed meanwhile is not saved", () => {
  const { run, writes } = next(buildRun(), failedAs("missing_role", { directorId: "gone" }));
  expect(writes).toEqual([]);
  expect(run.plan.tried).toEqual(["gone"]);
});

test("the last of three failures in a row makes a director unhealthy and records it", () => {
  const { writes } = next(
    buildRun({ failureCount: MAX_FAILURES - 1 }),
    failedAs("missing_role", { directorId: "b" }),
  );
  expect(writes).toMatchObject([
    { directorId: "b", isHealthy: false, failureCount: MAX_FAILURES },
    { kind: "record-unhealthy", characterId: 2, problem: "missing_role" },
  ]);
});

test("a call that succeeds resets the failures of its director, and others may be tried again", () => {
  const before = buildRun({
    failureCount: 2,
    lastProblem: "missing_role",
    plan: { tried: ["b"] },
  });
  const { run, writes } = readPages(before, "assets", [null], { last: 2 });
  const problem = null;
  expect(writes).toEqual([
    { kind: "save-director-health", directorId: "a", isHealthy: true, failureCount: 0, problem },
  ]);
  expect(run.directors.map(({ failureCount }) => failureCount)).toEqual([0, 2]);
  expect(run).toMatchObject({ lastProblem: null, attempts: 0 });
  expect(run.plan.tried).toBeUndefined();
  const without = readPages(buildRun({ failureCount: 2, held: null }), "assets", [null]);
  expect(without.writes).toEqual([]);
});

test("a list that is given up keeps what is known of it and ends its cursor", () => {
  const cursor = { source: "assets", nextPage: 2, pages: 3, lastModified: null };
  const sources = { assets: { expiresAt: 5, count: 9 } };
  const plan = { sources, done: ["structures"], cursor: { ...cursor, restarts: 2 }, tried: ["a"] };
  const result = { kind: "given-up", source: "assets", failure: "no_director" } as const;
  const { run, writes } = next(buildRun({ plan }), result);
  expect(writes).toEqual([]);
  expect(run.plan).toEqual({
    sources: { assets: { expiresAt: 5, count: 9, failure: "no_director" } },
    done: ["structures", "assets"],
    lastSuccessAt: null,
  });
});

test.each(["missing_role", "not_in_corporation", "deleted"] as const)(
  "a corporation that has left its alliance is no fault of a director: %s",
  (reason) => {
    const before = buildRun({ category: "requirements" });
    const { run, writes } = next(before, failedAs(reason, { source: "allianceContacts" }));
    expect(writes).toEqual([]);
    expect(run.directors).toEqual(before.directors);
    expect(run.plan).toMatchObject({
      sources: { allianceContacts: { failure: reason } },
      done: ["allianceContacts"],
    });
  },
);

test.each([
  ["contacts", "missing_role"],
  ["allianceContacts", "token_revoked"],
  ["allianceContacts", "missing_scope"],
] as const)("%s that fail as %s count against the director", (source, reason) => {
  const { writes } = next(buildRun({ category: "requirements" }), failedAs(reason, { source }));
  expect(writes).toMatchObject([{ kind: "save-director-health", failureCount: 1 }]);
});

test("an unhealthy director who lends a token for the list of members stays unhealthy", () => {
  const { directors } = buildRun({ failureCount: MAX_FAILURES });
  const ill = directors.map((director) => ({ ...director, isHealthy: false }));
  const { run, writes } = readPages(
    buildRun({ category: "core", directors: ill }),
    "members",
    [[1, 2]],
    { expiresAt: null },
  );
  expect(writes.map(({ kind }) => kind)).toEqual(["stage-page", "publish-pages", "apply-roster"]);
  expect(run.directors).toEqual(ill);
});

/** How long a run waits after a failure, or why the list is given up. */
function waitAfter(reason: EsiReason, more: object, attempts = 1) {
  const { run } = next(buildRun({ attempts }), failedAs(reason, more));
  return run.waitSeconds ?? run.plan.sources["assets"]?.failure;
}

test("during an outage the pauses grow, and the sixth attempt gives up", () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempts) => waitAfter("unavailable", {}, attempts));
  expect(waits).toEqual([60, 120, 240, 480, 900, "unavailable"]);
});

test.each<[EsiReason, object, number | string]>([
  // EVE names the time of a limit; the client that of the downtime, in which nothing is sent.
  ["rate_limited", { status: 429, retryAfterSeconds: 30 }, 30],
  ["rate_limited", { status: undefined, retryAfterSeconds: 30 }, 30],
  ["unavailable", { status: undefined, retryAfterSeconds: 30 }, 30],
  ["rate_limited", { status: 429, retryAfterSeconds: 3600 }, 900],
  // Without a time and a status, the invocation has made all its calls.
  ["rate_limited", { status: undefined }, 0],
  ["rate_limited", { status: 420 }, 60],
  ["unavailable", { status: 503, retryAfterSeconds: 30 }, 60],
  ["unavailable", { status: undefined }, 60],
  ["bad_answer", { status: 200 }, "bad_answer"],
  ["bad_answer", { status: 400, retryAfterSeconds: 30 }, "bad_answer"],
  ["not_found", { status: 404 }, "not_found"],
])("after %s with %j a run waits or gives up: %s", (reason, more, expected) => {
  expect(waitAfter(reason, more)).toBe(expected);
});

// ── Public data ───────────────────────────────────────────────────────────────────────────────

const INFO = { name: "Sable", ticker: "SBL", memberCount: 3, ceoId: null, allianceId: null };

test("public data that changed is saved, and its names cost two subrequests", () => {
  const before = buildRun({ category: "public", pagesRead: 2, plan: { done: ["other"] } });
  const expiresAt = new Date(NOW + 5);
  const result = { kind: "public", info: INFO, etag: "new", expiresAt } as const;
  const { run, writes } = next(before, result);
  expect(writes).toEqual([{ kind: "save-public-info", info: INFO }]);
  expect(run).toMatchObject({
    pagesRead: 3,
    spent: before.spent + 2,
    unsaved: { pages: 1, hasCounts: true },
    plan: { sources: { [PUBLIC]: { expiresAt: NOW + 5, etag: "new" } }, done: ["other", PUBLIC] },
  });
});

test("public data that did not change writes nothing", () => {
  const before = buildRun({ category: "public" });
  const result = { kind: "public", info: null, etag: "same", expiresAt: null } as const;
  const { run, writes } = next(before, result);
  expect(writes).toEqual([]);
  expect(run).toMatchObject({ pagesRead: 1, spent: before.spent, unsaved: before.unsaved });
  expect(run.plan.sources).toEqual({ [PUBLIC]: { expiresAt: null, etag: "same" } });
});

test("a failure of public data counts against no director", () => {
  const failed = { kind: "failed", source: PUBLIC, reason: "token_revoked", status: 401 } as const;
  const { run, writes } = next(buildRun({ category: "public" }), failed);
  expect(writes).toEqual([]);
  expect(run.plan.sources[PUBLIC]?.failure).toBe("token_revoked");
});
