import type { Page } from "@playwright/test";
import {
  AURELIA_VOSS_ID,
  KESTREL_ANSGAR_ID,
  SABLE_MERIDIAN_ID,
  SABLE_MERIDIAN_SERVER_ID,
} from "#test/new-eden/ids.ts";
import { paths } from "#web/lib/paths.ts";
import type { Product } from "./product.ts";

/** The seeded administrator, who sees everything and owns half of the groups. */
const ADMINISTRATOR = "Aurelia Voss";

/** The group with a thousand members. */
export const EVERYONE = "/groups/everyone";

/** Routes without a session. */
export const PUBLIC_ROUTES = [
  "/",
  "/auth/callback",
  "/claim-main",
  "/discord/callback",
  "/nothing-here",
];

/** Screens without a session, and addresses that only lead to another screen. */
const NOT_SIGNED_IN = new Set<string>([
  ...PUBLIC_ROUTES,
  paths.consent,
  paths.signOut,
  paths.redeemHash,
  paths.admin,
]);

/** Routes that the seeded administrator sees: every address without a parameter, and one of each that has some. */
export const SIGNED_IN_ROUTES: string[] = [
  ...Object.values(paths)
    .filter((path) => typeof path === "string")
    .filter((path) => !NOT_SIGNED_IN.has(path)),
  `/character/${AURELIA_VOSS_ID}`,
  `/character/${KESTREL_ANSGAR_ID}`,
  EVERYONE,
  ...["requests", "invitations", "codes", "activity"].map((tab) => `${EVERYONE}?tab=${tab}`),
  `${EVERYONE}/form`,
  `/admin${EVERYONE}`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}?tab=data`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}?tab=fetch`,
  paths.roster(SABLE_MERIDIAN_ID),
  paths.adminDiscordServer(SABLE_MERIDIAN_SERVER_ID),
];

/** Logs in as the seeded administrator and returns all routes she can see. */
export async function signIn(page: Page, { origin, innerOrigin }: Product): Promise<string[]> {
  await page.goto(innerOrigin);
  await page.getByRole("button", { name: "Log in with EVE Online" }).click();
  await page.getByRole("button", { name: ADMINISTRATOR, exact: true }).click();
  // Not for the dashboard: a login that leaves out her director access offers it first.
  await page.waitForFunction(() => localStorage.length > 0);
  const stored = await page.evaluate(() => Object.entries(localStorage));
  // The edge is another origin with its own storage.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, stored);
  return SIGNED_IN_ROUTES;
}
