import { readFileSync } from "node:fs";
import { unstable_getVarsForDev as readDevVars } from "wrangler";
import { ConfigError, readConfig } from "#worker/ground/config.ts";
import { parseConfig } from "#worker/ops/deploy/config.ts";
import { StartError } from "./start-error.ts";

/** Throws a `StartError` with what `dev:live` lacks in `.dev.vars`. */
export async function checkLiveVars() {
  const { vars } = parseConfig(readFileSync("wrangler.jsonc", "utf8"));
  const found = readDevVars("wrangler.jsonc", undefined, vars, undefined, true);
  const values = Object.entries(found).map(([name, { value }]) => [name, String(value)]);
  try {
    // The schema decides whether these are variables of Muster.
    await readConfig(Object.fromEntries(values));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new StartError(`${error.message} Fill it in in .dev.vars; .dev.vars.example says how.`, {
      cause: error,
    });
  }
}
