import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { STATE_FILE } from "#test/new-eden/local-state.ts";
import { savedStateSchema } from "#test/new-eden/saved-state.ts";
import { takeSnapshot } from "./take-snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

/** Reads the community of a state directory, in which nothing runs. */
export async function readSnapshot(state: string): Promise<Snapshot> {
  const file =
    globSync("v3/d1/*/*.sqlite", { cwd: state }).find((name) => !name.includes("metadata")) ?? "";
  using database = new DatabaseSync(join(state, file), { readOnly: true });
  const taken = await takeSnapshot((sql) => database.prepare(sql).all());
  const saved: unknown = JSON.parse(readFileSync(join(state, STATE_FILE), "utf8"));
  return { ...taken, newEden: savedStateSchema.parse(saved) };
}
