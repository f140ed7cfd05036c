import { ESI_SCOPES } from "#test/new-eden/esi/document.ts";
import type { World } from "#test/new-eden/world.ts";
import { isRegisteredRedirect } from "./clients.ts";
import { SsoError } from "./error.ts";
import { issueCode } from "./grants.ts";

const KNOWN_SCOPES = new Set(["publicData", ...ESI_SCOPES]);

type AuthorizationRequest = {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  state: string;
  codeChallenge: string | undefined;
};

/** Parses an authorization URL; throws the error that EVE shows instead of its page. */
export function readAuthorization(world: World, query: URLSearchParams): AuthorizationRequest {
  const refuse = (description: string) => new SsoError(400, "invalid_request", description);
  const client = world.clients.get(query.get("client_id") ?? "");
  const redirectUri = query.get("redirect_uri") ?? "";
  const state = query.get("state") ?? "";
  const codeChallenge = query.get("code_challenge") ?? undefined;
  const method = query.get("code_challenge_method") ?? undefined;

  if (client === undefined) throw refuse("Unknown client");
  if (!isRegisteredRedirect(world.sso.callbackPath ?? client.redirectPath, redirectUri)) {
    throw refuse("The callback URI doesn't match the value stored for this client");
  }
  if (query.get("response_type") !== "code") {
    throw new SsoError(400, "unsupported_response_type", "The response type is not supported.");
  }
  if (state === "") throw refuse("The state parameter is missing.");
  if ((codeChallenge !== undefined || method !== undefined) && method !== "S256") {
    throw refuse("The code challenge method is not supported.");
  }
  if (codeChallenge !== undefined && !/^[\w-]{43}$/.test(codeChallenge)) {
    throw refuse("The code challenge is not valid.");
  }
  const scopes = (query.get("scope") ?? "").split(" ").filter(Boolean);
  return { clientId: client.id, redirectUri, scopes: [...new Set(scopes)], state, codeChallenge };
}

/** The player chose a pilot; only now EVE checks the scopes. Returns the redirect. */
export function approve(world: World, query: URLSearchParams, characterId: number): URL {
  const { redirectUri, state, ...request } = readAuthorization(world, query);
  const unknown = request.scopes.find((scope) => !KNOWN_SCOPES.has(scope));
  if (unknown !== undefined) {
    throw new SsoError(400, "invalid_scope", `The requested '${unknown}' scope is not valid.`);
  }
  if (!world.pilots.has(characterId)) {
    throw new SsoError(400, "invalid_request", `No pilot has the id ${characterId}.`);
  }
  const redirect = new URL(redirectUri);
  redirect.searchParams.set("code", issueCode(world, { ...request, characterId }));
  redirect.searchParams.set("state", state);
  return redirect;
}

/** The user pressed Cancel. */
export function cancel(world: World, query: URLSearchParams): URL {
  const { redirectUri, state } = readAuthorization(world, query);
  const redirect = new URL(redirectUri);
  redirect.searchParams.set("error", "access_denied");
  redirect.searchParams.set("state", state);
  return redirect;
}
