import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { DatabaseTarget } from "./wrangler.ts";

const CONFIG = "wrangler.jsonc";

export const TARGET_FLAGS = {
  local: { type: "boolean" },
  remote: { type: "boolean" },
  config: { type: "string" },
} as const;

type Given = {
  local?: boolean | undefined;
  remote?: boolean | undefined;
  config?: string | undefined;
};

/**
 * The database that a command works on, which is printed. A local one is in the directory of `MUSTER_STATE`, or beside the
 * configuration. Throws when there is none yet, unless `mayBeNew`. Without `isImplicit`, the caller must name the place, so that
 * the wrong database is not backed up.
 */
export function chooseTarget(
  given: Given,
  { mayBeNew = false, isImplicit = false } = {},
): DatabaseTarget {
  const { local = false, remote = false, config = CONFIG } = given;
  if (local && remote) throw new Error("Use either --local or --remote.");
  if (!local && !remote && !isImplicit) {
    throw new Error("Say which database: --remote (Cloudflare's) or --local (this machine's).");
  }
  if (remote) {
    console.log("Database: Cloudflare's.");
    return { place: "--remote", config: given.config };
  }
  const state = process.env["MUSTER_STATE"] ?? join(dirname(config), ".wrangler/state");
  console.log(`Database: this machine's, in ${state}.`);
  const isThere = globSync("v3/d1/*/*.sqlite", { cwd: state }).length > 0;
  if (!isThere && !mayBeNew) {
    throw new Error(`${state} has no database. Start it once with npm run dev.`);
  }
  return { place: "--local", config: configFor(config, state) };
}

/**
 * A configuration beside which wrangler finds this state. `d1 export` has no `--persist-to` (wrangler 4.155), so
 * all commands get the same configuration.
 */
function configFor(config: string, state: string): string {
  if (resolve(state) === resolve(dirname(config), ".wrangler/state")) return config;
  mkdirSync(state, { recursive: true });
  const place = mkdtempSync(join(tmpdir(), "muster-place-"));
  process.on("exit", () => rmSync(place, { recursive: true, force: true }));
  mkdirSync(join(place, ".wrangler"));
  symlinkSync(resolve(state), join(place, ".wrangler/state"), "junction");
  copyFileSync(config, join(place, "wrangler.jsonc"));
  return join(place, "wrangler.jsonc");
}
