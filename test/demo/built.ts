import type { Snapshot } from "./snapshot.ts";

/** Set by the build (`vite.config.ts`). It is parsed once a day: half a megabyte. */
declare const DEMO_SNAPSHOT: string;
declare const DEMO_TAKEN_AT: number;

export const takenAt = DEMO_TAKEN_AT;

export function builtSnapshot(): Snapshot {
  return JSON.parse(DEMO_SNAPSHOT);
}
