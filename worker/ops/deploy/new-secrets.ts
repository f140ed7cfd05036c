import { generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Beside wrangler.jsonc, ignored by git, readable only by its owner. */
const FILE = "muster-encryption.key";

/**
 * A new TOKEN_ENCRYPTION_KEY, saved before the upload: Cloudflare does not show it again. The key of an
 * interrupted run is reused.
 */
export function newEncryptionKey(): { key: string; file: string } {
  if (!existsSync(FILE)) {
    writeFileSync(FILE, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  }
  return { key: readFileSync(FILE, "utf8").trim(), file: FILE };
}

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
