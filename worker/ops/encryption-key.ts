import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Beside wrangler.jsonc, outside git, for its owner alone. */
const FILE = "muster-encryption.key";

/**
 * A new TOKEN_ENCRYPTION_KEY, written down before Cloudflare gets it: afterwards nobody can read it there. The one of a
 * run that did not get that far is used again.
 */
export function newEncryptionKey(): { key: string; file: string } {
  if (!existsSync(FILE)) {
    writeFileSync(FILE, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  }
  return { key: readFileSync(FILE, "utf8").trim(), file: FILE };
}
