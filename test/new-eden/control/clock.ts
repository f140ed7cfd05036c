import type { World } from "#test/new-eden/world.ts";

/** Advances the world's clock. */
export function advanceClock(world: World, seconds: number) {
  if (!Number.isFinite(seconds)) throw new Error("seconds must be a number.");
  world.clockOffsetMs += seconds * 1000;
}
