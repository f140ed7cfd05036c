import { createHash } from "node:crypto";

/** The Worker for which the numbers of wrangler.jsonc are meant. */
const FIRST = "muster";
/** Above every number of wrangler.jsonc, and the highest below 2³¹. */
const STEP = 10_000;
const STEPS = 200_000;

type Limited = { name?: string | undefined; ratelimits: { namespace_id: string }[] };

/**
 * Gives the rate limits of a Worker with another name namespaces of its own: the same number is the same count in all of an account
 * (https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit/). A name is one Worker of an account.
 */
export function ownNamespaces({ name = FIRST, ratelimits }: Limited) {
  if (name === FIRST) return;
  const hash = createHash("sha256").update(name).digest().readUInt32BE();
  for (const limit of ratelimits) {
    limit.namespace_id = String((1 + (hash % STEPS)) * STEP + Number(limit.namespace_id));
  }
}
