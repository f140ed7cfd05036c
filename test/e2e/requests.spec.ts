import type { Page } from "@playwright/test";
import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { expect, logIn, test } from "./product.ts";

const ROUTES = [
  "/dashboard",
  `/character/${AURELIA_VOSS_ID}`,
  "/groups",
  "/groups/create",
  "/my-groups",
  "/invitations",
  "/admin/categories",
  "/admin/groups",
  "/admin/corporations",
  `/admin/corporations/${SABLE_MERIDIAN_ID}`,
  "/admin/activity",
];

test("no page asks for anything twice, nor anybody but us", async ({ page, isMobile }) => {
  test.skip(isMobile, "Once is enough.");
  await enter(page);
  const { origin } = new URL(page.url());
  for (const route of ROUTES) {
    const asked = await requestsOf(page, () => page.goto(route));
    expect(asked.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    const ours = asked.filter((url) => /\/(api|assets)\//.test(url));
    expect(ours.filter((url, index) => ours.indexOf(url) !== index)).toEqual([]);
  }
});

async function enter(page: Page) {
  await logIn(page, "Aurelia Voss");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

/** The addresses that are asked while something is done, and until nothing more is. */
async function requestsOf(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = [];
  const note = (request: { url: () => string }) => asked.push(request.url());
  page.on("request", note);
  await act();
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  return asked;
}
