import type { World } from "#test/new-eden/world.ts";

/** Lets the world's time pass. */
export function advanceClock(world: World, seconds: number) {
  if (!Number.isFinite(seconds)) throw new Error("seconds must be a number.");
  world.clockOffsetMs += seconds * 1000;
}
