import { DISCORD_TOKEN_PATH } from "#shared/discord/link.ts";
import type { DiscordAccount, DiscordLinkStart, DiscordTokens } from "#shared/discord/link.ts";
import { HOUR_MS } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken, sha256 } from "#worker/ground/crypto.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import {
  DiscordError,
  fetchApplicationId,
  fetchProfile,
  refreshDiscordGrant,
  revokeDiscordGrant,
} from "./discord-api.ts";
import type { DiscordProfile } from "./discord-api.ts";
import { decryptDiscordToken, encryptToken } from "./encrypted-token.ts";
import * as store from "./store.ts";

const CHECK_EVERY_MS = 24 * HOUR_MS;
/** After Discord could not be reached. */
const RETRY_AFTER_MS = HOUR_MS;
/** Longer than a refresh of the token takes. */
const TOKEN_LEASE_MS = 60_000;
const STATE_TTL_MS = 10 * 60 * 1000;
const DISCORD_SCOPES = ["identify", "email", "guilds.join"];
export const DISCORD_CALLBACK_PATH = "/discord/callback";

/** What the popup needs to sign in at Discord; `origin` is the origin at which the browser sees this site. */
export async function startDiscordLink(
  context: Context,
  actor: UserActor,
  origin: string,
): Promise<DiscordLinkStart> {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_URL } = context.config;
  if (clientId === "") {
    throw new ApiError("discord_off");
  }
  const state = randomToken();
  await store.insertLinkState(context, actor, {
    stateHash: await sha256(state),
    expiresAt: new Date(Date.now() + STATE_TTL_MS),
  });
  return {
    state,
    clientId,
    authorizeUrl: `${DISCORD_URL}/oauth2/authorize`,
    tokenUrl: DISCORD_URL + DISCORD_TOKEN_PATH,
    scopes: DISCORD_SCOPES,
    redirectUri: origin + DISCORD_CALLBACK_PATH,
  };
}

/**
 * Links the account whose tokens the popup brought. The browser is not trusted: Discord tells the account of the token,
 * and the application that it was issued to. Otherwise a user could link any account.
 * https://discord.com/developers/docs/topics/oauth2#get-current-authorization-information
 */
export async function finishLink(
  context: Context,
  actor: UserActor,
  tokens: DiscordTokens,
): Promise<DiscordAccount> {
  const { userId } = actor;
  const { db, config } = context;
  const now = new Date();
  if (!(await store.takeLinkState(db, await sha256(tokens.state), userId, now))) {
    throw new ApiError("discord_link_used");
  }
  const { discordId, refreshToken, ...names } = await verifyAccount(context, tokens);
  const account: store.AccountRow = {
    discordId,
    userId,
    ...names,
    refreshToken: await encryptToken(config, refreshToken, discordId),
    isAuthorized: true,
    linkedAt: now,
    checkDueAt: new Date(now.getTime() + CHECK_EVERY_MS),
  };
  const { isLinked, held } = await store.linkAccount(context, actor, account);
  if (!isLinked) throw heldElsewhere(held, userId, names.username);
  return { userId: discordId, ...names, isAuthorized: true };
}

/** Unlinks the Discord account. Returns what is left to do behind the response: revoke the grant. */
export async function unlink(
  context: Context,
  { userId }: UserActor,
): Promise<() => Promise<void>> {
  const { config, requestId } = context;
  const account = await store.unlinkAccount(context, userId);
  if (account === undefined) throw new ApiError("discord_not_linked");
  return async () => {
    try {
      await revokeDiscordGrant(
        config,
        await decryptDiscordToken(config, account.refreshToken, account.discordId),
      );
    } catch (error) {
      // The grant stays valid at Discord, where the user can revoke it too. Its token is deleted here.
      logError(requestId, error);
    }
  };
}

/** Ends the link of a Discord account that was made and last renewed before `until`. Returns whether there was one. */
export async function forgetAccount(
  context: Context,
  discordId: string,
  until: Date,
): Promise<boolean> {
  const userId = await store.findLinkedBefore(context.db, discordId, {
    until,
    checkedUntil: new Date(until.getTime() + CHECK_EVERY_MS),
  });
  if (userId === undefined) return false;
  return (await store.unlinkAccount(context, userId)) !== undefined;
}

/**
 * The account of both tokens, and the refresh token that replaces the browser's. Only a refresh shows whose a refresh
 * token is; Discord refuses it to another application than its own.
 */
async function verifyAccount(
  { config, requestId }: Context,
  { accessToken, refreshToken }: DiscordTokens,
): Promise<DiscordProfile & { refreshToken: string }> {
  try {
    const [profile, applicationId] = await Promise.all([
      fetchProfile(config, accessToken),
      fetchApplicationId(config, accessToken),
    ]);
    if (applicationId !== config.DISCORD_CLIENT_ID) {
      throw new ApiError("discord_permission_elsewhere");
    }
    // Last: it replaces both tokens.
    const renewed = await refreshDiscordGrant(config, refreshToken);
    const { discordId } = await fetchProfile(config, renewed.accessToken);
    if (discordId === profile.discordId) return { ...profile, refreshToken: renewed.refreshToken };
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    logError(requestId, error);
    throw explain(error);
  }
  throw new ApiError("discord_two_accounts");
}

function explain({ reason, retryAfterSeconds = 60 }: DiscordError): ApiError {
  switch (reason) {
    case "refused":
      return new ApiError("discord_permission_refused");
    case "rate_limited":
      return new ApiError("discord_limited", { seconds: retryAfterSeconds }, { retryAfterSeconds });
    case "misconfigured":
    case "unavailable":
      return new ApiError("discord_silent");
  }
}

function heldElsewhere(
  held: Pick<store.AccountRow, "userId" | "username">[],
  userId: string,
  username: string,
): ApiError {
  const own = held.find((row) => row.userId === userId);
  return own === undefined
    ? new ApiError("discord_account_taken", { username })
    : new ApiError("discord_already_linked", { own: own.username, username });
}

/**
 * An access token of the user's linked account, for one request. Undefined: no account is linked and authorized, or another
 * invocation uses its refresh token now. Throws `DiscordError`.
 */
export async function getDiscordAccessToken(
  context: Context,
  userId: string,
): Promise<{ discordId: string; accessToken: string } | undefined> {
  const now = Date.now();
  const account = await store.takeToken(context.db, userId, {
    until: now + RETRY_AFTER_MS,
    leaseMs: TOKEN_LEASE_MS,
  });
  return account && renew(context, account, now);
}

/** Replaces the refresh token: Discord rotates them. At once, since the old one is no longer valid. */
async function renew(context: Context, account: store.AccountRow, now: number) {
  const { config } = context;
  const { discordId } = account;
  const oldToken = await decryptDiscordToken(config, account.refreshToken, discordId);
  const grant = await refreshDiscordGrant(config, oldToken);
  const refreshToken = await encryptToken(config, grant.refreshToken, discordId);
  const checkDueAt = new Date(now + CHECK_EVERY_MS);
  await store.updateAccount(context, account, { refreshToken, checkDueAt });
  return { discordId, refreshToken, accessToken: grant.accessToken };
}

/**
 * Updates the name and authorization of a linked Discord account, if that is due. One invocation alone takes the check. Only Discord's
 * refusal ends the authorization; an outage changes nothing.
 */
export async function checkProfile(context: Context, userId: string) {
  const now = Date.now();
  const account = await store.takeCheck(context.db, userId, now, now + RETRY_AFTER_MS);
  if (account === undefined) return;
  try {
    const { accessToken, ...renewed } = await renew(context, account, now);
    await readNames(context, renewed, accessToken, now);
  } catch (error) {
    if (error instanceof DiscordError && error.reason === "refused") {
      await store.updateAccount(context, account, { isAuthorized: false });
    } else {
      logError(context.requestId, error);
    }
  }
}

/** Discord is asked again in an hour if it does not tell the names. */
async function readNames(
  context: Context,
  account: store.TokenOfAccount,
  accessToken: string,
  now: number,
) {
  try {
    const { discordId: _, ...names } = await fetchProfile(context.config, accessToken);
    await store.updateNames(context, account, names);
  } catch (error) {
    await store.updateAccount(context, account, { checkDueAt: new Date(now + RETRY_AFTER_MS) });
    throw error;
  }
}
