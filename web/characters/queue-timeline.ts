import { ph, t } from "#web/language/macros.ts";
import type { SkillQueueEntry } from "#shared/characters.ts";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import { trainingState } from "#shared/training.ts";
import { countdown } from "#web/lib/time.ts";

/** The timeline spans at least a day, so that a short queue shows its free time. */
const SHORTEST_MS = DAY_MS;
const MOST_TICKS = 5;

const TICKS = [6, 12, 24, 48, 120, 240, 480, 720, 1200, 2400, 4800, 9600, 24_000, 96_000].map(
  (h) => h * HOUR_MS,
);

/** Unfinished entries: ESI keeps finished ones in the queue until the pilot logs in. */
export function remaining(queue: readonly SkillQueueEntry[], now: number): SkillQueueEntry[] {
  return queue.filter((entry) => trainingState(entry, now) !== "finished");
}

type Timeline = {
  /** Each entry's share of the width, from 0 to 1, in queue order. The sum is at most 1. */
  shares: number[];
  /** Axis labels at positions from 0 to 1. */
  ticks: { at: number; label: string }[];
  endsAt: string;
};

/** The queue on a timeline that starts now; undefined if it is empty or paused. */
export function timeline(queue: readonly SkillQueueEntry[], now: number): Timeline | undefined {
  const spans = queue.flatMap(({ start_date: start, finish_date: finish }) =>
    start === null || finish === null
      ? []
      : { finish, length: Date.parse(finish) - Math.max(Date.parse(start), now) },
  );
  const endsAt = spans.at(-1)?.finish;
  if (endsAt === undefined || spans.length < queue.length) return undefined;
  const span = Math.max(Date.parse(endsAt) - now, SHORTEST_MS);
  const tick = TICKS.find((tick) => span / tick <= MOST_TICKS) ?? span;
  const count = Math.ceil(span / tick);
  const whole = count * tick;
  return {
    shares: spans.map(({ length }) => Math.max(0, length) / whole),
    ticks: Array.from({ length: count + 1 }, (_, index) => ({
      at: index / count,
      label: index === 0 ? t`Now` : tickLabel(index * tick),
    })),
    endsAt,
  };
}

function tickLabel(ahead: number): string {
  return ahead % DAY_MS === 0
    ? t`+${ph({ days: ahead / DAY_MS })}d`
    : t`+${ph({ hours: ahead / HOUR_MS })}h`;
}

/** "7d 11h" or "12h 0m": two units are precise enough. */
export function duration(ms: number): string {
  if (ms < DAY_MS) return countdown(ms);
  const hours = Math.round(ms / HOUR_MS);
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? t`${days}d` : t`${days}d ${ph({ hours: hours % 24 })}h`;
}
