import { spawnSync } from "node:child_process";
import { stateDirectory } from "#test/new-eden/local-state.ts";

/** Migrates the local database. Without a terminal wrangler asks no questions. */
const { status, stdout, stderr } = spawnSync(
  "wrangler",
  ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDirectory()],
  { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8", shell: process.platform === "win32" },
);
if (status !== 0) console.error(stdout, stderr);
process.exitCode = status ?? 1;
