import { execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";

/** Serves dist/ on a fresh database with the seeded community. */
const state = process.env["MUSTER_STATE"] ?? ".wrangler/e2e";
rmSync(state, { recursive: true, force: true });
execFileSync("node", ["test/support/migrate-local.ts"], { stdio: "inherit" });
execFileSync("node", ["test/new-eden/seed/run.ts"], { stdio: "inherit" });
spawn("vite", ["preview", "--mode", "new-eden"], { stdio: "inherit" });
