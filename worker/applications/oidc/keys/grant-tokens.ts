import { TOKEN_TTL_SECONDS } from "#shared/applications/applications.ts";
import { isKeyedHash, keyedHash } from "#worker/crypto.ts";
import type { Config } from "#worker/config.ts";

// Tokens of a grant are not stored. Each says what it is and proves it with a keyed hash, so that a copy of the database yields
// none, and a former refresh token is told from a forged one: only a former one ends its grant.

const PURPOSES = {
  access: "muster: access tokens of applications",
  refresh: "muster: refresh tokens of applications",
};

type Kind = keyof typeof PURPOSES;

/** `number`: the second in which an access token expires, or the generation of a refresh token. */
export type GrantToken = { kind: Kind; grantId: string; number: number };

const FORM = /^(at|rt)_([\w-]{22})\.(\d{1,12})\.([\w-]{8}\.[\w-]{43})$/;
const PREFIX = { access: "at", refresh: "rt" };

export async function writeToken({ keyring }: Config, { kind, grantId, number }: GrantToken) {
  const mac = await keyedHash(keyring, `${grantId}.${number}`, PURPOSES[kind]);
  return `${PREFIX[kind]}_${grantId}.${number}.${mac}`;
}

/** Undefined if Muster has not made the token. */
export async function readToken(
  { keyring }: Config,
  text: string,
): Promise<GrantToken | undefined> {
  const [, prefix, grantId = "", number = "", mac = ""] = FORM.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  const kind = prefix === PREFIX.access ? "access" : "refresh";
  const isReal = await isKeyedHash(keyring, `${grantId}.${number}`, PURPOSES[kind], mac);
  return isReal ? { kind, grantId, number: Number(number) } : undefined;
}

export function accessTokenOf(config: Config, grantId: string, now = Date.now()) {
  const number = Math.floor(now / 1000) + TOKEN_TTL_SECONDS;
  return writeToken(config, { kind: "access", grantId, number });
}

/** The grant of an access token that has not expired. */
export async function grantOfAccess(config: Config, text: string): Promise<string | undefined> {
  const token = await readToken(config, text);
  const isUsable = token?.kind === "access" && token.number * 1000 > Date.now();
  return isUsable ? token.grantId : undefined;
}
