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

/** Routes that the seeded administrator sees. */
export const SIGNED_IN_ROUTES: string[] = [
  "/dashboard",
  `/character/${AURELIA_VOSS_ID}`,
  `/character/${KESTREL_ANSGAR_ID}`,
  "/groups",
  "/groups/create",
  EVERYONE,
  ...["requests", "invitations", "codes", "activity"].map((tab) => `${EVERYONE}?tab=${tab}`),
  "/my-groups",
  "/invitations",
  "/admin/overview",
  "/admin/categories",
  "/admin/groups",
  `/admin${EVERYONE}`,
  "/admin/corporations",
  `/admin/corporations/${SABLE_MERIDIAN_ID}`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}?tab=data`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}?tab=fetch`,
  "/admin/activity",
  paths.account,
  paths.access,
  `${EVERYONE}/form`,
  paths.operations,
  paths.planOperation,
  paths.participation,
  paths.roster(SABLE_MERIDIAN_ID),
  paths.adminReviews,
  paths.adminPilots,
  paths.adminLookup,
  paths.adminUndo,
  paths.adminDiscord,
  paths.adminDiscordServer(SABLE_MERIDIAN_SERVER_ID),
  paths.adminApplications,
  paths.adminHeld,
  paths.adminWatchlist,
  paths.adminSettings,
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
