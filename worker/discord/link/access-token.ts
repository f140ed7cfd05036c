import { HOUR_MS } from "#shared/time.ts";
import type { Context } from "#worker/env.ts";
import { refreshGrant } from "./discord-api.ts";
import { decryptToken, encryptToken } from "./encrypted-token.ts";
import { CHECK_EVERY_MS } from "./profile-check.ts";
import * as store from "./store.ts";

/**
 * An access token of the user's linked account, for one request. Undefined: no account is linked and authorized, or another
 * invocation uses its refresh token now. Throws `DiscordError`.
 */
export async function getAccessToken(
  context: Context,
  userId: string,
): Promise<{ discordId: string; accessToken: string } | undefined> {
  const { db, config } = context;
  const now = Date.now();
  const account = await store.takeToken(db, userId, new Date(now), new Date(now + HOUR_MS));
  if (account === undefined) return undefined;
  const { discordId } = account;
  const grant = await refreshGrant(
    config,
    await decryptToken(config, account.refreshToken, discordId),
  );
  const refreshToken = await encryptToken(config, grant.refreshToken, discordId);
  const checkDueAt = new Date(now + CHECK_EVERY_MS);
  await store.updateAccount(context, account, { refreshToken, checkDueAt });
  return { discordId, accessToken: grant.accessToken };
}
