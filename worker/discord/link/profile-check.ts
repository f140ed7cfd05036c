import { HOUR_MS } from "#shared/time.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { DiscordError, fetchProfile, refreshGrant } from "./discord-api.ts";
import { decryptToken, encryptToken } from "./encrypted-token.ts";
import * as store from "./store.ts";

export const CHECK_EVERY_MS = 24 * HOUR_MS;
/** After Discord could not be reached. */
const RETRY_AFTER_MS = HOUR_MS;

/**
 * Updates the name and authorization of a linked Discord account, if that is due. Discord rotates refresh tokens, so one
 * invocation alone takes the check. Only Discord's refusal ends the authorization; an outage changes nothing.
 */
export async function checkProfile(context: Context, userId: string) {
  const { db, config, requestId } = context;
  const now = Date.now();
  const account = await store.takeCheck(db, userId, new Date(now), new Date(now + RETRY_AFTER_MS));
  if (account === undefined) return;
  const { discordId } = account;
  try {
    const oldToken = await decryptToken(config, account.refreshToken, discordId);
    const grant = await refreshGrant(config, oldToken);
    const refreshToken = await encryptToken(config, grant.refreshToken, discordId);
    // At once, since the old token is no longer valid. Discord has confirmed the authorization.
    const checkDueAt = new Date(now + CHECK_EVERY_MS);
    await store.updateAccount(context, account, { refreshToken, checkDueAt });
    await readNames(context, { discordId, refreshToken }, grant.accessToken, now);
  } catch (error) {
    if (error instanceof DiscordError && error.reason === "refused") {
      await store.updateAccount(context, account, { isAuthorized: false });
    } else {
      logError(requestId, error);
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
