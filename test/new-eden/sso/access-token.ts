import { SignJWT, UnsecuredJWT } from "jose";
import { takeFault } from "#test/new-eden/faults.ts";
import type { FaultKind } from "#test/new-eden/faults.ts";
import { EC_KEY_ID, RSA_KEY_ID, signingKeys } from "#test/new-eden/keys.ts";
import { ownerHash } from "#test/new-eden/people/pilot.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Grant } from "./grants.ts";

export const ACCESS_TOKEN_TTL_SECONDS = 1200;

/** The ways in which a token can be wrong; each is a fault of the token endpoint. */
const FORGERIES = [
  "token_wrong_key",
  "token_alg_none",
  "token_expired",
  "token_foreign_audience",
  "token_wrong_issuer",
  "token_other_azp",
  "token_unknown_kid",
] as const satisfies FaultKind[];
type Forgery = (typeof FORGERIES)[number];

/** The JWT of a grant, for some or all of its scopes; forged when a fault is on. */
export async function signAccessToken(world: World, grant: Grant, scopes: string[]) {
  const { characterId } = grant;
  const forgery = takeFault(world, { service: "sso", kinds: FORGERIES, characterId });
  const forged = FORGERIES.find((kind) => kind === forgery?.kind);
  const claims = { ...claimsOf(world, grant, scopes), ...(forged && FORGED_CLAIMS[forged]?.()) };
  if (forged === "token_alg_none") return new UnsecuredJWT(claims).encode();

  const keys = await signingKeys();
  const isEc = world.sso.algorithm === "ES256";
  const key = forged === "token_wrong_key" ? keys.wrong : isEc ? keys.ec : keys.rsa;
  const kid = forged === "token_unknown_kid" ? "JWT-Signature-Key-Of-Nobody" : claims.kid;
  const alg = forged === "token_wrong_key" ? "RS256" : world.sso.algorithm;
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: "JWT" }).sign(key);
}

function claimsOf(world: World, { characterId, clientId }: Grant, scopes: string[]) {
  const pilot = world.pilots.get(characterId);
  if (pilot === undefined) throw new Error(`No pilot has the id ${characterId}.`);
  const iat = Math.floor(now(world) / 1000);
  return {
    // EVE writes one scope as a string, several as an array, and omits the claim without scopes.
    ...(scopes.length > 0 && { scp: scopes.length === 1 ? scopes[0] : scopes }),
    jti: crypto.randomUUID(),
    kid: world.sso.algorithm === "ES256" ? EC_KEY_ID : RSA_KEY_ID,
    sub: `CHARACTER:EVE:${characterId}`,
    azp: clientId,
    tenant: "tranquility",
    tier: "live",
    region: "world",
    aud: [clientId, "EVE Online"],
    name: pilot.name,
    owner: ownerHash(pilot),
    exp: iat + ACCESS_TOKEN_TTL_SECONDS,
    iat,
    iss: world.sso.issuer as string,
  };
}

/** The other forgeries are in the signature. */
const FORGED_CLAIMS: Partial<Record<Forgery, () => Partial<ReturnType<typeof claimsOf>>>> = {
  token_expired: () => {
    const iat = Math.floor(Date.now() / 1000) - 2 * ACCESS_TOKEN_TTL_SECONDS;
    return { iat, exp: iat + ACCESS_TOKEN_TTL_SECONDS };
  },
  token_foreign_audience: () => ({ aud: ["somebody-elses-app", "EVE Online"] }),
  token_wrong_issuer: () => ({ iss: "https://login.eveonline.com.example" }),
  token_other_azp: () => ({ azp: "somebody-elses-app" }),
};
