import type { Config } from "#worker/ground/config.ts";
import { decrypt, encrypt } from "#worker/ground/crypto.ts";

/** Encrypts a refresh token for the database. The ciphertext is bound to its Discord account. */
export function encryptToken(
  { keyring }: Config,
  token: string,
  discordId: string,
): Promise<string> {
  return encrypt(keyring, token, boundToDiscord(discordId));
}

/** Throws if the token belongs to another account, or its key is gone. */
export function decryptDiscordToken(
  { keyring }: Config,
  encrypted: string,
  discordId: string,
): Promise<string> {
  return decrypt(keyring, encrypted, boundToDiscord(discordId));
}

export function boundToDiscord(discordId: string): string {
  return `discord:${discordId}`;
}
