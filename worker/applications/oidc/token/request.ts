import type { Credentials, selectClient } from "#worker/applications/oidc/protocol/client.ts";
import { endGrant } from "#worker/applications/oidc/grants/grant-store.ts";
import { OAuthError } from "#worker/applications/oidc/protocol/oauth-error.ts";
import { run } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";

/** A request of an application: the `Authorization` header and the form. */
export type ApplicationRequest = { authorization: string | undefined; form: string };

/** A request for tokens. Each grant reads the client in one batch with what it needs itself. */
export type TokenRequest = {
  parameters: Map<string, string>;
  credentials: Credentials;
  readClient: ReturnType<typeof selectClient>;
};

export function requireParameter({ parameters }: TokenRequest, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError("invalid_request", `${name} is missing.`);
  return value;
}

export function invalidGrant(): OAuthError {
  return new OAuthError("invalid_grant", "The code or the token is not valid, or no longer.");
}

/** A code or a refresh token was used twice: one of the two users is a thief, so the session ends (RFC 9700, section 4.14.2). */
export async function endReused({ db }: Context, grantId: string): Promise<never> {
  await run(db, endGrant(grantId));
  throw invalidGrant();
}
