import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError } from "arctic";
import type { OAuth2Tokens } from "arctic";
import type { Config } from "#worker/config.ts";

// The endpoints of https://login.eveonline.com/.well-known/oauth-authorization-server. arctic is used in this file only.
const AUTHORIZE_PATH = "/v2/oauth/authorize";
const TOKEN_PATH = "/v2/oauth/token";
const REVOKE_PATH = "/v2/oauth/revoke";

/** The path of the callback URL that is registered with EVE. */
export const EVE_CALLBACK_PATH = "/auth/callback";

const TIMEOUT_MS = 10_000;

/**
 * `refused`: the grant or code is not valid; only 400 `invalid_grant` means that. `misconfigured`: EVE does not accept the
 * client id or the secret. `unavailable`: everything else.
 */
export type EveSsoFailure = "refused" | "misconfigured" | "unavailable";

export class EveSsoError extends Error {
  readonly reason: EveSsoFailure;

  constructor(reason: EveSsoFailure, cause: unknown) {
    super(`EVE's sign-in: ${reason}`, { cause });
    this.name = "EveSsoError";
    this.reason = reason;
  }
}

/** The response of the token endpoint. The access token is not verified yet. */
export type EveGrant = { accessToken: string; refreshToken: string; expiresInSeconds: number };

export function createAuthorizationUrl(
  config: Config,
  request: { origin: string; state: string; codeVerifier: string; scopes: string[] },
): string {
  return ssoClient(config, request.origin + EVE_CALLBACK_PATH)
    .createAuthorizationURLWithPKCE(
      config.EVE_SSO_URL + AUTHORIZE_PATH,
      request.state,
      CodeChallengeMethod.S256,
      request.codeVerifier,
      request.scopes,
    )
    .toString();
}

/** Throws `EveSsoError`. */
export function exchangeCode(config: Config, code: string, codeVerifier: string) {
  return requestGrant(() =>
    ssoClient(config).validateAuthorizationCode(
      config.EVE_SSO_URL + TOKEN_PATH,
      code,
      codeVerifier,
    ),
  );
}

/** Throws `EveSsoError`. EVE may rotate refresh tokens: store the one that this returns. */
export function refreshGrant(config: Config, refreshToken: string) {
  return requestGrant(() =>
    ssoClient(config).refreshAccessToken(config.EVE_SSO_URL + TOKEN_PATH, refreshToken, []),
  );
}

/** Not a refresh token: EVE refuses it, but only after it has accepted the application. */
const NO_TOKEN = "none";

/**
 * Whether EVE accepts client id and secret: tests them with a refresh that cannot succeed. For a wrong secret EVE answers
 * `invalid_client`, for an unknown client id see `isUnknownClient`.
 */
export async function checkApplication(
  config: Config,
): Promise<"accepted" | "unknown_client" | "wrong_secret" | "unavailable"> {
  try {
    await refreshGrant(config, NO_TOKEN);
    return "accepted";
  } catch (error) {
    if (!(error instanceof EveSsoError)) throw error;
    if (error.reason === "unavailable") return "unavailable";
    if (error.reason === "refused") return "accepted";
    return isUnknownClient(error.cause) ? "unknown_client" : "wrong_secret";
  }
}

/** Revokes a grant. EVE answers 200 for an invalid token as well (RFC 7009 §2.2). Throws if EVE is unavailable. */
export async function revokeGrant(config: Config, refreshToken: string) {
  const response = await fetch(config.EVE_SSO_URL + REVOKE_PATH, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${config.EVE_CLIENT_ID}:${config.EVE_CLIENT_SECRET}`)}`,
    },
    body: new URLSearchParams({ token_type_hint: "refresh_token", token: refreshToken }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new EveSsoError("unavailable", new Error(`Status ${response.status}`));
}

function ssoClient(config: Config, redirectUri: string | null = null) {
  return new OAuth2Client(config.EVE_CLIENT_ID, config.EVE_CLIENT_SECRET, redirectUri);
}

async function requestGrant(request: () => Promise<OAuth2Tokens>): Promise<EveGrant> {
  try {
    const tokens = await withTimeout(request());
    return {
      accessToken: tokens.accessToken(),
      refreshToken: tokens.refreshToken(),
      expiresInSeconds: tokens.accessTokenExpiresInSeconds(),
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
