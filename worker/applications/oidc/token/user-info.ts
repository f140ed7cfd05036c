import { selectGrant } from "#worker/applications/oidc/grants/grant-store.ts";
import { readAccessToken } from "#worker/applications/oidc/keys/grant-tokens.ts";
import { OAuthError, readParameters } from "#worker/applications/oidc/protocol/oauth-error.ts";
import {
  agreedClaims,
  claimsOf,
  mayUse,
  selectFacts,
} from "#worker/applications/oidc/grants/user-facts.ts";
import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import type { ApplicationRequest } from "./request.ts";

/** The claims of the user of an access token, as of now. */
export async function userInfo(context: Context, request: ApplicationRequest) {
  const { config } = context;
  const sent = accessTokenIn(request);
  const token = await readAccessToken(config, sent);
  const [grant] =
    token === undefined ? [] : await run(context.db, selectGrant({ id: token.grantId }));
  const [facts] =
    grant === undefined
      ? []
      : await run(context.db, selectFacts(grant.applicationId, grant.userId));
  if (grant === undefined || !mayUse(facts)) {
    throw new OAuthError(
      "invalid_token",
      "The access token has expired, or its session has ended.",
      { isTokenInForm: request.authorization === undefined && sent !== "" },
    );
  }
  const claims = agreedClaims(facts, token?.scope ?? grant.scope);
  return claimsOf(facts, { config, issuer: grant.issuer, claims });
}

/** In the header or in a form, and not in both (RFC 6750, section 2). */
function accessTokenIn({ authorization, form }: ApplicationRequest): string {
  const inForm = readParameters(form).get("access_token");
  if (authorization === undefined) return inForm ?? "";
  if (inForm !== undefined) {
    throw new OAuthError("invalid_request", "The access token is sent in two ways.");
  }
  const [, inHeader = ""] = /^bearer +([\w.-]{1,200}) *$/i.exec(authorization) ?? [];
  return inHeader;
}
