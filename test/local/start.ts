import { execFileSync, spawn } from "node:child_process";
import { constants } from "node:os";
import { liveStateDirectory, stateDirectory } from "#test/new-eden/local-state.ts";
import { findFreePort, requestedPort } from "./port.ts";
import { OFFLINE, prepareDatabase, prepareState } from "./prepare-state.ts";
import { StartError } from "./start-error.ts";
import { lockState } from "./state-lock.ts";

/** Starts `npm run dev`, `dev:live` and `preview`; further arguments are Vite's. */
const COMMANDS: Record<string, string[]> = {
  dev: ["dev"],
  live: ["dev", "--mode", "live"],
  preview: ["preview", "--mode", "new-eden"],
};
const SHELL = { shell: process.platform === "win32" };
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function start(command: string, args: string[]) {
  const isLive = command === "live";
  const state = isLive ? liveStateDirectory() : stateDirectory();
  if (isLive) {
    // It imports wrangler, which takes a second.
    const { checkLiveVars } = await import("./live-vars.ts");
    await checkLiveVars();
  }
  const wanted = requestedPort(args);
  const port = await findFreePort(wanted);
  lockState(state, port);
  if (port !== wanted) console.log(`Port ${wanted} is taken: Muster uses ${port}.`);
  if (isLive) {
    console.log(`EVE's application needs the callback http://localhost:${port}/auth/callback.`);
    prepareDatabase(state);
  } else {
    prepareState(state);
  }

  const env = { ...process.env, ...OFFLINE, MUSTER_STATE: state, PORT: String(port) };
  if (command === "preview") {
    execFileSync("vite", ["build", "--mode", "new-eden"], { stdio: "inherit", env, ...SHELL });
  }
  const vite = spawn("vite", [...(COMMANDS[command] ?? []), ...args, "--port", String(port)], {
    stdio: "inherit",
    env,
    ...SHELL,
  });
  // The lock is this process's, so it ends after Vite.
  for (const signal of SIGNALS) process.on(signal, () => vite.kill(signal));
  vite.on("close", (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}

const [command = "", ...args] = process.argv.slice(2);
try {
  await start(command, args);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
