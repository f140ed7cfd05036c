import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError } from "arctic";
import type { OAuth2Tokens } from "arctic";
import type { Config } from "#worker/ground/config.ts";

// The endpoints of https://login.eveonline.com/.well-known/oauth-authorization-server. arctic is used in this file only.
const AUTHORIZE_PATH = "/v2/oauth/authorize";
const TOKEN_PATH = "/v2/oauth/token";
const REVOKE_PATH = "/v2/oauth/revoke";

const TIMEOUT_MS = 10_000;

/**
 * `refused`: the grant or code is not valid; only 400 `invalid_grant` means that. `misconfigured`: EVE does not accept the
 * client id or the secret. `unavailable`: everything else.
 */
type EveSsoFailure = "refused" | "misconfigured" | "unavailable";

export class EveSsoError extends Error {
  readonly reason: EveSsoFailure;

  constructor(reason: EveSsoFailure, cause: unknown) {
    super(`EVE's sign-in: ${reason}`, { cause });
    this.name = "EveSsoError";
    this.reason = reason;
  }
}

/** What identifies Muster at EVE's sign-in. */
export type EveApplication = Pick<Config, "EVE_SSO_URL" | "EVE_CLIENT_ID" | "EVE_CLIENT_SECRET">;

/** The response of the token endpoint. The access token is not verified yet. */
export type EveGrant = { accessToken: string; refreshToken: string };

export function createAuthorizationUrl(
  config: Config,
  request: { origin: string; state: string; codeVerifier: string; scopes: string[] },
): string {
  const redirectUri = request.origin + config.EVE_CALLBACK_PATH;
  return new OAuth2Client(config.EVE_CLIENT_ID, null, redirectUri)
    .createAuthorizationURLWithPKCE(
      config.EVE_SSO_URL + AUTHORIZE_PATH,
      request.state,
      CodeChallengeMethod.S256,
      request.codeVerifier,
      request.scopes,
    )
    .toString();
}

/** Throws `EveSsoError`. `origin` must be that of the authorization request (RFC 6749 §4.1.3). */
export function exchangeCode(
  config: Config,
  { origin, code, codeVerifier }: { origin: string; code: string; codeVerifier: string },
) {
  return requestGrant(() =>
    tokenClient(config, origin + config.EVE_CALLBACK_PATH).validateAuthorizationCode(
      config.EVE_SSO_URL + TOKEN_PATH,
      code,
      codeVerifier,
    ),
  );
}

/**
 * Throws `EveSsoError`. Store the refresh token that this returns: a server may rotate it. If a response has none, the old one
 * stays valid and is returned (RFC 6749 §6).
 */
export function refreshEveGrant(config: EveApplication, refreshToken: string) {
  return requestGrant(
    () => tokenClient(config).refreshAccessToken(config.EVE_SSO_URL + TOKEN_PATH, refreshToken, []),
    refreshToken,
  );
}

/** Not a refresh token: EVE refuses it, but only after it has accepted the application. */
const NO_TOKEN = "none";

/**
 * Whether EVE accepts client id and secret: tests them with a refresh that cannot succeed. For a wrong secret EVE answers
 * `invalid_client`, for an unknown client id see `isUnknownClient`.
 */
export async function checkEveClient(
  config: Config,
): Promise<"accepted" | "unknown_client" | "wrong_secret" | "unavailable"> {
  try {
    await refreshEveGrant(config, NO_TOKEN);
    return "accepted";
  } catch (error) {
    if (!(error instanceof EveSsoError)) throw error;
    if (error.reason === "unavailable") return "unavailable";
    if (error.reason === "refused") return "accepted";
    return isUnknownClient(error.cause) ? "unknown_client" : "wrong_secret";
  }
}

/** Revokes a grant. EVE answers 200 for an invalid token as well (RFC 7009 §2.2). Throws if EVE is unavailable. */
export async function revokeEveGrant(config: Config, refreshToken: string) {
  const response = await fetch(config.EVE_SSO_URL + REVOKE_PATH, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(credentialsOf(config).join(":"))}`,
    },
    body: new URLSearchParams({ token_type_hint: "refresh_token", token: refreshToken }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new EveSsoError("unavailable", new Error(`Status ${response.status}`));
}

function tokenClient(config: EveApplication, redirectUri: string | null = null) {
  const [id, secret] = credentialsOf(config);
  return new OAuth2Client(id, secret, redirectUri);
}

const EVE = "https://login.eveonline.com";

/** Credentials for Basic authorization: form-encoded (RFC 6749 §2.3.1), except at EVE, which does not decode them. */
function credentialsOf(config: EveApplication): [id: string, secret: string] {
  const { EVE_SSO_URL, EVE_CLIENT_ID: id, EVE_CLIENT_SECRET: secret } = config;
  return EVE_SSO_URL === EVE ? [id, secret] : [formEncode(id), formEncode(secret)];
}

function formEncode(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice("=".length);
}

/** Reads no `expires_in`, which is optional (RFC 6749 §5.1): the access token states its expiry. */
async function requestGrant(
  request: () => Promise<OAuth2Tokens>,
  currentRefreshToken?: string,
): Promise<EveGrant> {
  try {
    const tokens = await withTimeout(request());
    const keepsToken = currentRefreshToken !== undefined && !tokens.hasRefreshToken();
    return {
      accessToken: tokens.accessToken(),
      refreshToken: keepsToken ? currentRefreshToken : tokens.refreshToken(),
    };
  } catch (error) {
    throw new EveSsoError(failureOf(error), error);
  }
}

function failureOf(error: unknown): EveSsoFailure {
  if (error instanceof OAuth2RequestError) {
    if (error.code === "invalid_grant" && !isUnknownClient(error)) return "refused";
    if (isUnknownClient(error)) return "misconfigured";
    if (error.code === "invalid_client" || error.code === "unauthorized_client") {
      return "misconfigured";
    }
  }
  // A network error, a 5xx, HTML instead of JSON, a 200 without tokens, or the timeout.
  return "unavailable";
}

/**
 * EVE answers `invalid_grant` for an unknown client id as well, with the description "Grant type … is not supported." That
 * must not count as a revoked grant: https://github.com/ccpgames/sso-issues/issues/72
 */
function isUnknownClient(error: unknown): boolean {
  return error instanceof OAuth2RequestError && /not supported/i.test(error.description ?? "");
}

/** arctic does not accept an AbortSignal. */
function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("EVE's sign-in timed out.")), TIMEOUT_MS);
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
