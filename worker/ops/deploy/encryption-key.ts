import { randomBytes } from "node:crypto";
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
