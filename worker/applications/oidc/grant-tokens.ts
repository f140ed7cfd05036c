import { TOKEN_TTL_SECONDS } from "#shared/applications/applications.ts";
import type { Claims } from "#shared/applications/claims.ts";
import type { GrantRow } from "./grant-store.ts";
import { sign } from "./signing-keys.ts";
import type { KeyRow } from "./signing-keys.ts";
import { agreedClaims, claimsOf } from "./user-facts.ts";
import type { UserFacts } from "./user-facts.ts";
import type { Context } from "#worker/env.ts";
import { isKeyedHash, keyedHash } from "#worker/ground/crypto.ts";
import type { Config } from "#worker/ground/config.ts";

// Tokens of a grant are not stored. Each says what it is and proves it with a keyed hash, so that a copy of the database yields
// none, and a former refresh token is told from a forged one: only a former one ends its grant.

const PURPOSES = {
  access: "muster: access tokens of applications",
  refresh: "muster: refresh tokens of applications",
};

type Kind = keyof typeof PURPOSES;

/**
 * `number`: the second in which an access token expires, or the generation of a refresh token. `scope`: of an access token that
 * may read less than its grant.
 */
type GrantToken = { kind: Kind; grantId: string; number: number; scope?: string };

const FORM = /^(at|rt)_([\w-]{22})\.(\d{1,12}(?:\.[a-z_-]{1,80})?)\.([\w-]{8}\.[\w-]{43})$/;
const PREFIX = { access: "at", refresh: "rt" };

async function writeToken({ keyring }: Config, { kind, grantId, number, scope }: GrantToken) {
  const content = `${grantId}.${number}${scope === undefined ? "" : `.${scope.replaceAll(" ", "-")}`}`;
  const mac = await keyedHash(keyring, content, PURPOSES[kind]);
  return `${PREFIX[kind]}_${content}.${mac}`;
}

/** Undefined if Muster has not made the token. */
export async function readToken(
  { keyring }: Config,
  text: string,
): Promise<GrantToken | undefined> {
  const [, prefix, grantId = "", rest = "", mac = ""] = FORM.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  const kind = prefix === PREFIX.access ? "access" : "refresh";
  const isReal = await isKeyedHash(keyring, `${grantId}.${rest}`, PURPOSES[kind], mac);
  const [number, scope] = rest.split(".");
  return isReal
    ? { kind, grantId, number: Number(number), ...(scope && { scope: scope.replaceAll("-", " ") }) }
    : undefined;
}

function accessTokenOf(config: Config, grantId: string, scope?: string) {
  const number = Math.floor(Date.now() / 1000) + TOKEN_TTL_SECONDS;
  return writeToken(config, { kind: "access", grantId, number, ...(scope && { scope }) });
}

/** Undefined if it has expired. */
export async function readAccessToken(config: Config, text: string) {
  const token = await readToken(config, text);
  return token?.kind === "access" && token.number * 1000 > Date.now() ? token : undefined;
}

export type TokenResponse = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope: string;
  id_token: string;
  refresh_token?: string;
};

type Answered = Pick<GrantRow, "id" | "applicationId" | "scope" | "nonce" | "issuer"> & {
  authenticatedAt: Date;
  generation: number | null;
  /** Than the scope of the grant. */
  isNarrower?: boolean;
  facts: UserFacts;
};

/** The tokens of a grant. Nothing is written. */
export async function respond(
  context: Context,
  keys: KeyRow[],
  { id, applicationId, scope, isNarrower = false, issuer, facts, ...answered }: Answered,
): Promise<TokenResponse> {
  const { generation } = answered;
  const { config } = context;
  const claims = claimsOf(facts, { config, issuer, claims: agreedClaims(facts, scope) });
  const idToken = await idTokenOf(context, keys, {
    claims,
    id,
    applicationId,
    issuer,
    ...answered,
  });
  return {
    access_token: await accessTokenOf(config, id, isNarrower ? scope : undefined),
    token_type: "Bearer",
    expires_in: TOKEN_TTL_SECONDS,
    scope,
    id_token: idToken,
    ...(generation !== null && {
      refresh_token: await writeToken(config, { kind: "refresh", grantId: id, number: generation }),
    }),
  };
}

type Identity = Pick<Answered, "id" | "applicationId" | "issuer" | "nonce" | "authenticatedAt"> & {
  claims: Claims;
};

/** The ID token of a session, signed. */
export function idTokenOf(
  context: Context,
  keys: KeyRow[],
  { claims, id, applicationId, issuer, nonce, authenticatedAt }: Identity,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return sign(context, keys, {
    ...claims,
    iss: issuer,
    aud: applicationId,
    iat: now,
    exp: now + TOKEN_TTL_SECONDS,
    auth_time: Math.floor(authenticatedAt.getTime() / 1000),
    sid: id,
    ...(nonce !== null && { nonce }),
  });
}
