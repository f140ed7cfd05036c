import { expect, test } from "vitest";
import type { Corporation, Director } from "#shared/corporations/corporations.ts";
import { byHealth } from "#web/corporations/corporation-list.tsx";
import { quickestRepair } from "#web/corporations/status-alert.tsx";
import { slotsOf, slotSummary } from "#web/corporations/health-card.tsx";

const NOW = Date.parse("2026-11-20T18:42:00Z");
const mark = (at: string, healthy: number, { unknown = 0, failing = 0 } = {}) => ({
  at: `2026-11-20T${at}:00.000Z`,
  directors: 3,
  healthy,
  failing,
  unknown,
});

test("the strip has 48 slots of 30 minutes, the last of which is the current one", () => {
  const slots = slotsOf([mark("18:35", 3)], NOW);
  expect(slots).toHaveLength(48);
  expect(slots[0]?.startsAt).toBe(Date.parse("2026-11-19T19:00:00Z"));
  expect(slots.at(-1)).toEqual({ startsAt: Date.parse("2026-11-20T18:30:00Z"), state: "healthy" });
  expect(slots.at(-2)?.state).toBe("none");
});

test.each([
  { healthy: 3, failing: 0, unknown: 0, state: "healthy" },
  { healthy: 2, failing: 0, unknown: 0, state: "degraded" },
  { healthy: 2, failing: 1, unknown: 0, state: "degraded" },
  { healthy: 0, failing: 3, unknown: 0, state: "degraded" },
  { healthy: 0, failing: 0, unknown: 0, state: "down" },
  { healthy: 3, failing: 0, unknown: 1, state: "unknown" },
  { healthy: 2, failing: 0, unknown: 1, state: "degraded" },
])(
  "a check of 3 directors with $healthy healthy, $failing failing and $unknown unknown is $state",
  (check) => {
    const slots = slotsOf([mark("18:31", check.healthy, check)], NOW);
    expect(slots.at(-1)?.state).toBe(check.state);
  },
);

test("a slot with several checks takes the worst result", () => {
  const slots = slotsOf([mark("18:31", 3), mark("18:35", 0), mark("18:40", 2)], NOW);
  expect(slots.at(-1)?.state).toBe("down");
});

test("the summary counts what the checks found", () => {
  const marks = [mark("16:01", 3), mark("16:31", 3), mark("17:01", 0), mark("17:31", 1)];
  expect(slotSummary(slotsOf(marks, NOW))).toBe(
    "4 checks in the last 24 hours: 2 found all directors healthy, 1 found problems, 1 found no usable director.",
  );
  expect(slotSummary(slotsOf([], NOW))).toBe("No check in the last 24 hours.");
});

test("corporations are sorted by health, problems first", () => {
  const corporation = (name: string, rest: Partial<Corporation>): Corporation => ({
    corporationId: 98_000_001,
    name,
    ticker: "X",
    coverage: null,
    assignedCharacterId: null,
    assignedCharacterName: null,
    isActive: true,
    status: { state: "working", since: null },
    isVerified: true,
    lastSync: null,
    lastVerified: null,
    verificationFailedAt: null,
    directorCount: 2,
    healthyDirectorCount: 2,
    ...rest,
  });
  const list = [
    corporation("Asleep", { status: { state: "inactive", since: null } }),
    corporation("Fine", {}),
    corporation("None", { status: { state: "no_director", since: null } }),
    corporation("One lost", { status: { state: "some_directors_fail", since: null } }),
    corporation("Unverified", { isVerified: false }),
    corporation("All lost", { status: { state: "no_usable_director", since: null } }),
  ];
  expect(list.toSorted(byHealth).map(({ name }) => name)).toEqual([
    "All lost",
    "One lost",
    "Unverified",
    "None",
    "Fine",
    "Asleep",
  ]);
});

test("the repair of a corporation is the reader's own grant, else that of the first director whom a grant repairs", () => {
  const director = (characterId: number, rest: Partial<Director>) => ({
    directorId: String(characterId),
    characterId,
    characterName: `Pilot ${characterId}`,
    priority: 100,
    health: "unhealthy" as const,
    isHealthy: false,
    failureCount: 3,
    lastHealthCheck: null,
    lastUsed: null,
    isAssigned: false,
    problem: "token_revoked" as const,
    problemText: null,
    isGrantUnchecked: false,
    roles: [],
    missingScopes: [],
    missingRoles: [],
    tokenState: "revoked" as const,
    suspension: null,
    ...rest,
  });
  const directors = [
    director(1, { problem: "missing_role" }),
    director(2, { isGrantUnchecked: true }),
    director(3, {}),
    director(4, { problem: "missing_scope" }),
    director(5, { health: "healthy", problem: null }),
  ];
  const repaired = (...own: number[]) => quickestRepair(directors, new Set(own))?.characterId;
  expect(repaired()).toBe(3);
  expect(repaired(4)).toBe(4);
  expect(repaired(1, 2, 5)).toBe(3);
  expect(quickestRepair(directors.slice(0, 2), new Set())).toBeUndefined();
});
