import type { Page } from "@playwright/test";
import { enter } from "./api-session.ts";
import { expect, expectAccessible, openMenu, test } from "./product.ts";

const NOT_CONFIGURED = "Muster is not configured: EVE_CLIENT_ID is missing.";

async function logInAsAdministrator(page: Page) {
  await enter(page, "Aurelia Voss");
}

test("an administrator reads the self-diagnosis and copies the values to configure", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logInAsAdministrator(page);
  await page.goto("/admin/categories");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await openMenu(page);
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Setup" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Setup" })).toBeVisible();
  await expect(page).toHaveTitle("Setup · Muster");
  const line = (title: string) =>
    page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await expect(line("EVE application")).toContainText("OK");
  await page.getByRole("button", { name: "Copy EVE application: Callback URL" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${new URL(page.url()).origin}/auth/callback`);
  await expectAccessible(page);
});

test("a diagnosis that failed to load is reported and can be retried", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  await logInAsAdministrator(page);
  await page.route("**/api/health/details", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/admin/setup");
  await expect(page.getByText("The diagnosis could not be loaded")).toBeVisible();
  await page.unroute("**/api/health/details");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Self-diagnosis" })).toBeVisible();
});

test("without configuration, the landing page names what is missing instead of offering a login", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const error = { code: "not_configured", message: NOT_CONFIGURED, requestId: "r" };
  await page.route("**/api/auth/session", (route) =>
    route.fulfill({ status: 503, json: { error } }),
  );
  await page.goto("/");
  await expect(page.getByText(NOT_CONFIGURED)).toBeVisible();
  await expect(page.getByText("npm run deploy")).toBeVisible();
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toHaveCount(0);
  await expectAccessible(page);
});
