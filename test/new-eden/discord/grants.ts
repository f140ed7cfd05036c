import { createHash, randomBytes } from "node:crypto";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Application } from "./applications.ts";
import { oauthError } from "./error.ts";

const CODE_TTL_MS = 10 * 60 * 1000;
export const ACCESS_TOKEN_TTL_SECONDS = 604_800;

export type DiscordGrant = {
  userId: string;
  clientId: string;
  scopes: string[];
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
};

export type AuthorizationCode = Pick<DiscordGrant, "userId" | "clientId" | "scopes"> & {
  redirectUri: string;
  codeChallenge: string | undefined;
  expiresAt: number;
};

export function issueCode(world: World, code: Omit<AuthorizationCode, "expiresAt">): string {
  const value = randomToken();
  world.discord.codes.set(value, { ...code, expiresAt: now(world) + CODE_TTL_MS });
  return value;
}

/** A code can be used once, by the application that requested it, with the verifier of its challenge. */
export function redeemCode(world: World, client: Application, form: URLSearchParams): DiscordGrant {
  const value = form.get("code") ?? "";
  const code = world.discord.codes.get(value);
  if (code === undefined || code.clientId !== client.id || code.expiresAt <= now(world)) {
    throw oauthError("invalid_grant", 'Invalid "code" in request.');
  }
  checkVerifier(code.codeChallenge, form.get("code_verifier"));
  world.discord.codes.delete(value);
  if (form.get("redirect_uri") !== code.redirectUri) {
    throw oauthError("invalid_grant", 'Invalid "redirect_uri" in request.');
  }
  return addGrant(world, code);
}

function checkVerifier(challenge: string | undefined, verifier: string | null) {
  if (challenge === undefined && verifier === null) return;
  if (verifier === null) throw oauthError("invalid_request", 'Missing "code_verifier"');
  const isWellFormed = /^[\w.~-]{43,128}$/.test(verifier);
  const digest = createHash("sha256").update(verifier).digest("base64url");
  if (!isWellFormed || digest !== challenge) {
    throw oauthError("invalid_request", 'Invalid "code_verifier"');
  }
}

export function addGrant(
  world: World,
  { userId, clientId, scopes }: Pick<DiscordGrant, "userId" | "clientId" | "scopes">,
): DiscordGrant {
  const grant: DiscordGrant = {
    userId,
    clientId,
    scopes,
    accessToken: randomToken(),
    refreshToken: randomToken(),
    expiresAt: now(world) + ACCESS_TOKEN_TTL_SECONDS * 1000,
  };
  world.discord.grants.set(grant.refreshToken, grant);
  return grant;
}

/** Both tokens change; the old ones become invalid. */
export function refreshGrant(world: World, client: Application, refreshToken: string) {
  const grant = world.discord.grants.get(refreshToken);
  if (grant === undefined || grant.clientId !== client.id) {
    throw oauthError("invalid_grant", 'Invalid "refresh_token" in request');
  }
  world.discord.grants.delete(refreshToken);
  return addGrant(world, grant);
}

/** Ends all grants of a user for an application, whichever token is given. */
export function revokeToken(world: World, client: Application, token: string) {
  const grant = findGrant(world, token);
  if (grant?.clientId === client.id) revokeAll(world, grant.userId, client.id);
}

export function revokeAll(world: World, userId: string, clientId?: string) {
  for (const [key, grant] of world.discord.grants) {
    const isMeant = clientId === undefined || grant.clientId === clientId;
    if (grant.userId === userId && isMeant) world.discord.grants.delete(key);
  }
}

/** Finds a grant by either of its tokens. */
export function findGrant(world: World, token: string): DiscordGrant | undefined {
  const { grants } = world.discord;
  return grants.get(token) ?? [...grants.values()].find((one) => one.accessToken === token);
}

function randomToken(): string {
  return randomBytes(23).toString("base64url").slice(0, 30);
}
