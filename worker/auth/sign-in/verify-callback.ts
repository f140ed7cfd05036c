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
      return new ApiError("sign_in_code_refused");
    case "forged":
      return new ApiError("sign_in_not_verified");
    case "misconfigured":
      return new ApiError("eve_refuses_muster");
    case "unavailable":
      return new ApiError("eve_sign_in_silent");
  }
}
