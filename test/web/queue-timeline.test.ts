import fc from "fast-check";
import { expect, test } from "vitest";
import type { SkillQueueEntry } from "#shared/characters.ts";
import { duration, remaining, timeline } from "#web/characters/queue-timeline.ts";

const NOW = Date.parse("2026-11-20T18:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function entry(start: number | null, finish: number | null, position = 0): SkillQueueEntry {
  const at = (ms: number | null) => (ms === null ? null : new Date(NOW + ms).toISOString());
  return {
    skill_id: 3300 + position,
    finished_level: 5,
    queue_position: position,
    start_date: at(start),
    finish_date: at(finish),
    level_start_sp: 45_255,
    level_end_sp: 256_000,
    training_start_sp: 45_255,
  };
}

test("finished entries that ESI still lists are left out", () => {
  const queue = [entry(-2 * DAY, -DAY), entry(-DAY, DAY, 1), entry(DAY, 2 * DAY, 2)];
  expect(remaining(queue, NOW).map(({ queue_position }) => queue_position)).toEqual([1, 2]);
});

test("each entry takes its share of the timeline, the one in training its remaining time", () => {
  const line = timeline([entry(-10 * DAY, 10 * DAY), entry(10 * DAY, 40 * DAY, 1)], NOW);
  expect(line?.shares).toEqual([0.25, 0.75]);
  expect(line?.ticks.map(({ label }) => label)).toEqual(["Now", "+10d", "+20d", "+30d", "+40d"]);
  expect(line?.ticks.map(({ at }) => at)).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

test("a queue that ends between two ticks leaves free space at the end", () => {
  const line = timeline([entry(0, 41 * DAY)], NOW);
  expect(line?.ticks.at(-1)?.label).toBe("+50d");
  expect(line?.shares[0]).toBeCloseTo(0.82);
});

test("a short queue is shown on a timeline of one day", () => {
  const line = timeline([entry(-HOUR, 6 * HOUR)], NOW);
  expect(line?.shares).toEqual([0.25]);
  expect(line?.ticks.map(({ label }) => label)).toEqual(["Now", "+6h", "+12h", "+18h", "+1d"]);
});

test("empty and paused queues have no timeline", () => {
  expect(timeline([], NOW)).toBeUndefined();
  expect(timeline([entry(null, null), entry(null, null, 1)], NOW)).toBeUndefined();
});

test("for any queue, the shares sum up to at most 1 and there are at most five ticks", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 400 * DAY }), {
    minLength: 1,
    maxLength: 150,
  });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: DAY }), (lengths, since) => {
      let from = -since;
      const queue = lengths.map((length, index) => {
        const one = entry(from, from + length, index);
        from += length;
        return one;
      });
      const line = timeline(remaining(queue, NOW), NOW);
      const sum = (line?.shares ?? []).reduce((total, share) => total + share, 0);
      expect(sum).toBeLessThanOrEqual(1 + 1e-9);
      expect(line?.ticks.length ?? 0).toBeLessThanOrEqual(6);
    }),
  );
});

test.each([
  [12 * HOUR, "12h 0m"],
  [DAY, "1d"],
  [7 * DAY + 10.6 * HOUR, "7d 11h"],
  [2 * DAY + 23.7 * HOUR, "3d"],
])("%d ms of training reads %s", (ms, shown) => {
  expect(duration(ms)).toBe(shown);
});
