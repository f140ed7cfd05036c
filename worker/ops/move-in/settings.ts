import { readFileSync } from "node:fs";
import { importKeyring } from "#worker/crypto.ts";
import { ask } from "#worker/ops/ask.ts";
import { parseConfig } from "#worker/ops/deploy/config.ts";

/** Muster's application at EVE: of the environment, else of wrangler.jsonc. */
export function readApplication(configFile = "wrangler.jsonc") {
  const { vars } = parseConfig(readFileSync(configFile, "utf8"));
  const [EVE_CLIENT_ID, EVE_SSO_URL] = (["EVE_CLIENT_ID", "EVE_SSO_URL"] as const).map(
    (name) => process.env[name] || vars[name],
  );
  if (EVE_CLIENT_ID && EVE_SSO_URL) return { EVE_CLIENT_ID, EVE_SSO_URL };
  throw new Error(
    "EVE_CLIENT_ID is not set. Muster must use the EVE application of the old system: put its client id into wrangler.jsonc.",
  );
}

/** The secret of the application, with which tokens are tried at EVE: of the environment, else typed in. */
export async function readClientSecret(): Promise<string> {
  const secret =
    process.env["EVE_CLIENT_SECRET"] ??
    (await ask("EVE_CLIENT_SECRET (not shown):", { isSecret: true }));
  if (secret) return secret;
  throw new Error(
    "EVE_CLIENT_SECRET is needed, to try a few tokens at EVE. Set it in the environment, type it in, or add --no-trial.",
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
