import fc from "fast-check";
import { expect, test } from "vitest";
import {
  skillCatalogueSchema,
  skillPointsAt,
  skillProgress,
  skillsQuerySchema,
  trainingProgress,
  trainingState,
} from "#shared/training.ts";
import type { TrainingEntry } from "#shared/training.ts";
import { readCatalogue } from "#worker/universe/skills.ts";

const HOUR_MS = 60 * 60 * 1000;
const NOON = Date.parse("2026-11-20T12:00:00Z");
const at = (hours: number) => new Date(NOON + hours * HOUR_MS).toISOString();

/** A level that started an hour ago, half trained before, and ends in three hours. */
const entry: TrainingEntry = {
  start_date: at(-1),
  finish_date: at(3),
  level_start_sp: 8000,
  training_start_sp: 26_627.5,
  level_end_sp: 45_255,
};

test("the skill points of a level follow EVE's formula with the rank", () => {
  expect([0, 1, 2, 3, 4, 5].map((level) => skillPointsAt(level, 1))).toEqual([
    0, 250, 1414, 8000, 45_255, 256_000,
  ]);
  expect(skillPointsAt(5, 16)).toBe(4_096_000);
  expect(skillPointsAt(9, 2)).toBe(512_000);
  expect(skillPointsAt(-1, 2)).toBe(0);
});

test("progress runs from the level that is trained to the next", () => {
  const progress = (trained_skill_level: number, skillpoints_in_skill: number) =>
    skillProgress({ trained_skill_level, skillpoints_in_skill }, 2);
  expect(progress(0, 0)).toBe(0);
  expect(progress(0, 250)).toBe(50);
  expect(progress(3, 16_000)).toBe(0);
  expect(progress(3, (16_000 + 90_510) / 2)).toBe(50);
  expect(progress(5, 0)).toBe(100);
});

test("progress stays between 0 and 100 for any input", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -2, max: 7 }),
      fc.integer({ min: -10, max: 5_000_000 }),
      fc.integer({ min: 0, max: 20 }),
      (trained_skill_level, skillpoints_in_skill, rank) => {
        const progress = skillProgress({ trained_skill_level, skillpoints_in_skill }, rank);
        expect(progress).toBeGreaterThanOrEqual(0);
        expect(progress).toBeLessThanOrEqual(100);
      },
    ),
  );
});

test("an entry is paused, waiting, training or finished by its dates alone", () => {
  const state = (start_date: string | null, finish_date: string | null) =>
    trainingState({ start_date, finish_date }, NOON);
  expect(state(null, null)).toBe("paused");
  expect(state(null, at(1))).toBe("paused");
  expect(state(at(-1), null)).toBe("paused");
  expect(state(at(1), at(2))).toBe("waiting");
  expect(state(at(-1), at(1))).toBe("training");
  expect(state(at(0), at(1))).toBe("training");
  expect(state(at(-2), at(0))).toBe("finished");
});

test("training adds to what was trained before it started", () => {
  expect(trainingProgress(entry, NOON - HOUR_MS)).toBeCloseTo(50);
  expect(trainingProgress(entry, NOON + HOUR_MS)).toBeCloseTo(75);
  expect(trainingProgress(entry, NOON + 3 * HOUR_MS)).toBe(100);
});

test("a paused entry stays where it was", () => {
  const paused = { ...entry, start_date: null, finish_date: null };
  expect(trainingProgress(paused, NOON)).toBeCloseTo(50);
  expect(trainingProgress({ ...entry, start_date: null }, NOON)).toBeCloseTo(50);
  expect(trainingProgress({ ...entry, finish_date: null }, NOON)).toBeCloseTo(50);
});

test("a finished entry is at 100, also without points", () => {
  const finished = { ...entry, level_start_sp: null, level_end_sp: null };
  expect(trainingProgress(finished, NOON + 3 * HOUR_MS)).toBe(100);
});

test("an entry without points has no progress", () => {
  expect(trainingProgress({ ...entry, level_start_sp: null }, NOON)).toBe(0);
  expect(trainingProgress({ ...entry, level_end_sp: null }, NOON)).toBe(0);
  expect(trainingProgress({ ...entry, level_end_sp: 8000 }, NOON)).toBe(0);
  expect(trainingProgress({ ...entry, level_end_sp: 7000 }, NOON)).toBe(0);
});

test("training progress stays between 0 and 100 for any input", () => {
  const sp = fc.option(fc.integer({ min: 0, max: 5_000_000 }));
  const date = fc.option(fc.integer({ min: -500, max: 500 }).map(at));
  const entries = fc.record({
    start_date: date,
    finish_date: date,
    level_start_sp: sp,
    level_end_sp: sp,
    training_start_sp: sp,
  });
  fc.assert(
    fc.property(entries, fc.integer({ min: -600, max: 600 }), (entry, hours) => {
      const progress = trainingProgress(entry, NOON + hours * HOUR_MS);
      expect(progress).toBeGreaterThanOrEqual(0);
      expect(progress).toBeLessThanOrEqual(100);
    }),
  );
});

test("training never moves backwards", () => {
  const hours = fc.integer({ min: -20, max: 20 });
  fc.assert(
    fc.property(fc.nat(1), fc.nat(45_255), hours, fc.nat(20), (before, start, from, more) => {
      const training_start_sp = 8000 + before * Math.min(start, 37_255);
      const progress = (hour: number) =>
        trainingProgress({ ...entry, training_start_sp }, NOON + hour * HOUR_MS);
      expect(progress(from + more)).toBeGreaterThanOrEqual(progress(from));
    }),
  );
});

test("skill ids are separated by commas, and none means all", () => {
  const parse = (ids?: string) => skillsQuerySchema.safeParse({ ids });
  expect(parse("3300,3301").data).toEqual({ ids: [3300, 3301] });
  expect(parse("1,2,3").data).toEqual({ ids: [1, 2, 3] });
  expect(parse().success).toBe(true);
  for (const bad of ["", ",", "1,,2", "a", "1;2", "-1", "1".repeat(10)]) {
    expect(parse(bad).success).toBe(false);
  }
});

test("malformed skill ids are refused with a reason", () => {
  const messages = (ids: string) =>
    skillsQuerySchema.safeParse({ ids }).error?.issues.map(({ message }) => message);
  expect(messages("a")).toEqual(["must be skill ids, joined by commas"]);
  expect(messages("1,".repeat(2048) + "1")).toEqual(["must have at most 4096 characters"]);
});

test("the catalogue matches its schema", () => {
  const catalogue = readCatalogue([3300]);
  expect(skillCatalogueSchema.parse(catalogue)).toEqual(catalogue);
});
