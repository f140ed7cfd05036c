import { TOKEN_TTL_SECONDS } from "#shared/applications/applications.ts";
import type { Claims } from "#shared/applications/claims.ts";
import type { GrantRow } from "#worker/applications/oidc/grants/grant-store.ts";
import { accessTokenOf, writeToken } from "#worker/applications/oidc/keys/grant-tokens.ts";
import { sign } from "#worker/applications/oidc/keys/signing-keys.ts";
import type { KeyRow } from "#worker/applications/oidc/keys/signing-keys.ts";
import { agreedClaims, claimsOf } from "#worker/applications/oidc/grants/user-facts.ts";
import type { UserFacts } from "#worker/applications/oidc/grants/user-facts.ts";
import type { Context } from "#worker/env.ts";

export type TokenResponse = {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  scope: string;
  id_token: string;
  refresh_token?: string;
};

type Answered = Pick<GrantRow, "id" | "applicationId" | "scope" | "nonce" | "issuer"> & {
  authenticatedAt: Date;
  generation: number | null;
  /** Than the scope of the grant. */
  isNarrower?: boolean;
  facts: UserFacts;
};

/** The tokens of a grant. Nothing is written. */
export async function respond(
  context: Context,
  keys: KeyRow[],
  { id, applicationId, scope, isNarrower = false, issuer, facts, ...answered }: Answered,
): Promise<TokenResponse> {
  const { generation } = answered;
  const { config } = context;
  const claims = claimsOf(facts, { config, issuer, claims: agreedClaims(facts, scope) });
  const idToken = await idTokenOf(context, keys, {
    claims,
    id,
    applicationId,
    issuer,
    ...answered,
  });
  return {
    access_token: await accessTokenOf(config, id, isNarrower ? scope : undefined),
    token_type: "Bearer",
    expires_in: TOKEN_TTL_SECONDS,
    scope,
    id_token: idToken,
    ...(generation !== null && {
      refresh_token: await writeToken(config, { kind: "refresh", grantId: id, number: generation }),
    }),
  };
}

type Identity = Pick<Answered, "id" | "applicationId" | "issuer" | "nonce" | "authenticatedAt"> & {
  claims: Claims;
};

/** The ID token of a session, signed. */
export function idTokenOf(
  context: Context,
  keys: KeyRow[],
  { claims, id, applicationId, issuer, nonce, authenticatedAt }: Identity,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return sign(context, keys, {
    ...claims,
    iss: issuer,
    aud: applicationId,
    iat: now,
    exp: now + TOKEN_TTL_SECONDS,
    auth_time: Math.floor(authenticatedAt.getTime() / 1000),
    sid: id,
    ...(nonce !== null && { nonce }),
  });
}
