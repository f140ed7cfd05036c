import * as z from "zod/mini";
import { snowflakeSchema } from "./servers.ts";

/** Where a code becomes tokens: all that the browser may ask of Discord. */
export const DISCORD_TOKEN_PATH = "/api/oauth2/token";

/**
 * A linked account, as the session carries it. `username` is unique at Discord, together with the
 * `discriminator` of names from before 2023, which is "0" for all others; `displayName` is free text. `isAuthorized` is false when the player has taken the
 * permission back at Discord: the account stays linked.
 */
export const discordAccountSchema = z.strictObject({
  userId: snowflakeSchema,
  username: z.string(),
  displayName: z.nullable(z.string()),
  discriminator: z.string(),
  isAuthorized: z.boolean(),
});
export type DiscordAccount = z.infer<typeof discordAccountSchema>;

/** `POST /discord/link/start`: all that the SPA needs to send a popup to Discord and to redeem its code. */
export const discordLinkStartSchema = z.strictObject({
  state: z.string(),
  clientId: z.string(),
  authorizeUrl: z.string(),
  tokenUrl: z.string(),
  scopes: z.array(z.string()),
  redirectUri: z.string(),
});
export type DiscordLinkStart = z.infer<typeof discordLinkStartSchema>;

/** Discord's tokens have 30 characters today. */
const tokenSchema = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(2048),
    z.regex(/^[\x21-\x7e]*$/, "must be a token: visible ASCII characters only"),
  );

/** `POST /discord/callback/tokens`: what Discord gave the popup, and the state it was given for. */
export const discordTokensSchema = z.object({
  accessToken: tokenSchema,
  refreshToken: tokenSchema,
  expiresIn: z.int().check(z.positive()),
  scope: z.string().check(z.maxLength(1024)),
  state: z.string().check(z.minLength(1), z.maxLength(512)),
});
export type DiscordTokens = z.infer<typeof discordTokensSchema>;
