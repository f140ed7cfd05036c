import type { Page } from "@playwright/test";
import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { enter } from "./api-session.ts";
import { expect, test } from "./product.ts";

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
  `/admin/corporations/${SABLE_MERIDIAN_ID}?tab=data`,
  "/admin/activity",
  "/admin/settings",
];

test("no page requests a URL twice, or any URL of another origin", async ({ page, isMobile }) => {
  test.skip(isMobile, "The requests do not depend on the width of the screen.");
  await logInAsAdministrator(page);
  const { origin } = new URL(page.url());
  for (const route of ROUTES) {
    // The page before is gone, and asks for nothing more.
    await page.goto("about:blank");
    const urls = await requestsOf(page, () => page.goto(route));
    expect(urls.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    const ours = urls.filter((url) => /\/(api|assets)\//.test(url));
    expect(ours.filter((url, index) => ours.indexOf(url) !== index)).toEqual([]);
  }
});

test("hovering over a link loads its page, and the click requests nothing again", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "A finger has no way to rest on a link.");
  await logInAsAdministrator(page);
  const urls = await requestsOf(page, async () => {
    const link = page.getByRole("link", { name: /^Invitations/ });
    const preloaded = page.waitForResponse("**/api/groups/invitations");
    await link.hover();
    await preloaded;
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name: "Invitations" })).toBeVisible();
  });
  expect(urls.filter((url) => url.endsWith("/api/groups/invitations"))).toHaveLength(1);
  expect(urls.filter((url) => url.endsWith("/invitations-page.js"))).toHaveLength(1);
});

test("a user who is no administrator loads nothing of the admin area", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "The requests do not depend on the width of the screen.");
  await enter(page, "Kestrel Ansgar");
  const urls = await requestsOf(page, () => page.goto("/admin/settings"));
  await expect(page).toHaveURL("/dashboard");
  expect(urls.filter((url) => /admin-layout|\/settings\.js|health\/details/.test(url))).toEqual([]);
});

async function logInAsAdministrator(page: Page) {
  await enter(page, "Aurelia Voss");
  await page.waitForLoadState("networkidle");
}

/** The URLs requested by an action, until the network is idle. */
async function requestsOf(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const urls: string[] = [];
  const onRequest = (request: { url: () => string }) => urls.push(request.url());
  page.on("request", onRequest);
  await act();
  await page.waitForLoadState("networkidle");
  page.off("request", onRequest);
  return urls;
}
