import type { CallbackResult } from "#shared/session.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { EveIdentityError, verifyAccessToken } from "#worker/auth/tokens/eve-identity.ts";
import type { EveIdentity } from "#worker/auth/tokens/eve-identity.ts";
import { EveSsoError, exchangeCode } from "#worker/auth/tokens/eve-sso.ts";
import { encryptGrant } from "#worker/auth/tokens/encrypted-tokens.ts";
import type { EncryptedGrant } from "#worker/auth/tokens/token-store.ts";

/** A character that EVE has just identified, and the grant that came with it. */
export type VerifiedIdentity = { identity: EveIdentity; grant: EncryptedGrant };

/** What a sign-in has led to. `needsDirectorAccess`: an earlier grant of the character included director access. */
export type Outcome = Partial<CallbackResult> & { needsDirectorAccess?: boolean };

/** Exchanges an authorization code and verifies the access token that EVE returns; throws an `ApiError`. */
export async function verifyCallback(
  { config, requestId }: Context,
  request: Parameters<typeof exchangeCode>[1],
): Promise<VerifiedIdentity> {
  try {
    const grant = await exchangeCode(config, request);
    const identity = await verifyAccessToken(config, grant.accessToken);
    return { identity, grant: await encryptGrant(config, grant, identity) };
  } catch (error) {
    if (error instanceof EveSsoError || error instanceof EveIdentityError) {
      logError(requestId, error);
      throw explain(error);
    }
    throw error;
  }
}

function explain({ reason }: EveSsoError | EveIdentityError): ApiError {
  switch (reason) {
    case "refused":
      return new ApiError(
        "sign_in_failed",
        "EVE did not accept this sign-in: its code was used already or is older than five minutes. Log in again.",
      );
    case "forged":
      return new ApiError(
        "sign_in_failed",
        "EVE's answer could not be verified, so you were not signed in. Log in again.",
      );
    case "misconfigured":
      return new ApiError(
        "upstream_unavailable",
        "EVE does not accept this site's application. Please tell an administrator.",
      );
    case "unavailable":
      return new ApiError(
        "upstream_unavailable",
        "EVE's sign-in is not responding. Your account is unchanged. Try again in a few minutes.",
      );
  }
}
