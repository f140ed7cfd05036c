import type { Target } from "#worker/ops/wrangler.ts";

/** The database must be named explicitly, so that the wrong one is not backed up. */
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
