import { createLocalJWKSet, jwtVerify } from "jose";
import { signingKeys } from "#test/new-eden/keys.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Operation } from "./document.ts";
import { EsiError } from "./error.ts";

/** The pilot and the application of an access token. */
export type Token = { characterId: number; clientId: string; scopes: string[] };

/** Verifies the bearer token of a route; ESI checks only the signature and the expiry. */
export async function readToken(world: World, header: string | undefined): Promise<Token> {
  const jwt = /^bearer (.+)$/i.exec(header ?? "")?.[1];
  if (jwt === undefined) throw new EsiError(401, "Unauthorized - No token provided");
  const { jwks } = await signingKeys();
  try {
    const { payload } = await jwtVerify(jwt, createLocalJWKSet(jwks), {
      audience: "EVE Online",
      algorithms: ["RS256", "ES256"],
      currentDate: new Date(now(world)),
    });
    const { scp = [] } = payload;
    return {
      characterId: Number(payload.sub?.split(":")[2]),
      clientId: String(payload["azp"]),
      scopes: [scp].flat().map(String),
    };
  } catch {
    throw new EsiError(401, "Unauthorized - Invalid token");
  }
}

/** Refuses a token without a scope of the route, or for another pilot than the path's. */
export function checkScopes(
  operation: Operation,
  token: Token,
  pathCharacterId: number | undefined,
) {
  const needed = operation.security?.flatMap(({ OAuth2 }) => OAuth2) ?? [];
  const missing = needed.filter((scope) => !token.scopes.includes(scope));
  if (missing.length > 0) {
    throw new EsiError(403, `token is not valid for scope(s): ${missing.join(", ")}`);
  }
  if (pathCharacterId !== undefined && pathCharacterId !== token.characterId) {
    throw new EsiError(403, "Forbidden");
  }
}

/** Any of the route's in-game roles is enough, and Director includes all of them. */
export function checkRoles(
  world: World,
  operation: Operation,
  token: Token,
  corporationId: number,
) {
  const pilot = world.pilots.get(token.characterId);
  if (pilot?.corporationId !== corporationId) {
    throw new EsiError(403, "Character is not in the corporation");
  }
  const needed = operation["x-required-roles"] ?? [];
  const isAllowed = pilot.roles.some((role) => role === "Director" || needed.includes(role));
  if (needed.length > 0 && !isAllowed) {
    throw new EsiError(403, "Character does not have required role(s)");
  }
}
