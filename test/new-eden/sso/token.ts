import { takeFault } from "#test/new-eden/faults.ts";
import type { World } from "#test/new-eden/world.ts";
import { ACCESS_TOKEN_TTL_SECONDS, signAccessToken } from "./access-token.ts";
import { authenticateClient } from "./client-authentication.ts";
import type { TokenRequest } from "./client-authentication.ts";
import { SsoError } from "./error.ts";
import { findGrant, redeemCode, rotate } from "./grants.ts";
import type { Grant } from "./grants.ts";

/** The token endpoint. */
export async function answerTokenRequest(world: World, request: TokenRequest) {
  const { form } = request;
  const client = await authenticateClient(world, request);
  const grantType = form.get("grant_type");
  if (takeFault(world, { service: "sso", kinds: ["unknown_client"] })) {
    throw new SsoError(400, "invalid_grant", `Grant type ${grantType} is not supported.`);
  }
  if (grantType === "authorization_code") {
    const code = form.get("code");
    if (!code) throw new SsoError(400, "invalid_request", "Authorization code is missing.");
    const verifier = form.get("code_verifier") ?? "";
    const grant = redeemCode(world, code, { ...client, verifier });
    return tokenAnswer(world, grant, grant.scopes);
  }
  if (grantType === "refresh_token") {
    const refreshToken = form.get("refresh_token");
    if (!refreshToken) throw new SsoError(400, "invalid_request", "Refresh token is missing.");
    const grant = findGrant(world, refreshToken, client);
    const scopes = narrow(grant, form.get("scope"));
    return tokenAnswer(
      world,
      world.sso.rotatesRefreshTokens ? rotate(world, grant) : grant,
      scopes,
    );
  }
  throw unsupportedGrantType();
}

/** EVE gives the same error for a body that is not a form. */
export function unsupportedGrantType() {
  return new SsoError(400, "invalid_grant", "Grant type is not supported.");
}

/** A refresh may ask for fewer scopes than were granted, never for more. */
function narrow(grant: Grant, requested: string | null): string[] {
  const scopes = (requested ?? "").split(" ").filter(Boolean);
  const foreign = scopes.find((scope) => !grant.scopes.includes(scope));
  if (foreign !== undefined) {
    throw new SsoError(400, "invalid_scope", `The requested '${foreign}' scope is not valid.`);
  }
  return scopes.length > 0 ? scopes : grant.scopes;
}

async function tokenAnswer(world: World, grant: Grant, scopes: string[]) {
  const { characterId } = grant;
  const isSilent = takeFault(world, { service: "sso", kinds: ["no_refresh_token"], characterId });
  return {
    access_token: await signAccessToken(world, grant, scopes),
    expires_in: ACCESS_TOKEN_TTL_SECONDS - 1,
    token_type: "Bearer",
    refresh_token: isSilent ? null : grant.refreshToken,
  };
}
