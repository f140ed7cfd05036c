import { spawnSync } from "node:child_process";

/**
 * `npx node test/tools/draw-shots.ts` draws the pictures of all screens anew, after a screen was changed on purpose; look at the
 * difference before you commit it. `npx node test/tools/draw-shots.ts --record` first asks the product for new answers: after
 * the answers of the API or the routes have changed. `--readme` draws the pictures of the README alone.
 */
function playwright(args: string[], env: Record<string, string> = {}) {
  const { status } = spawnSync(
    "playwright",
    ["test", "--config=test/e2e/playwright.config.ts", "shots.spec.ts", ...args],
    { stdio: "inherit", shell: process.platform === "win32", env: { ...process.env, ...env } },
  );
  if (status !== 0) process.exit(status ?? 1);
}

spawnSync("node", ["test/tools/check-build.ts"], { stdio: "inherit" });
if (process.argv.includes("--record")) {
  playwright(["--project=desktop"], { SHOTS: "record" });
}
if (process.argv.includes("--readme")) {
  playwright(["--project=desktop"], { SHOTS: "readme" });
} else {
  // All screens, of which a run of the tests takes a part.
  playwright(["--update-snapshots=all"], { MUSTER_LONG: "1" });
}
