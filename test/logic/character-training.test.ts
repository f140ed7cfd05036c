import fc from "fast-check";
import { expect, test } from "vitest";
import type { SkillQueueEntry } from "#shared/characters.ts";
import { DAY_MS } from "#shared/time.ts";
import { summarizeQueue, withFinishedTraining } from "#worker/characters/training.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const GUNNERY = 3300;
const at = (days: number) => new Date(NOW + days * DAY_MS).toISOString();

function entry(queue_position: number, from: number | null, to: number | null): SkillQueueEntry {
  return {
    skill_id: GUNNERY,
    finished_level: queue_position + 3,
    queue_position,
    start_date: from === null ? null : at(from),
    finish_date: to === null ? null : at(to),
    level_start_sp: 1414,
    level_end_sp: 8000 * (queue_position + 1),
    training_start_sp: 1414,
  };
}

const trained = {
  total_sp: 100_000,
  unallocated_sp: 5,
  skills: [{ skill_id: GUNNERY, skillpoints_in_skill: 1414, trained_skill_level: 2 }],
};

test("levels that finished since the last login count as trained, with their skill points", () => {
  const queue = [entry(0, -3, -2), entry(1, -2, -1), entry(2, -1, 1)];
  expect(withFinishedTraining(trained, queue, NOW)).toEqual({
    total_sp: 100_000 + 16_000 - 1414,
    unallocated_sp: 5,
    skills: [{ skill_id: GUNNERY, skillpoints_in_skill: 16_000, trained_skill_level: 4 }],
  });
});

test("a new skill appears when its first level has finished", () => {
  const queue = [{ ...entry(0, -3, -2), skill_id: 3301, finished_level: 1, level_end_sp: 250 }];
  const { skills, total_sp } = withFinishedTraining(trained, queue, NOW);
  expect(skills).toHaveLength(2);
  expect(total_sp).toBe(100_250);
});

test("missing skill points are computed from level and rank", () => {
  const queue = [{ ...entry(0, -3, -2), level_end_sp: null }];
  expect(withFinishedTraining(trained, queue, NOW).skills).toEqual([
    { skill_id: GUNNERY, skillpoints_in_skill: 8000, trained_skill_level: 3 },
  ]);
});

test("a skill that the catalogue lacks has ESI's points, or none", () => {
  const newest = { ...entry(0, -3, -2), skill_id: 1 };
  const pointsOf = (one: SkillQueueEntry) =>
    withFinishedTraining(trained, [one], NOW).total_sp - trained.total_sp;
  expect(pointsOf(newest)).toBe(8000);
  expect(pointsOf({ ...newest, level_end_sp: null })).toBe(0);
  expect(summarizeQueue([{ ...entry(0, -1, 1), skill_id: 1 }], NOW).training).toMatchObject({
    skill_id: 1,
    skillName: null,
  });
});

test("an older queue entry does not lower a trained level", () => {
  const known = { skill_id: GUNNERY, skillpoints_in_skill: 256_000, trained_skill_level: 5 };
  const { skills } = withFinishedTraining({ ...trained, skills: [known] }, [entry(0, -3, -2)], NOW);
  expect(skills).toEqual([known]);
});

test("after a login the same queue adds nothing", () => {
  const queue = [entry(0, -3, -2), entry(1, -2, -1)];
  const once = withFinishedTraining(trained, queue, NOW);
  expect(withFinishedTraining(once, queue, NOW)).toEqual(once);
});

test("finished training never lowers levels or points", () => {
  const entries = fc.array(
    fc.record({
      skill_id: fc.constantFrom(GUNNERY, 3301, 3302),
      finished_level: fc.integer({ min: 1, max: 5 }),
      queue_position: fc.nat(50),
      start_date: fc.option(fc.integer({ min: -9, max: 9 }).map(at)),
      finish_date: fc.option(fc.integer({ min: -9, max: 9 }).map(at)),
      level_start_sp: fc.option(fc.nat(300_000)),
      level_end_sp: fc.option(fc.nat(300_000)),
      training_start_sp: fc.option(fc.nat(300_000)),
    }),
  );
  fc.assert(
    fc.property(entries, (queue) => {
      const shown = withFinishedTraining(trained, queue, NOW);
      expect(shown.total_sp).toBeGreaterThanOrEqual(trained.total_sp);
      const gained = (skills: typeof trained.skills) =>
        skills.reduce((sum, skill) => sum + skill.skillpoints_in_skill, 0);
      expect(shown.total_sp - trained.total_sp).toBe(gained(shown.skills) - gained(trained.skills));
    }),
  );
});

test("the summary of a queue names the current training and its end", () => {
  const queue = [entry(0, -3, -1), entry(1, -1, 2), entry(2, 2, 9)];
  expect(summarizeQueue(queue, NOW)).toMatchObject({
    training: { queue_position: 1, skillName: "Gunnery" },
    queueState: "training",
    queueEndsAt: at(9),
  });
});

test("a queue without dates is paused, even behind entries that have finished", () => {
  const queue = [entry(0, -3, -1), entry(1, null, null)];
  const paused = { training: null, queueState: "paused", queueEndsAt: null };
  expect(summarizeQueue(queue, NOW)).toEqual(paused);
  expect(summarizeQueue([entry(0, -1, 1), entry(1, null, null)], NOW)).toEqual(paused);
  expect(summarizeQueue([entry(0, -1, null)], NOW)).toEqual(paused);
  expect(summarizeQueue([entry(0, null, 1)], NOW)).toEqual(paused);
});

test("a queue that has not started trains nothing", () => {
  expect(summarizeQueue([entry(0, 1, 2)], NOW)).toEqual({
    training: null,
    queueState: "training",
    queueEndsAt: at(2),
  });
});

test("a queue in which all has finished is empty since the last finish", () => {
  const queue = [entry(0, -3, -2), entry(1, -2, -1)];
  expect(summarizeQueue(queue, NOW)).toEqual({
    training: null,
    queueState: "empty",
    queueEndsAt: at(-1),
  });
  expect(summarizeQueue([], NOW)).toMatchObject({ queueState: "empty", queueEndsAt: null });
  expect(summarizeQueue(undefined, NOW)).toMatchObject({ queueState: "unknown" });
});
