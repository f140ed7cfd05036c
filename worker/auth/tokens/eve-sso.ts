import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError } from "arctic";
import type { OAuth2Tokens } from "arctic";
import type { Config } from "#worker/config.ts";

// EVE SSO v2, as its metadata document lists the endpoints. arctic has no EVE provider, and is used here only.
const AUTHORIZE_PATH = "/v2/oauth/authorize";
const TOKEN_PATH = "/v2/oauth/token";
const REVOKE_PATH = "/v2/oauth/revoke";

/** Where EVE sends the browser back to. */
export const EVE_CALLBACK_PATH = "/auth/callback";

const TIMEOUT_MS = 10_000;

/**
 * `refused`: EVE says that the grant or code is not good (400 invalid_grant), nothing else does.
 * `misconfigured`: EVE does not accept this application, its secret or its id. `unavailable`: everything else.
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

/** What the token endpoint hands out. The access token is not verified yet. */
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

/** Throws `EveSsoError`. EVE may rotate refresh tokens: always keep the one this returns. */
export function refreshGrant(config: Config, refreshToken: string) {
  return requestGrant(() =>
    ssoClient(config).refreshAccessToken(config.EVE_SSO_URL + TOKEN_PATH, refreshToken, []),
  );
}

/** No refresh token at all: EVE refuses it, but only after it has looked who asks. */
const NO_TOKEN = "none";

/**
 * Whether EVE accepts this application, id and secret: asked with a refresh that cannot succeed. EVE says of an
 * unknown client id that it may not refresh (sso-issues #72), of a wrong secret `invalid_client`.
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

/** Ends a grant. EVE answers 200 for a dead token as well; throws when it does not answer. */
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
  // The network, a 5xx, HTML in place of JSON, a 200 that holds no tokens, or our own timeout.
  return "unavailable";
}

/** EVE says `invalid_grant` of an unknown client id as well, in words of its own: no grant is gone then. */
function isUnknownClient(error: unknown): boolean {
  return error instanceof OAuth2RequestError && /not supported/i.test(error.description ?? "");
}

/** arctic takes no AbortSignal. */
function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("EVE's sign-in timed out.")), TIMEOUT_MS);
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
