import type { Context } from "hono";
import { ERROR_STATUS } from "#shared/errors/codes.ts";
import { bearerChallenge, describeError, INVALID_TOKEN } from "#worker/http/on-error.ts";

/** See RFC 6749 sections 4.1.2.1 and 5.2, RFC 6750 section 3.1, and OpenID Connect Core section 3.1.2.6. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_token"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "registration_not_supported"
  | "access_denied"
  | "login_required"
  | "consent_required";

/** A refusal in the words of the protocol, for the developer of an application. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  /** A 401 names its error then (RFC 6750 §3). A token in the header is seen without it. */
  readonly isTokenInForm: boolean;

  constructor(code: OAuthErrorCode, message: string, { isTokenInForm = false } = {}) {
    super(message);
    this.name = "OAuthError";
    this.code = code;
    this.isTokenInForm = isTokenInForm;
  }
}

const CHALLENGES: Partial<Record<OAuthErrorCode, (c: Context, thrown: OAuthError) => string>> = {
  invalid_client: () => 'Basic realm="Muster"',
  invalid_token: (c, { isTokenInForm }) => (isTokenInForm ? INVALID_TOKEN : bearerChallenge(c)),
};

/** The response of the endpoints that applications call. */
export function onOAuthError(thrown: Error, c: Context) {
  if (!(thrown instanceof OAuthError)) return onOtherError(thrown, c);
  const { code, message } = thrown;
  const challenge = CHALLENGES[code]?.(c, thrown);
  if (challenge !== undefined) c.header("WWW-Authenticate", challenge);
  return c.json({ error: code, error_description: message }, challenge === undefined ? 400 : 401);
}

/**
 * RFC 6749 names these two codes for redirects alone (section 4.1.2.1); section 5.2 has none for a server that fails, and
 * clients read `error` of every response.
 */
function onOtherError(thrown: Error, c: Context) {
  const { error, headers } = describeError(thrown, c);
  const code = error.code === "internal" ? "server_error" : "temporarily_unavailable";
  const body = { error: code, error_description: error.message };
  return c.json(body, ERROR_STATUS[error.code], headers);
}

/** The parameters of a form or a query. Throws if one is repeated (RFC 6749, section 3.1). */
export function readParameters(text: string): Map<string, string> {
  const found = [...new URLSearchParams(text)].filter(([, value]) => value !== "");
  const parameters = new Map(found);
  if (parameters.size < found.length) {
    throw new OAuthError("invalid_request", "A parameter is repeated.");
  }
  return parameters;
}
