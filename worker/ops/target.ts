import type { Target } from "./wrangler.ts";

/** Which database is meant has to be said: a backup of the wrong one is none. */
export function targetOf(given: {
  local?: boolean | undefined;
  remote?: boolean | undefined;
  config?: string | undefined;
}): Target {
  if (given.local === given.remote) {
    throw new Error("Say which database: --remote (Cloudflare's) or --local (this machine's).");
  }
  return { place: given.remote ? "--remote" : "--local", config: given.config };
}
