import type { DiscordAccount } from "#shared/discord.ts";

/** "Mira", or "Oskar#4821" for accounts that still have a discriminator. */
export function displayName({ username, discriminator }: DiscordAccount): string {
  return discriminator === "0" ? username : `${username}#${discriminator}`;
}
