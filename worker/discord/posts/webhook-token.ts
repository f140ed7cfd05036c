import type { Config } from "#worker/ground/config.ts";
import { decrypt, encrypt } from "#worker/ground/crypto.ts";

/** Encrypts the token of a webhook for the database. The ciphertext is bound to its feed. */
export function encryptWebhookToken({ keyring }: Config, token: string, feedId: string) {
  return encrypt(keyring, token, boundToFeed(feedId));
}

export function decryptWebhookToken({ keyring }: Config, encrypted: string, feedId: string) {
  return decrypt(keyring, encrypted, boundToFeed(feedId));
}

export function boundToFeed(feedId: string): string {
  return `discord-webhook:${feedId}`;
}
