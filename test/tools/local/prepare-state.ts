import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";
import { readLocalState, STATE_FILE } from "#test/new-eden/local-state.ts";

/** Local servers need no network: Muster does not read `request.cf`, of which miniflare would fetch an example. */
export const OFFLINE = { CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false" };

/** Creates or migrates the database of a state directory. Throws a `StartError` with what the process said against it. */
export function prepareDatabase(
  state: string,
  ...options: ("--seed" | "--eventful" | "--empty")[]
) {
  const { status, stderr } = spawnSync(
    "node",
    ["test/tools/local/prepare-database.ts", ...options],
    {
      stdio: ["inherit", "inherit", "pipe"],
      encoding: "utf8",
      env: { ...process.env, ...OFFLINE, WRANGLER_LOG: "warn", MUSTER_STATE: state },
    },
  );
  if (status !== 0) throw new StartError(stderr.trim());
  process.stderr.write(stderr);
}

/**
 * Makes a state directory ready for New Eden. A new one is filled under another name and renamed when it is complete: an
 * interrupted start leaves nothing behind. Throws a `StartError` when New Eden's part is damaged. `isEventful`: see `seed`. `isEmpty`:
 * without the community.
 */
export function prepareState(state: string, { isEventful = false, isEmpty = false } = {}) {
  if (readLocalState(join(state, STATE_FILE)) !== undefined) return prepareDatabase(state);
  if (existsSync(state)) {
    const aside = `${state}.incomplete`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(state, aside);
    console.log(`${state} is not a complete community: moved it to ${aside}.`);
  }
  const draft = `${state}.draft`;
  rmSync(draft, { recursive: true, force: true });
  if (isEmpty) prepareDatabase(draft, "--empty");
  else prepareDatabase(draft, "--seed", ...(isEventful ? (["--eventful"] as const) : []));
  renameSync(draft, state);
}
