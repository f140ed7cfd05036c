import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { DiscordError, fetchProfile, refreshGrant } from "./discord-api.ts";
import { decryptToken, encryptToken } from "./encrypted-token.ts";
import * as store from "./store.ts";

const HOUR_MS = 60 * 60 * 1000;
export const CHECK_EVERY_MS = 24 * HOUR_MS;
/** After Discord could not be asked. */
const RETRY_AFTER_MS = HOUR_MS;

/**
 * Asks Discord what a linked account is called now, if that is due: people rename themselves, and take
 * permissions back. Whoever takes the check holds the refresh token alone, so it is rotated once however many
 * ask. Only Discord's own refusal ends the authorization; an outage changes nothing.
 */
export async function checkProfile(context: Context, userId: string) {
  const { db, config, requestId } = context;
  const now = Date.now();
  const account = await store.takeCheck(db, userId, new Date(now), new Date(now + RETRY_AFTER_MS));
  if (account === undefined) return;
  const { discordId } = account;
  try {
    const grant = await refreshGrant(
      config,
      await decryptToken(config, account.refreshToken, discordId),
    );
    const refreshToken = await encryptToken(config, grant.refreshToken, discordId);
    // At once: the old token is dead, whatever comes next.
    await store.updateAccount(db, account, { refreshToken });
    const { username, discriminator } = await fetchProfile(config, grant.accessToken);
    await store.updateAccount(
      db,
      { discordId, refreshToken },
      { username, discriminator, checkDueAt: new Date(now + CHECK_EVERY_MS) },
    );
  } catch (error) {
    if (error instanceof DiscordError && error.reason === "refused") {
      await store.updateAccount(db, account, { isAuthorized: false });
    } else {
      logError(requestId, error);
    }
  }
}
