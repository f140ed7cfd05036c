import type { Variables } from "#worker/ground/config.ts";
import { AURELIA_VOSS_ID } from "./ids.ts";

/**
 * The bot of Muster's application in New Eden: its token, and the key that verifies interactions. The key pair is the first of
 * the examples of RFC 8032, section 7.1.
 */
export const DISCORD_BOT = {
  DISCORD_BOT_TOKEN: "a-bot-token-only-new-eden-knows",
  DISCORD_PUBLIC_KEY: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
};

/** All of the Worker's variables when New Eden replaces EVE and Discord on `localhost:port`. */
export function localVars(port: number) {
  return {
    ...newEdenUrls(`http://localhost:${port}/new-eden`),
    // Another origin than the product's, as in production.
    DISCORD_URL: `http://127.0.0.1:${port}/new-eden/discord`,
    // New Eden does not restart, so that tests and developers find the same at every time of the day.
    EVE_DOWNTIME: "off",
    EVE_CLIENT_ID: "muster-local",
    EVE_CLIENT_SECRET: "a-secret-only-new-eden-knows",
    EVE_CALLBACK_PATH: "/auth/callback",
    DISCORD_CLIENT_ID: "700000000000000001",
    ...DISCORD_BOT,
    TOKEN_ENCRYPTION_KEY: "bXVzdGVyLWxvY2FsLWRldmVsb3BtZW50LWtleS0zMiE=",
    TOKEN_ENCRYPTION_KEY_PREVIOUS: "",
    // The plan is paid: Muster makes them itself.
    SIGNING_KEYS_1: "",
    SIGNING_KEYS_2: "",
    ADMIN_CHARACTER_IDS: String(AURELIA_VOSS_ID),
    ESI_CONTACT: "development@example.com",
    // Its pilots are everybody's: tests and developers sign in as the same ones again and again.
    DAILY_LIMITS: "logins=999999",
    RELEASES_URL: "",
    PLAN: "paid",
    READ_REPLICAS: "off",
  } satisfies Required<Variables>;
}

/** The base URL of each simulated service of a world. */
export function newEdenUrls(base: string) {
  return {
    EVE_SSO_URL: `${base}/sso`,
    ESI_URL: `${base}/esi`,
    EVE_IMAGES_URL: `${base}/images`,
    DISCORD_URL: `${base}/discord`,
  };
}
