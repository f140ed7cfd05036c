import { eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Context } from "hono";
import type { Endpoints } from "#shared/applications/applications.ts";
import { CLAIMS, CLAIM_SCOPES, SCOPES } from "#shared/applications/claims.ts";
import { ERROR_STATUS } from "#shared/error.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import { applications, applicationSecrets } from "#worker/db/schema/applications.ts";
import { existsIn, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
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

const isSecret = existsIn(
  applicationSecrets,
  eq(applicationSecrets.hash, sql.placeholder("secretHash")),
  eq(applicationSecrets.applicationId, applications.id),
  or(isNull(applicationSecrets.endsAt), gt(applicationSecrets.endsAt, sql.placeholder("now"))),
);

const selectById = prepare(
  {
    id: applications.id,
    name: applications.name,
    description: applications.description,
    isOn: applications.isOn,
    isPublic: applications.isPublic,
    redirectUris: applications.redirectUris,
    postLogoutUris: applications.postLogoutUris,
    errorsNameIssuer: applications.errorsNameIssuer,
    /** The secret of the request is one of the application's. */
    isAuthentic: sql<number>`${isSecret}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(applications)
      .where(eq(applications.id, sql.placeholder("id"))),
);
export type ClientRow = RowOfStatement<typeof selectById>;

export function selectClient(id: string, secretHash = "") {
  return selectById({ id, secretHash, now: Date.now() });
}

/** Who an application says it is. `secret` is undefined for a public one. */
export type Credentials = { id: string; secretHash: string | undefined };

/** `client_secret_basic`, `client_secret_post` or `none`; not two of them (RFC 6749, section 2.3). */
export async function readCredentials(
  authorization: string | undefined,
  parameters: Map<string, string>,
): Promise<Credentials> {
  const [id, secret] = [parameters.get("client_id"), parameters.get("client_secret")];
  const [, basic] = /^basic +([\w+/]+=*) *$/i.exec(authorization ?? "") ?? [];
  if (authorization !== undefined && basic === undefined) throw refused();
  if (basic === undefined) {
    if (id === undefined) throw refused();
    return { id, secretHash: secret === undefined ? undefined : await sha256(secret) };
  }
  const [name = "", ...rest] = decodeBasic(basic).split(":");
  const given = rest.join(":");
  if (secret !== undefined || (id !== undefined && id !== decodeForm(name))) {
    throw new OAuthError("invalid_request", "The application identifies itself in two ways.");
  }
  return { id: decodeForm(name), secretHash: await sha256(decodeForm(given)) };
}

/** The application that these credentials prove. Throws `invalid_client`. */
export function requireClient(row: ClientRow | undefined, { secretHash }: Credentials): ClientRow {
  const isProven = row?.isPublic === true ? secretHash === undefined : row?.isAuthentic === 1;
  if (row === undefined || !isProven) throw refused();
  if (!row.isOn) throw new OAuthError("invalid_client", "The application is switched off.");
  return row;
}

function refused(): OAuthError {
  return new OAuthError("invalid_client", "The id or the secret of the application is wrong.");
}

function decodeBasic(text: string): string {
  try {
    return atob(text);
  } catch {
    throw refused();
  }
}

/** Both parts are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw refused();
  }
}

/** Every address is of the origin under which Muster was asked. */
export function endpointsOf(origin: string): Endpoints {
  return {
    issuer: origin,
    discovery: `${origin}/.well-known/openid-configuration`,
    authorize: `${origin}/oauth/authorize`,
    token: `${origin}/oauth/token`,
    userinfo: `${origin}/oauth/userinfo`,
    jwks: `${origin}/oauth/jwks`,
    revoke: `${origin}/oauth/revoke`,
    endSession: `${origin}/oauth/logout`,
  };
}

/** OpenID Connect Discovery 1.0, RFC 8414, RFC 9207, and back-channel logout. */
export function discoveryOf(origin: string) {
  const urls = endpointsOf(origin);
  const authentication = ["client_secret_basic", "client_secret_post", "none"];
  return {
    issuer: urls.issuer,
    authorization_endpoint: urls.authorize,
    token_endpoint: urls.token,
    userinfo_endpoint: urls.userinfo,
    jwks_uri: urls.jwks,
    revocation_endpoint: urls.revoke,
    end_session_endpoint: urls.endSession,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: authentication,
    revocation_endpoint_auth_methods_supported: authentication,
    code_challenge_methods_supported: ["S256"],
    claims_supported: [
      "sub",
      ...CLAIMS.flatMap((claim): readonly string[] => CLAIM_SCOPES[claim].names),
      "auth_time",
      "sid",
    ],
    prompt_values_supported: ["none", "login", "consent", "select_account"],
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
