import { readCredentials, selectClient } from "#worker/applications/oidc/protocol/client.ts";
import { OAuthError, readParameters } from "#worker/applications/oidc/protocol/oauth-error.ts";
import type { Context } from "#worker/env.ts";
import { redeemCodeGrant } from "./authorization-code.ts";
import type { ApplicationRequest, TokenRequest } from "./request.ts";
import { renewGrant } from "./refresh-token.ts";
import type { TokenResponse } from "./token-response.ts";

/** What each `grant_type` does. */
const GRANTS = new Map<string, (context: Context, request: TokenRequest) => Promise<TokenResponse>>(
  [
    ["authorization_code", redeemCodeGrant],
    ["refresh_token", renewGrant],
  ],
);

/** `POST /oauth/token` (RFC 6749, section 3.2). */
export async function exchange(
  context: Context,
  { authorization, form }: ApplicationRequest,
): Promise<TokenResponse> {
  const parameters = readParameters(form);
  const credentials = await readCredentials(authorization, parameters);
  const type = parameters.get("grant_type");
  if (type === undefined) throw new OAuthError("invalid_request", "grant_type is missing.");
  const grant = GRANTS.get(type);
  if (grant === undefined) {
    throw new OAuthError("unsupported_grant_type", "Use a code or a refresh token.");
  }
  const readClient = selectClient(credentials.id, credentials.secretHash);
  return grant(context, { parameters, credentials, readClient });
}
