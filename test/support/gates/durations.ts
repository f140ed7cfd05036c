import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";

/** How long each test file took in its last run, in seconds; of this checkout, not of the repository. */
const FILE = "node_modules/.tmp/test-durations.json";

const durationsSchema = z.record(z.string(), z.number());
export type Durations = z.infer<typeof durationsSchema>;

export function readDurations(): Durations {
  try {
    return z.parse(durationsSchema, JSON.parse(readFileSync(FILE, "utf8")));
  } catch {
    return {};
  }
}

export function keepDurations(durations: Durations) {
  mkdirSync("node_modules/.tmp", { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readDurations(), ...durations }));
}
