import { spawn } from "node:child_process";
import { constants } from "node:os";
import {
  emptyStateDirectory,
  liveStateDirectory,
  stateDirectory,
} from "#test/new-eden/local-state.ts";
import { ensureBuild } from "./ensure-build.ts";
import { findFreePort, requestedPort } from "./port.ts";
import { OFFLINE, prepareDatabase, prepareState } from "./prepare-state.ts";
import { StartError } from "./start-error.ts";
import { lockState } from "./state-lock.ts";

/** Starts `npm run dev`, `dev:live` and `preview`; `--empty` is a Muster without a community; further arguments are Vite's. */
const COMMANDS: Record<string, string[]> = { dev: ["dev"], live: ["dev", "--mode", "live"] };
const EMPTY = "--empty";
const SHELL = { shell: process.platform === "win32" };
const PARENT_CHECK_MS = 500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function start(command: string, given: string[]) {
  const args = given.filter((argument) => argument !== EMPTY);
  const isLive = command === "live";
  const isEmpty = args.length < given.length;
  const state = isLive ? liveStateDirectory() : isEmpty ? emptyStateDirectory() : stateDirectory();
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
    prepareState(state, { isEventful: true, isEmpty });
  }

  Object.assign(process.env, OFFLINE, { MUSTER_STATE: state, PORT: String(port) });
  if (command === "preview") return preview(port, state);
  const vite = spawn("vite", [...(COMMANDS[command] ?? []), ...args, "--port", String(port)], {
    stdio: "inherit",
    ...SHELL,
  });
  // The lock is this process's, so it ends after Vite.
  onEnd((signal) => vite.kill(signal));
  vite.on("close", (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  });
}

async function preview(port: number, state: string) {
  ensureBuild();
  // It imports wrangler, which takes a second.
  const { serveBuild } = await import("./built-product.ts");
  const { greeting, stop } = await serveBuild({ port, state, onLog: console.log });
  onEnd((signal) => void stop().finally(() => process.exit(128 + constants.signals[signal])));
  console.log(`\n${greeting()}`);
}

/** Calls `stop` when a signal arrives, or when the parent has ended: npm passes a signal to its shell, which dies without us. */
function onEnd(stop: (signal: (typeof SIGNALS)[number]) => void) {
  for (const signal of SIGNALS) process.once(signal, () => stop(signal));
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, PARENT_CHECK_MS);
  watch.unref();
}

const [command = "", ...args] = process.argv.slice(2);
try {
  await start(command, args);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
