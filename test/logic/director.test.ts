import { expect, test } from "vitest";
import type { DirectorHealth, DirectorProblem } from "#shared/corporations/corporations.ts";
import { DIRECTOR_SCOPES } from "#worker/esi/scopes.ts";
import { presentDirector } from "#worker/corporations/directors/present-director.ts";
import type { DirectorRow } from "#worker/corporations/directors/store.ts";
import { dueAfter } from "#worker/corporations/fetch/next-action.ts";
import type { RunPlan } from "#worker/db/schema/corporations.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 3_600_000;

const TOVI: DirectorRow = {
  id: "d",
  corporationId: 98_000_001,
  characterId: 90_000_001,
  characterName: "Tovi Lark",
  priority: 100,
  isHealthy: true,
  failureCount: 2,
  problem: null,
  roles: ["Director"],
  rolesEtag: null,
  rolesExpireAt: null,
  checkedAt: new Date(NOON),
  attemptedAt: null,
  lastUsedAt: null,
  isAssigned: 0,
  tokenState: "ok",
  scopes: DIRECTOR_SCOPES,
  suspendedUntil: null,
};

test("a director is presented with health, roles and scopes", () => {
  expect(presentDirector(TOVI)).toEqual({
    directorId: "d",
    characterId: 90_000_001,
    characterName: "Tovi Lark",
    priority: 100,
    health: "unhealthy",
    isHealthy: false,
    failureCount: 2,
    lastHealthCheck: "2026-11-20T12:00:00.000Z",
    lastUsed: null,
    isAssigned: false,
    problem: null,
    problemText: null,
    isGrantUnchecked: false,
    roles: ["Director"],
    missingScopes: [],
    missingRoles: [],
    tokenState: "ok",
    suspension: null,
  });
  expect(presentDirector({ ...TOVI, isHealthy: false, isAssigned: 1 })).toMatchObject({
    isHealthy: false,
    isAssigned: true,
  });
});

test("a director shows when it was last used, that it was never checked, and its suspension", () => {
  const lastUsedAt = NOON - HOUR_MS;
  expect(presentDirector({ ...TOVI, lastUsedAt, checkedAt: null })).toMatchObject({
    lastUsed: "2026-11-20T11:00:00.000Z",
    lastHealthCheck: null,
  });
  const suspendedUntil = new Date("2100-01-01T00:00:00Z");
  expect(presentDirector({ ...TOVI, suspendedUntil }).suspension).toEqual({
    until: "2100-01-01T00:00:00.000Z",
  });
});

test("missing roles are listed only where a role is the problem", () => {
  const missingRoles = (problem: DirectorProblem | null) =>
    presentDirector({ ...TOVI, problem, roles: ["Accountant"] }).missingRoles;
  expect(missingRoles("missing_role")).toEqual(["Director", "Station_Manager"]);
  expect(missingRoles("not_in_corporation")).toEqual([]);
  expect(missingRoles(null)).toEqual([]);
});

test.each<[DirectorHealth, Partial<DirectorRow>]>([
  ["healthy", { isHealthy: true, failureCount: 0 }],
  // Fetches still use these two.
  ["unhealthy", { isHealthy: true, failureCount: 1, problem: "missing_role" }],
  ["unhealthy", { isHealthy: true, failureCount: 2, problem: "not_in_corporation" }],
  ["unhealthy", { isHealthy: false, failureCount: 1, problem: "missing_scope" }],
  ["unhealthy", { isHealthy: false, failureCount: 3, problem: "missing_role" }],
  ["unhealthy", { isHealthy: false, failureCount: 1, problem: "token_revoked" }],
  ["unhealthy", { isHealthy: false, failureCount: 1, checkedAt: null }],
  ["unhealthy", { isHealthy: false, failureCount: 0 }],
  ["needs_verification", { isHealthy: false, failureCount: 0, checkedAt: null }],
])("the health is %s for %j", (health, row) => {
  expect(presentDirector({ ...TOVI, ...row })).toMatchObject({ health });
});

test("a director without an authorization lacks every scope", () => {
  expect(presentDirector({ ...TOVI, tokenState: null, scopes: null })).toMatchObject({
    tokenState: "revoked",
    missingScopes: DIRECTOR_SCOPES,
  });
});

test.each<[DirectorProblem, string[], string]>([
  ["token_revoked", [], "EVE no longer accepts Tovi Lark's authorization."],
  ["missing_scope", [], "Tovi Lark has not granted director access."],
  ["missing_scope", ["Director"], "Tovi Lark signed in without director access."],
  ["missing_role", ["Accountant"], "Tovi Lark lacks in-game roles: Director, Station Manager."],
  [
    "missing_role",
    ["Director"],
    "EVE refused Tovi Lark's access because of a missing role. The next check reads the roles again.",
  ],
  ["not_in_corporation", [], "Tovi Lark is not in this corporation."],
  ["not_in_corporation", ["Director"], "Tovi Lark is no longer in this corporation."],
])("%s of a director with the roles %j is put in words", (problem, roles, problemText) => {
  const row = { ...TOVI, scopes: [], problem, roles };
  expect(presentDirector(row)).toMatchObject({ problem, problemText, isGrantUnchecked: false });
});

test("a problem of access that was granted since the last check is not reported any more", () => {
  for (const problem of ["missing_scope", "token_revoked"] as const) {
    expect(presentDirector({ ...TOVI, problem })).toMatchObject({
      isGrantUnchecked: true,
      problemText: "Tovi Lark has granted director access since the last check.",
    });
  }
  expect(presentDirector({ ...TOVI, problem: "missing_role" }).isGrantUnchecked).toBe(false);
  const [, ...rest] = DIRECTOR_SCOPES;
  const partial = { ...TOVI, problem: "missing_scope", scopes: rest } as const;
  expect(presentDirector(partial).isGrantUnchecked).toBe(false);
  for (const tokenState of ["revoked", "unknown"] as const) {
    const revoked = { ...TOVI, problem: "token_revoked", tokenState } as const;
    expect(presentDirector(revoked).isGrantUnchecked).toBe(false);
  }
});

const plan = (...expiries: (number | null)[]): RunPlan => ({
  done: [],
  lastSuccessAt: null,
  sources: Object.fromEntries(
    expiries.map((expiresAt, index) => [`source ${index}`, { expiresAt }]),
  ),
});

test("a category is fetched again after its interval, and never before ESI has something new", () => {
  expect(dueAfter("core", plan(), null, NOON)).toBe(NOON + HOUR_MS);
  expect(dueAfter("public", plan(null), null, NOON, 2)).toBe(NOON + 2 * HOUR_MS);
  for (const category of ["financial", "assets", "market", "killmails"] as const) {
    expect(dueAfter(category, plan(NOON + 1), null, NOON)).toBe(NOON + HOUR_MS);
  }
  // The free plan affords it every two hours.
  expect(dueAfter("assets", plan(), null, NOON, 2)).toBe(NOON + 2 * HOUR_MS);
  expect(dueAfter("core", plan(), null, NOON, 2)).toBe(NOON + HOUR_MS);
  const late = plan(NOON, NOON + 3 * HOUR_MS, null);
  expect(dueAfter("assets", late, null, NOON)).toBe(NOON + 3 * HOUR_MS);
});

test("members are read again as soon as ESI has new lists, since departures count from then", () => {
  expect(dueAfter("core", plan(NOON + 1, NOON + 2, null), null, NOON)).toBe(NOON + 2);
  expect(dueAfter("core", plan(NOON), null, NOON)).toBe(NOON + HOUR_MS);
});

test("after a failure the next attempt is half an hour away", () => {
  expect(dueAfter("public", plan(NOON + 3 * HOUR_MS), "unavailable", NOON)).toBe(
    NOON + HOUR_MS / 2,
  );
});
