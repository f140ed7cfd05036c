import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_FAILURES, problemOf } from "#worker/corporations/directors/rotation.ts";
import { openRun } from "#worker/corporations/fetch/fetch-run.ts";
import type { FetchRun } from "#worker/corporations/fetch/fetch-run.ts";
import { nextAction } from "#worker/corporations/fetch/next-action.ts";
import { next } from "#worker/corporations/fetch/reducer.ts";
import type { EsiReason } from "#worker/db/schema/esi.ts";
import { DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";

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

const CLOCK = { now: Date.UTC(2026, 10, 21, 15), callsLeft: 41 };

const OF_DIRECTORS = REASONS.filter((reason) => problemOf(reason) !== undefined);
const OF_EVE = REASONS.filter((reason) => problemOf(reason) === undefined);

const failedAs = (reason: EsiReason) =>
  ({ kind: "failed", source: "assets", reason, directorId: "a", status: 500 }) as const;

test.each(OF_DIRECTORS)("a call that fails as %s counts against its director", (reason) => {
  const { run, writes } = next(heldRun(), failedAs(reason));
  const problem = problemOf(reason);
  expect(writes).toEqual([
    { kind: "save-director-health", directorId: "a", isHealthy: true, failureCount: 1, problem },
  ]);
  expect(nextAction(run, CLOCK)).toEqual({ kind: "save" });
  const saved = next(run, { kind: "saved", changedRows: 0 }).run;
  expect(nextAction(saved, CLOCK)).toMatchObject({ kind: "get-token", director: { id: "b" } });
});

test.each(OF_EVE)("a call that fails as %s counts against no director", (reason) => {
  const before = heldRun();
  const { run, writes } = next(before, failedAs(reason));
  expect(writes).toEqual([]);
  expect(run.directors).toEqual(before.directors);
});

test("the last of three failures in a row makes a director unhealthy and records it", () => {
  const run = heldRun({ failureCount: MAX_FAILURES - 1 });
  const { writes } = next(run, {
    kind: "failed",
    source: "assets",
    reason: "missing_role",
    directorId: "a",
    status: 403,
  });
  expect(writes).toMatchObject([
    { kind: "save-director-health", isHealthy: false, failureCount: MAX_FAILURES },
    { kind: "record-unhealthy", characterId: 1, problem: "missing_role" },
  ]);
});

test("an outage is waited for with growing pauses, and given up at the sixth attempt", () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempts) => {
    const failed = {
      kind: "failed",
      source: "assets",
      reason: "unavailable",
      status: 502,
    } as const;
    const { run } = next({ ...heldRun(), attempts }, failed);
    return run.waitSeconds ?? run.plan.sources["assets"]?.failure;
  });
  expect(waits).toEqual([60, 120, 240, 480, 900, "unavailable"]);
});

test("the time that EVE names is waited for, at most a quarter of an hour", () => {
  const wait = (retryAfterSeconds: number) => {
    const failed = { kind: "failed", source: "assets", reason: "rate_limited" } as const;
    const { run } = next(heldRun(), { ...failed, status: 429, retryAfterSeconds });
    return nextAction(run, CLOCK);
  };
  expect(wait(30)).toEqual({ kind: "wait", seconds: 30 });
  expect(wait(3600)).toEqual({ kind: "wait", seconds: 900 });
});

test("two directors whose tokens cannot be had are an outage of EVE's sign-in; one is not", () => {
  const run = { ...heldRun(), held: null, attempts: 1 };
  const one = next(run, { kind: "token", directorId: "a", state: "unknown" }).run;
  expect(nextAction(one, CLOCK)).toMatchObject({ kind: "get-token", director: { id: "b" } });
  const two = next(one, { kind: "token", directorId: "b", state: "unknown" }).run;
  const action = nextAction(two, CLOCK);
  expect(action).toMatchObject({ kind: "conclude", result: { reason: "unavailable" } });
  expect(two.directors).toEqual(run.directors);
});

test("an access token is used for 45 seconds and no longer", () => {
  const taken = { ...heldRun(), held: null };
  const token = { kind: "token", directorId: "a", state: "ok", scopes: DIRECTOR_SCOPES } as const;
  const { run } = next(taken, { ...token, at: CLOCK.now });
  const after = (ms: number) => nextAction(run, { ...CLOCK, now: CLOCK.now + ms }).kind;
  expect([after(0), after(44_999), after(45_000)]).toEqual([
    "read-pages",
    "read-pages",
    "get-token",
  ]);
});

test("a director whose grant lacks the scope of a list is passed over without a failure", () => {
  const scopes = DIRECTOR_SCOPES.filter((scope) => !scope.includes("read_corporation_assets"));
  const run = heldRun();
  const partly = run.directors.map((director) => ({ ...director, scopes }));
  const [a, b] = partly;
  const [, complete] = run.directors;
  if (!a || !b || !complete) throw new Error("There are two directors.");
  const free = { ...run, held: null };
  expect(nextAction({ ...free, directors: [a, complete] }, CLOCK)).toMatchObject({
    kind: "get-token",
    director: { id: "b" },
  });
  const neither = nextAction({ ...free, directors: [a, b] }, CLOCK);
  expect(neither).toMatchObject({
    kind: "conclude",
    result: { kind: "given-up", source: "assets", failure: "missing_scope" },
  });
  if (neither.kind !== "conclude") return;
  const given = next(free, neither.result);
  expect(given.writes).toEqual([]);
  expect(nextAction({ ...given.run, directors: [a, b] }, CLOCK)).toMatchObject({
    kind: "get-token",
    source: "structures",
  });
});

test("an invocation that has lost its run stops, whatever it still learns", () => {
  const lost = next(heldRun(), { kind: "lost" });
  expect(lost.writes).toEqual([]);
  fc.assert(
    fc.property(fc.constantFrom(...REASONS), fc.boolean(), (reason, isUrgent) => {
      const run = { ...lost.run, unsaved: { pages: 9, hasCounts: true, isUrgent } };
      const { run: after } = next(run, { kind: "failed", source: "assets", reason });
      expect(nextAction(after, CLOCK)).toEqual({ kind: "stop" });
    }),
  );
});

test("progress is saved at six pages, and counted items before the run ends", () => {
  const run = heldRun();
  const unsaved = (pages: number, hasCounts = false) => ({ pages, hasCounts, isUrgent: false });
  expect(nextAction({ ...run, unsaved: unsaved(5) }, CLOCK).kind).toBe("read-pages");
  expect(nextAction({ ...run, unsaved: unsaved(6) }, CLOCK).kind).toBe("save");
  const done = { ...run, plan: { ...run.plan, done: ["assets", "structures"] } };
  expect(nextAction({ ...done, unsaved: unsaved(1) }, CLOCK).kind).toBe("finish");
  expect(nextAction({ ...done, unsaved: unsaved(1, true) }, CLOCK).kind).toBe("save");
});

/** A run of assets with two directors, of whom it has the first one's token. */
function heldRun({ failureCount = 0 } = {}): FetchRun {
  const director = { isHealthy: true, failureCount, priority: 100, lastUsedAt: null };
  const scopes = DIRECTOR_SCOPES;
  const run = openRun({
    run: {
      id: "run",
      corporationId: 98_000_001,
      category: "assets",
      directorId: null,
      attempts: 1,
      version: 1,
      pagesRead: 0,
      rows: 0,
      plan: null,
    },
    directors: [
      { ...director, id: "a", characterId: 1, scopes },
      { ...director, id: "b", characterId: 2, scopes },
    ],
    pages: [],
  });
  return { ...run, held: { directorId: "a", until: CLOCK.now + 45_000 } };
}
