const METHODS = ["client_secret_basic", "client_secret_post", "client_secret_jwt"];

export const ISSUER = "https://login.eveonline.com";

/**
 * EVE's metadata with its real URLs, so that no client depends on them. EVE also lists the response type `token`, which New
 * Eden does not implement.
 */
export const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: "https://login.eveonline.com/v2/oauth/authorize",
  token_endpoint: "https://login.eveonline.com/v2/oauth/token",
  response_types_supported: ["code"],
  jwks_uri: "https://login.eveonline.com/oauth/jwks",
  revocation_endpoint: "https://login.eveonline.com/v2/oauth/revoke",
  revocation_endpoint_auth_methods_supported: METHODS,
  token_endpoint_auth_methods_supported: METHODS,
  token_endpoint_auth_signing_alg_values_supported: ["HS256"],
  code_challenge_methods_supported: ["S256"],
};
