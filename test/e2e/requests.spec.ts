import type { Page } from "@playwright/test";
import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { IS_LONG } from "#test/support/long.ts";
import { enter, signIn } from "./api-session.ts";
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
  `/admin/corporations/${SABLE_MERIDIAN_ID}`,
  "/admin/corporations",
  `/admin/corporations/${SABLE_MERIDIAN_ID}?tab=data`,
  "/admin/activity",
  "/admin/settings",
];

test("no page requests a URL twice, or any URL of another origin", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  const { origin } = new URL(page.url());
  for (const route of ROUTES.filter((_, index) => IS_LONG || index % 2 === 0)) {
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
}) => {
  await enter(page, "Aurelia Voss");
  await page.waitForLoadState("networkidle");
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

test("only administrators can open the admin area, and only they load data of it", async ({
  page,
}) => {
  const ofAdmin = async (path: string) => {
    const urls = await requestsOf(page, () => page.goto(path));
    return urls.filter((url) => /\/api\/(admin|health)\//.test(url));
  };
  await signIn(page, "Kestrel Ansgar");
  for (const path of ["", "/groups/some-group", "/settings"]) {
    expect(await ofAdmin(`/admin${path}`)).toEqual([]);
    await expect(page).toHaveURL("/dashboard");
  }
  await expect(page.getByRole("link", { name: "My Groups" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Admin( \d+ pending)?$/ })).toHaveCount(0);
  await signIn(page, "Aurelia Voss");
  expect(await ofAdmin("/admin/settings")).toContainEqual(
    expect.stringContaining("/health/details"),
  );
});

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
