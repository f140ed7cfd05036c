import { generateKeyPairSync } from "node:crypto";

/** Cloudflare takes 5 KB for a secret: three keys (https://developers.cloudflare.com/workers/platform/limits/). */
const KEYS_EACH = 3;

/**
 * New keys for ID tokens: two at once, and one for each quarter of the next year. Muster signs with those that it has taken from
 * a former stock until they are due; those that it has not taken are replaced.
 */
export function newSigningKeys(): Record<"SIGNING_KEYS_1" | "SIGNING_KEYS_2", string> {
  return { SIGNING_KEYS_1: newStock(), SIGNING_KEYS_2: newStock() };
}

const newStock = () => Array.from({ length: KEYS_EACH }, newKey).join(",");

function newKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
}
