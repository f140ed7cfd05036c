import { createHash, randomBytes } from "node:crypto";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { SsoError } from "./error.ts";

const CODE_TTL_MS = 5 * 60 * 1000;

/** EVE's error texts for a refused refresh token. */
const DEATHS = {
  grant_missing: "Invalid refresh token. Character grant missing/expired.",
  token_missing: "Invalid refresh token. Token missing/expired.",
  unable_to_migrate: "Invalid refresh token. Unable to migrate grant.",
} as const;
export type Death = keyof typeof DEATHS;
export const isDeath = (value: unknown): value is Death =>
  typeof value === "string" && value in DEATHS;

export type Grant = {
  refreshToken: string;
  characterId: number;
  clientId: string;
  scopes: string[];
  /** Granted by PKCE without a secret, and refreshed without one. */
  isPublic: boolean;
  death: Death | undefined;
};

export type AuthorizationCode = Pick<Grant, "characterId" | "clientId" | "scopes"> & {
  codeChallenge: string | undefined;
  expiresAt: number;
};

export function issueCode(world: World, code: Omit<AuthorizationCode, "expiresAt">): string {
  const value = randomBytes(16).toString("base64url");
  world.codes.set(value, { ...code, expiresAt: now(world) + CODE_TTL_MS });
  return value;
}

/** Consumes the code, even when the exchange fails. */
export function redeemCode(
  world: World,
  value: string,
  { clientId, isPublic, verifier }: { clientId: string; isPublic: boolean; verifier: string },
): Grant {
  const code = world.codes.get(value);
  world.codes.delete(value);
  const isGood =
    code !== undefined &&
    code.clientId === clientId &&
    code.expiresAt > now(world) &&
    isVerified(code.codeChallenge, verifier) &&
    (code.codeChallenge !== undefined || !isPublic);
  if (!isGood) throw new SsoError(400, "invalid_grant", "Authorization code is invalid");
  return addGrant(world, { ...code, isPublic });
}

function isVerified(challenge: string | undefined, verifier: string): boolean {
  if (challenge === undefined) return true;
  return createHash("sha256").update(verifier).digest("base64url") === challenge;
}

/** Unless it is switched off, a grant with other scopes ends the character's earlier grants with this client. */
export function addGrant(
  world: World,
  grant: Pick<Grant, "characterId" | "clientId" | "scopes" | "isPublic">,
): Grant {
  const { characterId, clientId, scopes, isPublic } = grant;
  for (const earlier of world.grants.values()) {
    const isSameParty = earlier.characterId === characterId && earlier.clientId === clientId;
    const isEnded = world.sso.endsEarlierGrants && !isSameSet(earlier.scopes, scopes);
    if (isSameParty && isEnded) earlier.death ??= "grant_missing";
  }
  const refreshToken = newRefreshToken();
  const added: Grant = { refreshToken, characterId, clientId, scopes, isPublic, death: undefined };
  world.grants.set(refreshToken, added);
  return added;
}

/** The grant of a refresh token; throws EVE's error when there is none. */
export function findGrant(
  world: World,
  refreshToken: string,
  client: { clientId: string; isPublic: boolean },
): Grant {
  const grant = world.grants.get(refreshToken);
  const isTheirs = grant?.clientId === client.clientId && (grant.isPublic || !client.isPublic);
  const death = grant === undefined || !isTheirs ? "token_missing" : grant.death;
  if (grant === undefined || death !== undefined) {
    throw new SsoError(400, "invalid_grant", DEATHS[death ?? "token_missing"]);
  }
  return grant;
}

/** Gives the grant a new token; the old one becomes unknown. */
export function rotate(world: World, grant: Grant): Grant {
  const rotated = { ...grant, refreshToken: newRefreshToken() };
  grant.death = "token_missing";
  world.grants.set(rotated.refreshToken, rotated);
  return rotated;
}

/** Ends every grant of a character: it was sold, or the player revoked access. */
export function killGrants(world: World, characterId: number, death: Death) {
  for (const grant of world.grants.values()) {
    if (grant.characterId === characterId) grant.death = death;
  }
}

/** Base64 of 16 bytes with `==`, which must be URL-encoded when it is sent. */
function newRefreshToken(): string {
  return randomBytes(16).toString("base64");
}

function isSameSet(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((item) => b.includes(item));
}
