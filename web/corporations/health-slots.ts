import type { HealthMark } from "#shared/corporations.ts";
import { formatCount } from "#web/lib/format.ts";

const SLOT_MS = 30 * 60_000;
const SLOT_COUNT = 48;

/** `unknown`: EVE could not be asked about somebody, and nobody is known to be ill. `none`: no check. */
export type SlotState = "healthy" | "degraded" | "down" | "unknown" | "none";
export type Slot = { startsAt: number; state: SlotState };

/** The last 24 hours in half hours, the oldest first; of several checks in one the worst counts. */
export function slotsOf(health: readonly HealthMark[], now: number): Slot[] {
  const end = (Math.floor(now / SLOT_MS) + 1) * SLOT_MS;
  return Array.from({ length: SLOT_COUNT }, (_, index) => {
    const startsAt = end - (SLOT_COUNT - index) * SLOT_MS;
    const states = new Set(
      health
        .filter(({ at }) => Math.floor(Date.parse(at) / SLOT_MS) * SLOT_MS === startsAt)
        .map(stateOf),
    );
    return { startsAt, state: WORST_FIRST.find((state) => states.has(state)) ?? "none" };
  });
}

const WORST_FIRST: SlotState[] = ["down", "degraded", "unknown", "healthy"];

function stateOf({ directors, healthy, unknown }: HealthMark): SlotState {
  if (healthy === 0) return "down";
  if (healthy < directors) return "degraded";
  return unknown > 0 ? "unknown" : "healthy";
}

/** "46 checks in the last 24 hours: 44 found all directors healthy, 2 found nobody healthy." */
export function summaryOf(slots: readonly Slot[]): string {
  const count = (state: SlotState) => slots.filter((slot) => slot.state === state).length;
  const checked = SLOT_COUNT - count("none");
  if (checked === 0) return "No check in the last 24 hours.";
  const found = [
    { times: count("healthy"), what: "found all directors healthy" },
    { times: count("degraded"), what: "found some unhealthy" },
    { times: count("down"), what: "found nobody healthy" },
    { times: count("unknown"), what: "could not reach EVE" },
  ];
  const words = found.filter(({ times }) => times > 0).map(({ times, what }) => `${times} ${what}`);
  return `${formatCount(checked, "check")} in the last 24 hours: ${words.join(", ")}.`;
}
