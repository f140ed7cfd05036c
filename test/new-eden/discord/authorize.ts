import type { World } from "#test/new-eden/world.ts";
import { oauthError } from "./error.ts";
import { issueCode } from "./grants.ts";

const SCOPES = new Set(["identify", "email", "guilds", "guilds.join", "guilds.members.read"]);

/** Discord's text when the user presses Cancel. */
const DENIED = "The resource owner or authorization server denied the request";

/** Parses an authorization URL; throws the error that Discord shows instead of its page. */
export function readAuthorization(world: World, query: URLSearchParams) {
  const application = world.discord.applications.get(query.get("client_id") ?? "");
  if (application === undefined) throw oauthError("invalid_request", "Unknown Application");
  const redirectUri = query.get("redirect_uri") ?? "";
  const redirect = URL.parse(redirectUri);
  if (redirect === null || redirectUri !== redirect.origin + application.redirectPath) {
    throw oauthError("invalid_request", "Invalid OAuth2 redirect_uri");
  }
  if (query.get("response_type") !== "code") {
    throw oauthError("unsupported_response_type", "The response type is not supported");
  }
  const scopes = (query.get("scope") ?? "").split(" ").filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.has(scope))) {
    throw oauthError("invalid_scope", "The requested scope is invalid, unknown, or malformed.");
  }
  const codeChallenge = query.get("code_challenge") ?? undefined;
  if (codeChallenge !== undefined && query.get("code_challenge_method") !== "S256") {
    throw oauthError("invalid_request", 'Unsupported "code_challenge_method"');
  }
  const state = query.get("state");
  return { application, redirectUri, scopes, codeChallenge, state };
}

/** A user was chosen. Returns the redirect. */
export function approve(world: World, query: URLSearchParams, userId: string): URL {
  const { application, state, ...request } = readAuthorization(world, query);
  if (!world.discord.users.has(userId)) throw oauthError("access_denied", "Unknown User");
  const code = issueCode(world, { ...request, userId, clientId: application.id });
  return redirectTo(request.redirectUri, { code, state });
}

/** The user pressed Cancel. */
export function cancel(world: World, query: URLSearchParams): URL {
  const { redirectUri, state } = readAuthorization(world, query);
  return redirectTo(redirectUri, { error: "access_denied", error_description: DENIED, state });
}

function redirectTo(redirectUri: string, answer: Record<string, string | null>): URL {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return url;
}
