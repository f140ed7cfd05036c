import fc from "fast-check";
import { expect, test } from "vitest";
import { openWorld } from "#test/support/corporations/fetch-world.ts";
import type { Fault } from "#test/support/corporations/fetch-world.ts";
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

const refusal = fc.record({
  kind: fc.constant("refused" as const),
  reason: fc.constantFrom(...REASONS),
  status: fc.constantFrom(undefined, 500),
});
const interruption = fc.record({
  kind: fc.constantFrom("none", "none", "none", "killed", "stolen", "renewed" as const),
});
const lostToken = fc.record({ kind: fc.constantFrom("lost-token", "revoked-token" as const) });
const category = fc.constantFrom("core", "financial", "assets", "market", "killmails" as const);

const SNAPSHOTS = ["members", "tracking", "divisions", "wallets", "assets", "structures", "orders"];
const ACCUMULATING = ["journal:1", "journal:7", "contracts", "killmails"];

type World = ReturnType<typeof openWorld>;

/** Invokes the run until it ends, and looks at the database after each save. */
function runToEnd(world: World, faults: Fault[], onSave = () => {}) {
  const source = faults[Symbol.iterator]();
  let invocations = 0;
  while (world.end() === undefined && invocations < 200) {
    world.invoke(source, onSave);
    invocations += 1;
  }
  return { end: world.end(), invocations };
}

function worldWith(directorCount: number, ...given: Parameters<typeof openWorld>) {
  const world = openWorld(...given);
  for (let count = 0; count < directorCount; count++) world.addDirector(`director-${count}`);
  return world;
}

/** A list is published as EVE had it in one of its versions, or not at all. */
function expectOneVersion(world: World) {
  for (const source of SNAPSHOTS) {
    const versions = Array.from({ length: world.version() }, (_, index) =>
      world.listOf(source, index + 1).flat(),
    );
    expect([[], ...versions]).toContainEqual(world.published(source));
  }
}

test("each list is published completely or not at all, however a run is interrupted", () => {
  const fault = fc.oneof({ weight: 6, arbitrary: interruption }, refusal, lostToken);
  const renewals = fc.constant({ kind: "renewed" as const });
  const faults = fc.oneof(
    fc.array(fault, { maxLength: 60 }),
    fc.array(fc.oneof(interruption, renewals), { maxLength: 40 }),
  );
  const held = fc.record({ size: fc.nat(40), age: fc.nat(6) });
  fc.assert(
    fc.property(category, held, faults, (name, { size, age }, interruptions) => {
      const world = worldWith(2, name, size + 1);
      runToEnd(world, []);
      world.startRun({ renewals: age });
      const { end } = runToEnd(world, interruptions, () => expectOneVersion(world));
      expect(end).toBeDefined();
      expect(world.staged()).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test("a run that is killed or loses its lease, any number of times, ends with what EVE has", () => {
  const names = fc.constantFrom("none", "none", "none", "killed", "stolen" as const);
  const fault = fc.record({ kind: names });
  const faults = fc.array(fault, { maxLength: 25 });
  fc.assert(
    fc.property(category, fc.nat(40), fc.nat(3), faults, (name, size, age, interruptions) => {
      const world = worldWith(1, name, size + 1);
      if (age > 0) runToEnd(world, []);
      world.startRun({ renewals: age });
      expect(runToEnd(world, interruptions).end).toEqual({ error: null });
      for (const [source, { count }] of Object.entries(world.run().plan.sources)) {
        const list = world.listOf(source).flat();
        const held = world.accumulated(source);
        const isSnapshot = SNAPSHOTS.includes(source);
        expect({ source, held: isSnapshot ? world.published(source) : list }).toEqual({
          source,
          held: list,
        });
        expect(count).toBe(isSnapshot ? list.length : undefined);
        expect(isSnapshot ? [] : list.filter((item) => !held.has(item))).toEqual([]);
      }
      expect(world.director("director-0")).toMatchObject({ isHealthy: true, failureCount: 0 });
    }),
  );
});

test("items that accumulate are never lost", () => {
  fc.assert(
    fc.property(fc.nat(10), fc.array(interruption, { maxLength: 40 }), (size, faults) => {
      const world = worldWith(1, "market", size + 1);
      let before = new Set<unknown>();
      runToEnd(world, faults, () => {
        const held = new Set(ACCUMULATING.flatMap((source) => [...world.accumulated(source)]));
        expect([...before].filter((item) => !held.has(item))).toEqual([]);
        before = held;
      });
    }),
  );
});

test("a second run of unchanged lists writes no page", () => {
  for (const name of ["core", "assets", "market", "killmails"] as const) {
    const world = worldWith(1, name, 20);
    runToEnd(world, []);
    const before = world.pages();
    world.startRun();
    expect(runToEnd(world, []).end).toEqual({ error: null });
    expect(world.run().rows).toBe(0);
    expect(world.pages()).toBe(before);
  }
});

test("the record of a run counts the items that are new", () => {
  const world = worldWith(1, "killmails", 40);
  runToEnd(world, []);
  const before = world.accumulated("killmails").size;
  expect(world.run().rows).toBe(before);
  world.startRun({ renewals: 1 });
  runToEnd(world, []);
  expect(world.run().rows).toBe(world.accumulated("killmails").size - before);
});

test("no invocation makes more than 45 subrequests", () => {
  const fault = fc.oneof(interruption, refusal, lostToken);
  fc.assert(
    fc.property(category, fc.nat(80), fc.array(fault, { maxLength: 60 }), (name, size, faults) => {
      const world = worldWith(4, name, size + 1);
      runToEnd(world, faults);
      expect(Math.max(0, ...world.subrequests)).toBeLessThanOrEqual(45);
    }),
  );
});

test("a list that is renewed before each call is given up after five restarts", () => {
  const world = worldWith(1, "assets", 60);
  const faults: Fault[] = Array.from({ length: 60 }, () => ({ kind: "renewed" }));
  expect(runToEnd(world, faults).end).toEqual({ error: "bad_answer" });
  expect(world.staged()).toEqual([]);
});

test("the restarts of one list do not count against the next one", () => {
  const world = worldWith(1, "assets", 60);
  // Six times the first pages, their save and a call too late; then once more, of the next list.
  const faults: Fault[] = Array.from({ length: 22 }, () => ({ kind: "renewed" }));
  expect(runToEnd(world, faults).end).toEqual({ error: "bad_answer" });
  expect(world.run().plan.sources).toMatchObject({
    assets: { failure: "bad_answer" },
    structures: { count: world.listOf("structures").flat().length },
  });
});

test("a run whose invocations all die is given up after thirty attempts", () => {
  const world = worldWith(1, "assets", 3);
  const faults: Fault[] = Array.from({ length: 300 }, () => ({ kind: "killed" }));
  const { end, invocations } = runToEnd(world, faults);
  expect(end).toBeUndefined();
  expect(invocations).toBe(200);
  expect(runToEnd(world, []).end).toEqual({ error: "cut_off" });
  expect(world.published("assets")).toEqual([]);
});
