import { readFileSync } from "node:fs";
import { importKeyring } from "#worker/crypto.ts";
import { ask } from "#worker/ops/ask.ts";
import { parseConfig } from "#worker/ops/deploy/config.ts";

/** The client id of Muster's EVE application: of the environment, else of wrangler.jsonc. */
export function readClientId(configFile = "wrangler.jsonc"): string {
  const { vars } = parseConfig(readFileSync(configFile, "utf8"));
  const clientId = process.env["EVE_CLIENT_ID"] || vars["EVE_CLIENT_ID"];
  if (clientId) return clientId;
  throw new Error(
    "EVE_CLIENT_ID is not set. Muster must use the EVE application of the old system: put its client id into wrangler.jsonc.",
  );
}

/** The encryption key of the Worker, which Cloudflare does not show: of the environment, else typed in. */
export async function readKeyring() {
  const key =
    process.env["TOKEN_ENCRYPTION_KEY"] ??
    (await ask("TOKEN_ENCRYPTION_KEY (not shown):", { isSecret: true }));
  if (key === undefined || !/^[A-Za-z0-9+/]{43}=$/.test(key)) {
    throw new Error(
      "TOKEN_ENCRYPTION_KEY is needed, to encrypt the tokens: 32 bytes in base64, the one that the Worker has. Set it in the environment, or type it in.",
    );
  }
  return importKeyring(key, []);
}
