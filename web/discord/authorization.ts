import type { DiscordLinkStart } from "#shared/discord/link.ts";
import { storePendingLink } from "./pending-link.ts";

const VERIFIER_BYTES = 32;

/** Discord's authorization URL for a started link (PKCE, RFC 7636). The verifier stays in this browser. */
export async function prepareAuthorization(start: DiscordLinkStart): Promise<string> {
  const { state, clientId, tokenUrl, redirectUri } = start;
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  storePendingLink(state, { codeVerifier, clientId, tokenUrl, redirectUri });
  const url = new URL(start.authorizeUrl);
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: start.scopes.join(" "),
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  // Discord expects %20 between scopes, not "+".
  url.search = String(query).replaceAll("+", "%20");
  return url.href;
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
