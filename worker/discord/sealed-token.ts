import type { Config } from "#worker/config.ts";
import { decrypt, encrypt } from "#worker/crypto.ts";

/** A refresh token as the database holds it: encrypted, and bound to the account it speaks for. */
export function sealToken({ keyring }: Config, token: string, discordId: string): Promise<string> {
  return encrypt(keyring, token, boundTo(discordId));
}

export function openToken({ keyring }: Config, sealed: string, discordId: string): Promise<string> {
  return decrypt(keyring, sealed, boundTo(discordId));
}

export function boundTo(discordId: string): string {
  return `discord:${discordId}`;
}
