import type { Endpoints } from "#shared/applications/applications.ts";
import { CLAIMS } from "#shared/applications/claims.ts";
import { CLAIM_SCOPES, SCOPES } from "#shared/applications/scopes.ts";

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
