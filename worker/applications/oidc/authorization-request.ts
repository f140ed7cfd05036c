import { hostOf } from "#shared/applications/addresses.ts";
import { SCOPES } from "#shared/applications/claims.ts";
import type { ClientRow, OAuthErrorCode } from "./client.ts";
import { OAuthError, readParameters } from "./client.ts";

/** SHA-256 in base64url (RFC 7636, section 4.2). */
const CHALLENGE = /^[\w-]{43}$/;
const MAX_NONCE_LENGTH = 500;
const PROMPTS = new Set(["none", "login", "consent", "select_account"]);

/** The parameter of ours: when Muster was asked, in milliseconds. A sign-in since then is one that `prompt=login` asks for. */
export const ASKED_AT = "asked";

/** A sound request of an application that exists, with an address that is its own. */
export type AuthorizationRequest = {
  client: ClientRow;
  redirectUri: string;
  state: string | undefined;
  /** The requested scopes that Muster knows. */
  scope: string;
  nonce: string | null;
  challenge: string | null;
  prompt: Set<string>;
  /** The user has signed in since, in milliseconds. */
  authenticatedSince: number;
  idTokenHint: string | undefined;
};

type ReadRequest =
  /** Nothing may be sent anywhere. */
  | { state: "invalid"; reason: "unknown_application" | "redirect_uri" | "off" }
  /** The application is told so. */
  | { state: "refused"; client: ClientRow; url: string }
  | { state: "sound"; request: AuthorizationRequest };

/** The id of the application that asks; undefined if none or several are named. */
export function clientIdOf(query: string): string | undefined {
  const ids = new URLSearchParams(query).getAll("client_id");
  return ids.length === 1 ? ids[0] : undefined;
}

/** Reads a request of `/oauth/authorize`. The address to go back to is compared character by character, before anything else. */
export function readRequest(
  query: string,
  client: ClientRow | undefined,
  issuer: string,
): ReadRequest {
  const all = new URLSearchParams(query);
  if (client === undefined) return { state: "invalid", reason: "unknown_application" };
  const [redirectUri, ...others] = all.getAll("redirect_uri");
  if (
    redirectUri === undefined ||
    others.length > 0 ||
    !client.redirectUris.includes(redirectUri)
  ) {
    return { state: "invalid", reason: "redirect_uri" };
  }
  if (!client.isOn) return { state: "invalid", reason: "off" };
  const state = all.getAll("state")[0];
  try {
    return { state: "sound", request: soundRequest(query, { client, redirectUri, state }) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const url = errorUrl({ client, redirectUri, state }, issuer, error.code, error.message);
    return { state: "refused", client, url };
  }
}

type Sender = Pick<AuthorizationRequest, "client" | "redirectUri" | "state">;

function soundRequest(query: string, sender: Sender): AuthorizationRequest {
  const parameters = readParameters(query);
  const get = (name: string) => parameters.get(name);
  const refuse = (code: OAuthErrorCode, message: string) => new OAuthError(code, message);
  if (get("request") !== undefined) throw refuse("request_not_supported", "Use the query.");
  if (get("request_uri") !== undefined) throw refuse("request_uri_not_supported", "Use the query.");
  if (get("registration") !== undefined) {
    throw refuse("registration_not_supported", "An administrator of Muster adds applications.");
  }
  if (get("response_type") !== "code") {
    throw refuse("unsupported_response_type", "Only the response type “code” is supported.");
  }
  if ((get("response_mode") ?? "query") !== "query") {
    throw refuse("invalid_request", "Only the response mode “query” is supported.");
  }
  const scopes = (get("scope") ?? "").split(" ");
  if (!scopes.includes("openid")) throw refuse("invalid_scope", "The scope must contain “openid”.");
  const nonce = get("nonce") ?? null;
  if (nonce !== null && nonce.length > MAX_NONCE_LENGTH) {
    throw refuse("invalid_request", "The nonce is too long.");
  }
  const prompt = new Set((get("prompt") ?? "").split(" ").filter(Boolean));
  if ([...prompt].some((value) => !PROMPTS.has(value)) || (prompt.has("none") && prompt.size > 1)) {
    throw refuse("invalid_request", "The prompt is not supported.");
  }
  const maxAge = get("max_age");
  if (maxAge !== undefined && !/^\d{1,9}$/.test(maxAge)) {
    throw refuse("invalid_request", "max_age must be a number of seconds.");
  }
  return {
    ...sender,
    scope: SCOPES.filter((scope) => scopes.includes(scope)).join(" "),
    nonce,
    challenge: challengeOf(parameters, sender.client),
    prompt,
    authenticatedSince: sinceOf(prompt, maxAge, Number(get(ASKED_AT) ?? 0)),
    idTokenHint: get("id_token_hint"),
  };
}

/** Public applications must prove possession of the code's verifier (RFC 9700, section 2.1.1), and never in plain text. */
function challengeOf(parameters: Map<string, string>, client: ClientRow): string | null {
  const challenge = parameters.get("code_challenge") ?? null;
  const method = parameters.get("code_challenge_method");
  if (challenge === null) {
    if (!client.isPublic && method === undefined) return null;
    throw new OAuthError("invalid_request", "This application must use PKCE.");
  }
  if (method !== "S256" || !CHALLENGE.test(challenge)) {
    throw new OAuthError("invalid_request", "PKCE works with S256 only.");
  }
  return challenge;
}

function sinceOf(prompt: Set<string>, maxAge: string | undefined, askedAt: number): number {
  const asked = Number.isFinite(askedAt) ? askedAt : 0;
  // OpenID Connect Core, section 3.1.2.1: `max_age=0` is the same as `prompt=login`.
  if (prompt.has("login") || Number(maxAge ?? 1) === 0) return asked;
  return maxAge === undefined ? 0 : Date.now() - Number(maxAge) * 1000;
}

/** Where the browser takes an answer. It names the issuer, so that an application with several cannot mix them up (RFC 9207). */
export function answerUrl(
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  issuer: string,
  answer: Record<string, string>,
): string {
  return urlWith({ redirectUri, state }, { ...answer, iss: issuer });
}

function urlWith(
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}

export function errorUrl(
  sender: Sender,
  issuer: string,
  error: OAuthErrorCode,
  description: string,
): string {
  const answer = { error, error_description: description };
  return sender.client.errorsNameIssuer
    ? answerUrl(sender, issuer, answer)
    : urlWith(sender, answer);
}

export function presentClient({ id, name, description }: ClientRow, redirectUri: string) {
  return { id, name, description, host: hostOf(redirectUri) };
}
