import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import type { JWTPayload } from "jose";
import * as z from "zod/mini";
import type { Config } from "#worker/ground/config.ts";

const JWKS_PATH = "/oauth/jwks";
/** The forms of the issuer in EVE's metadata, in its tokens and documentation: https://github.com/ccpgames/sso-issues/issues/61 */
const ISSUERS = [
  "https://login.eveonline.com",
  "login.eveonline.com",
  "https://login.eveonline.com/",
];
const AUDIENCE = "EVE Online";
const ALGORITHMS = ["RS256", "ES256"];
/** CCP's clocks may be ahead of Cloudflare's. */
const CLOCK_TOLERANCE_SECONDS = 30;
const JWKS_MAX_AGE_MS = 300_000;

/** The character of an access token. */
export type EveIdentity = {
  characterId: number;
  name: string;
  ownerHash: string;
  scopes: string[];
  expiresAt: Date;
};

/** `forged`: not signed by EVE, issued to another application, or expired. `unavailable`: EVE's keys cannot be fetched. */
export class EveIdentityError extends Error {
  readonly reason: "forged" | "unavailable";

  constructor(reason: EveIdentityError["reason"], cause: unknown) {
    super(`EVE's access token: ${reason}`, { cause });
    this.name = "EveIdentityError";
    this.reason = reason;
  }
}

const claimsSchema = z.object({
  sub: z.string().check(z.regex(/^CHARACTER:EVE:\d{1,15}$/)),
  name: z.string().check(z.minLength(1)),
  owner: z.string().check(z.minLength(1)),
  azp: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  // An array, a string if there is one scope, or absent if there is none.
  scp: z.optional(z.union([z.string(), z.array(z.string())])),
});

/**
 * Verifies signature and claims of an access token; throws `EveIdentityError`.
 * https://developers.eveonline.com/docs/services/sso/#validating-jwt-tokens
 */
export async function verifyAccessToken(config: Config, token: string): Promise<EveIdentity> {
  const claims = claimsSchema.safeParse(await verifySignature(config, token));
  if (!claims.success) throw new EveIdentityError("forged", claims.error);
  const { sub, name, owner, azp, aud, exp, scp = [] } = claims.data;
  // Tokens of other applications have EVE's signature too: the audience and `azp` tell them apart.
  const audiences = typeof aud === "string" ? [aud, azp] : aud;
  const isForUs = audiences.includes(config.EVE_CLIENT_ID) && audiences.includes(AUDIENCE);
  if (!isForUs || azp !== config.EVE_CLIENT_ID) {
    throw new EveIdentityError("forged", new Error("The token was made for another application."));
  }
  return {
    characterId: Number(sub.slice("CHARACTER:EVE:".length)),
    name,
    ownerHash: owner,
    scopes: typeof scp === "string" ? [scp] : scp,
    expiresAt: new Date(exp * 1000),
  };
}

async function verifySignature(config: Config, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keysOf(config), {
      issuer: ISSUERS,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["exp"],
    });
    return payload;
  } catch (error) {
    throw new EveIdentityError(isForgery(error) ? "forged" : "unavailable", error);
  }
}

/** Errors about the token itself. Others are about fetching the keys. */
function isForgery(error: unknown): boolean {
  return [
    errors.JWTInvalid,
    errors.JWSInvalid,
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
  ].some((kind) => error instanceof kind);
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

function keysOf({ EVE_SSO_URL }: Config) {
  let keys = keySets.get(EVE_SSO_URL);
  if (keys === undefined) {
    keys = createRemoteJWKSet(new URL(EVE_SSO_URL + JWKS_PATH), {
      cacheMaxAge: JWKS_MAX_AGE_MS,
      // An unknown key id proves a forgery only after EVE's current keys were fetched. Tokens come from EVE's token endpoint,
      // so other clients cannot cause repeated fetches.
      cooldownDuration: 0,
    });
    keySets.set(EVE_SSO_URL, keys);
  }
  return keys;
}
