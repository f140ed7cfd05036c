import type { DirectorProblem } from "#shared/corporations/corporations.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EsiReason } from "#worker/db/schema/esi.ts";
import {
  afterCheck,
  afterFailure,
  afterSuccess,
  chooseDirector,
  healthOf,
  MAX_FAILURES,
  directorProblemOf,
} from "#worker/corporations/directors/rotation.ts";
import type {
  DirectorCandidate,
  CheckVerdict,
  HealthRecord,
} from "#worker/corporations/directors/rotation.ts";

const health: fc.Arbitrary<HealthRecord> = fc.record({
  isHealthy: fc.boolean(),
  failureCount: fc.nat(10),
});

const candidates: fc.Arbitrary<DirectorCandidate[]> = fc
  .array(
    fc.record({
      isHealthy: fc.boolean(),
      failureCount: fc.nat(2),
      priority: fc.integer({ min: -3, max: 3 }),
      lastUsedAt: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((one, index) => ({ ...one, id: `director-${index}` })));

const verdict: fc.Arbitrary<CheckVerdict> = fc.oneof(
  fc.constant({ state: "passed" } as const),
  fc.constant({ state: "unknown" } as const),
  fc.record({
    state: fc.constant("failed" as const),
    problem: fc.constantFrom("missing_role", "missing_scope", "not_in_corporation" as const),
    isFinal: fc.boolean(),
  }),
);

test("a director is healthy without a failure, unhealthy with one although it is still used, and needs a verification before", () => {
  const outcomes = fc.array(verdict, { maxLength: 6 });
  fc.assert(
    fc.property(outcomes, (verdicts) => {
      let director: HealthRecord = { isHealthy: false, failureCount: 0 };
      for (const one of verdicts) director = afterCheck(director, one);
      const isChecked = verdicts.some(({ state }) => state !== "unknown");
      const state = healthOf({ ...director, checkedAt: isChecked ? new Date() : null });
      const isFailing = director.failureCount > 0;
      expect([state, state === "healthy"]).toEqual([state, director.isHealthy && !isFailing]);
      expect([state, state === "unhealthy"]).toEqual([state, isFailing]);
      expect([state, state === "needs_verification"]).toEqual([state, !isChecked]);
    }),
  );
});

test("neither an unhealthy director nor one already tried is chosen", () => {
  fc.assert(
    fc.property(candidates, fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]), (directors, indexes) => {
      const tried = new Set(indexes.map((index) => `director-${index}`));
      const chosen = chooseDirector(directors, tried);
      const open = directors.filter(({ id, isHealthy }) => isHealthy && !tried.has(id));
      expect(open.length === 0 ? [undefined] : open).toContain(chosen);
    }),
  );
});

test("the director used longest ago is chosen, and among equals the lowest priority", () => {
  fc.assert(
    fc.property(candidates, (directors) => {
      const chosen = chooseDirector(directors);
      fc.pre(chosen !== undefined);
      const key = ({ lastUsedAt, priority }: DirectorCandidate) =>
        [lastUsedAt ?? 0, priority] as const;
      const [used, priority] = key(chosen);
      for (const other of directors.filter(({ isHealthy }) => isHealthy)) {
        const [otherUsed, otherPriority] = key(other);
        expect(used < otherUsed || (used === otherUsed && priority <= otherPriority)).toBe(true);
      }
    }),
  );
});

test("the choice does not depend on the order in which directors are listed", () => {
  fc.assert(
    fc.property(candidates, fc.infiniteStream(fc.nat()), (directors, order) => {
      const keys = new Map(directors.map((director) => [director, order.next().value]));
      const shuffled = directors.toSorted((a, b) => Number(keys.get(a)) - Number(keys.get(b)));
      expect(chooseDirector(shuffled)).toBe(chooseDirector(directors));
    }),
  );
});

test("the healthy directors are used in a round robin", () => {
  fc.assert(
    fc.property(candidates, (directors) => {
      const healthy = directors.filter(({ isHealthy }) => isHealthy);
      const fleet = directors.map((director) => ({ ...director }));
      const used: string[] = [];
      for (let turn = 0; turn < healthy.length * 3; turn++) {
        const chosen = chooseDirector(fleet);
        if (chosen === undefined) break;
        chosen.lastUsedAt = 100 + turn;
        used.push(chosen.id);
      }
      for (let round = 0; round < 3; round++) {
        const turns = used.slice(round * healthy.length, (round + 1) * healthy.length);
        expect(new Set(turns)).toEqual(new Set(healthy.map(({ id }) => id)));
      }
    }),
  );
});

test.each<[EsiReason, DirectorProblem | undefined]>([
  ["token_revoked", "token_revoked"],
  ["missing_scope", "missing_scope"],
  ["missing_role", "missing_role"],
  ["not_in_corporation", "not_in_corporation"],
  ["deleted", "not_in_corporation"],
  ["rate_limited", undefined],
  ["unavailable", undefined],
  ["bad_answer", undefined],
  ["not_found", undefined],
])("a call that failed as %s says of its director: %s", (reason, problem) => {
  expect(directorProblemOf(reason)).toBe(problem);
});

test("of two equal directors the same one is chosen in either order", () => {
  const twin = { isHealthy: true, failureCount: 0, priority: 100, lastUsedAt: null };
  const [a, b] = [
    { ...twin, id: "a" },
    { ...twin, id: "b" },
  ];
  expect(chooseDirector([a, b])).toBe(a);
  expect(chooseDirector([b, a])).toBe(a);
});

test("a run keeps its director until the director fails", () => {
  const director = { isHealthy: true, failureCount: 0, priority: 100 };
  const [rested, used] = [
    { ...director, id: "rested", lastUsedAt: null },
    { ...director, id: "used", lastUsedAt: 5 },
  ];
  const choose = (fleet: DirectorCandidate[], tried: string[] = []) =>
    chooseDirector(fleet, new Set(tried), "used");
  expect(choose([rested, used])).toBe(used);
  expect(choose([rested, used], ["used"])).toBe(rested);
  expect(choose([rested, { ...used, isHealthy: false }])).toBe(rested);
  expect(choose([rested])).toBe(rested);
  expect(chooseDirector([rested, used], new Set(), null)).toBe(rested);
});

test("a director who was never used is chosen first, the lowest priority first", () => {
  const [used, second, first] = [
    { id: "used", isHealthy: true, failureCount: 0, priority: 1, lastUsedAt: 1 },
    { id: "second", isHealthy: true, failureCount: 0, priority: 20, lastUsedAt: null },
    { id: "first", isHealthy: true, failureCount: 0, priority: 10, lastUsedAt: null },
  ];
  expect(chooseDirector([used, second, first])).toBe(first);
  expect(chooseDirector([used, second, first], new Set(["first"]))).toBe(second);
  expect(chooseDirector([used, second, first], new Set(["first", "second"]))).toBe(used);
});

test("three failures in a row, or a final one, make a director unhealthy", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), (failures) => {
      let director: HealthRecord = { isHealthy: true, failureCount: 0 };
      for (let count = 0; count < failures; count++) {
        director = afterFailure(director, { isFinal: false });
      }
      expect(director).toEqual({ isHealthy: failures < MAX_FAILURES, failureCount: failures });
    }),
  );
  expect(afterFailure({ isHealthy: true, failureCount: 0 }, { isFinal: true }).isHealthy).toBe(
    false,
  );
});

test("a call that succeeds resets the failures and does not make a director healthy", () => {
  fc.assert(
    fc.property(health, (director) => {
      expect(afterSuccess(director)).toEqual({ isHealthy: director.isHealthy, failureCount: 0 });
    }),
  );
});

test("a check that passes makes a director healthy, and one without an answer changes nothing", () => {
  fc.assert(
    fc.property(health, (director) => {
      expect(afterCheck(director, { state: "passed" })).toEqual({
        isHealthy: true,
        failureCount: 0,
      });
      expect(afterCheck(director, { state: "unknown" })).toEqual(director);
    }),
  );
});

test("a healthy director has passed a check and failed fewer than three times since", () => {
  const event = fc.oneof(
    fc.record({ is: fc.constant("failed call" as const), isFinal: fc.boolean() }),
    fc.record({ is: fc.constant("good call" as const) }),
    fc.record({ is: fc.constant("check" as const), verdict }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (history) => {
      let director: HealthRecord = { isHealthy: false, failureCount: 0 };
      let model = { healthy: false, inARow: 0 };
      const fail = (isFinal: boolean) => {
        model.inARow += 1;
        if (isFinal || model.inARow >= 3) model.healthy = false;
      };
      for (const entry of history) {
        if (entry.is === "failed call") {
          director = afterFailure(director, entry);
          fail(entry.isFinal);
        } else if (entry.is === "good call") {
          director = afterSuccess(director);
          model.inARow = 0;
        } else {
          director = afterCheck(director, entry.verdict);
          if (entry.verdict.state === "passed") model = { healthy: true, inARow: 0 };
          if (entry.verdict.state === "failed") fail(entry.verdict.isFinal);
        }
      }
      expect(director).toEqual({ isHealthy: model.healthy, failureCount: model.inARow });
    }),
  );
});
