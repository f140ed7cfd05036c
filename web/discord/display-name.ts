import type { DiscordAccount } from "#shared/discord.ts";

/** "Mira", or "Oskar#4821" for a name from before Discord made names unique. */
export function displayName({ username, discriminator }: DiscordAccount): string {
  return discriminator === "0" ? username : `${username}#${discriminator}`;
}
