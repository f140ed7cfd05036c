import fc from "fast-check";
import { expect, test } from "vitest";
import type { DirectorProblem } from "#shared/corporations.ts";
import type { EsiReason } from "#worker/db/schema/esi.ts";
import {
  afterCheck,
  afterFailure,
  afterSuccess,
  chooseDirector,
  MAX_FAILURES,
  problemOf,
} from "#worker/corporations/directors/rotation.ts";
import type {
  Candidate,
  CheckVerdict,
  DirectorHealth,
} from "#worker/corporations/directors/rotation.ts";

const health: fc.Arbitrary<DirectorHealth> = fc.record({
  isHealthy: fc.boolean(),
  failureCount: fc.nat(10),
});

const candidates: fc.Arbitrary<Candidate[]> = fc
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

test("an unhealthy director is never chosen, nor one whom the call has tried", () => {
  fc.assert(
    fc.property(candidates, fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]), (directors, indexes) => {
      const tried = new Set(indexes.map((index) => `director-${index}`));
      const chosen = chooseDirector(directors, tried);
      const open = directors.filter(({ id, isHealthy }) => isHealthy && !tried.has(id));
      expect(open.length === 0 ? [undefined] : open).toContain(chosen);
    }),
  );
});

test("whoever was used longest ago goes first, and among those the lowest priority", () => {
  fc.assert(
    fc.property(candidates, (directors) => {
      const chosen = chooseDirector(directors);
      fc.pre(chosen !== undefined);
      const key = ({ lastUsedAt, priority }: Candidate) => [lastUsedAt ?? 0, priority] as const;
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

test("over the healthy it is a round robin: nobody is used twice before everybody was", () => {
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
  expect(problemOf(reason)).toBe(problem);
});

test("of two who are equal in everything the same one goes first, however they are listed", () => {
  const twin = { isHealthy: true, failureCount: 0, priority: 100, lastUsedAt: null };
  const [a, b] = [
    { ...twin, id: "a" },
    { ...twin, id: "b" },
  ];
  expect(chooseDirector([a, b])).toBe(a);
  expect(chooseDirector([b, a])).toBe(a);
});

test("a run keeps the director it has, until they fail", () => {
  const director = { isHealthy: true, failureCount: 0, priority: 100 };
  const [rested, used] = [
    { ...director, id: "rested", lastUsedAt: null },
    { ...director, id: "used", lastUsedAt: 5 },
  ];
  const choose = (fleet: Candidate[], tried: string[] = []) =>
    chooseDirector(fleet, new Set(tried), "used");
  expect(choose([rested, used])).toBe(used);
  expect(choose([rested, used], ["used"])).toBe(rested);
  expect(choose([rested, { ...used, isHealthy: false }])).toBe(rested);
  expect(choose([rested])).toBe(rested);
  expect(chooseDirector([rested, used], new Set(), null)).toBe(rested);
});

test("who was never used goes before who was, and of those the lowest priority", () => {
  const [used, second, first] = [
    { id: "used", isHealthy: true, failureCount: 0, priority: 1, lastUsedAt: 1 },
    { id: "second", isHealthy: true, failureCount: 0, priority: 20, lastUsedAt: null },
    { id: "first", isHealthy: true, failureCount: 0, priority: 10, lastUsedAt: null },
  ];
  expect(chooseDirector([used, second, first])).toBe(first);
  expect(chooseDirector([used, second, first], new Set(["first"]))).toBe(second);
  expect(chooseDirector([used, second, first], new Set(["first", "second"]))).toBe(used);
});

test("three failures in a row make unhealthy, or one that is final; fewer do not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), (failures) => {
      let director: DirectorHealth = { isHealthy: true, failureCount: 0 };
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

test("a call that works ends the row, and makes nobody healthy", () => {
  fc.assert(
    fc.property(health, (director) => {
      expect(afterSuccess(director)).toEqual({ isHealthy: director.isHealthy, failureCount: 0 });
    }),
  );
});

test("a check that passes makes healthy; one that EVE did not answer changes nothing", () => {
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

test("after any history, whoever is healthy has passed a check with fewer than three failures since", () => {
  const event = fc.oneof(
    fc.record({ is: fc.constant("failed call" as const), isFinal: fc.boolean() }),
    fc.record({ is: fc.constant("good call" as const) }),
    fc.record({ is: fc.constant("check" as const), verdict }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (history) => {
      let director: DirectorHealth = { isHealthy: false, failureCount: 0 };
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
