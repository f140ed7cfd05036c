import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { OFFLINE, prepareState } from "#test/local/prepare-state.ts";
import { stateDirectory } from "#test/new-eden/local-state.ts";

/** Serves dist/ on a fresh database with the seeded community. */
rmSync(stateDirectory(), { recursive: true, force: true });
prepareState(stateDirectory());
spawn("vite", ["preview", "--mode", "new-eden"], {
  stdio: "inherit",
  env: { ...process.env, ...OFFLINE },
});
