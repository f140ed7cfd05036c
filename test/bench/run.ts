import { spawnSync } from "node:child_process";

/**
 * `npm run bench -- <which> [options]`: measures and prints; nothing of a test depends on a time. Each program says at its top what it
 * measures and which options it takes.
 */
const BENCHES: Record<string, string[]> = {
  alarms: ["vitest", "run", "--config", "test/bench/alarms/vitest.config.ts"],
  api: ["node", "test/bench/api.ts"],
  cold: ["node", "test/bench/cold/run.ts"],
  cpu: ["node", "test/bench/cpu/run.ts"],
  day: ["node", "test/bench/day/run.ts"],
  leavers: ["node", "test/bench/leavers/run.ts"],
  lighthouse: ["node", "test/bench/web/lighthouse.ts"],
  replicas: ["vitest", "run", "--config", "test/bench/replicas/vitest.config.ts"],
  web: ["node", "test/bench/web/run.ts"],
};

const [which = "", ...options] = process.argv.slice(2);
const [program, ...given] = BENCHES[which] ?? [];
if (program === undefined) {
  console.error(`npm run bench -- <${Object.keys(BENCHES).join("|")}> [options]`);
  process.exitCode = 1;
} else {
  const shell = process.platform === "win32";
  const { status } = spawnSync(program, [...given, ...options], { stdio: "inherit", shell });
  process.exitCode = status ?? 1;
}
