import { readFileSync } from "node:fs";
import type { Session } from "#shared/session.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { applicationScopes } from "#worker/esi/scopes.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";
import { signIn } from "./api-session.ts";
import { expect, expectAccessible, test } from "./product.ts";

const NOT_CONFIGURED =
  "Muster is not configured: EVE_CLIENT_ID is missing; EVE_CLIENT_SECRET is missing; TOKEN_ENCRYPTION_KEY is missing.";

test("messages and printed advice lead to the row that was a page of its own", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/setup");
  await expect(page).toHaveURL("/admin/settings#diagnosis");
  await expect(page.getByRole("heading", { name: "EVE application" })).toBeVisible();
  await page.goto("/admin/setup#administrators");
  await expect(page.getByRole("combobox", { name: "Main Character" })).toBeFocused();
  await page.goto("/admin/community");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
});

test("an administrator reads what is new in the version that runs", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/settings");
  const button = page.getByRole("button", { name: "What is new" });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  const [, changes = ""] = readFileSync("CHANGELOG.md", "utf8").split(`## ${PRODUCT_VERSION}\n`);
  const [, first = ""] = /^### (.+)$/m.exec(changes) ?? [];
  const heading = page.getByRole("heading", { name: first, exact: true });
  await expect(heading).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await expect(heading).toHaveCount(0);
});

test("a diagnosis that failed to load is reported and can be retried", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  await signIn(page, "Aurelia Voss");
  await page.route("**/api/health/details", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/admin/settings");
  await expect(page.getByText("The diagnosis could not be loaded").first()).toBeVisible();
  await page.unroute("**/api/health/details");
  await page.getByRole("button", { name: "Try again Self-diagnosis" }).click();
  await expect(page.getByText(/\d+ OK$/)).toBeVisible();
});

test("without configuration, the landing page says what is missing, with values to paste, instead of offering a login", async ({
  page,
  context,
  expectedErrors,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  expectedErrors.push(/503/);
  const error = { code: "not_configured", message: NOT_CONFIGURED, requestId: "r" };
  await page.route("**/api/auth/session", (route) =>
    route.fulfill({ status: 503, json: { error } }),
  );
  await page.goto("/");
  await expect(page.getByText(NOT_CONFIGURED)).toBeVisible();
  await expect(page.getByText("npm run deploy")).toBeVisible();
  const copied = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied("Copy Callback URL")).toBe(`${new URL(page.url()).origin}/auth/callback`);
  expect((await copied("Copy Scopes")).split("\n")).toEqual(applicationScopes());
  const key = await copied("Copy New key");
  expect(Buffer.from(key, "base64")).toHaveLength(32);
  await expect(page.getByText(key)).toBeVisible();
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toHaveCount(0);
  await expectAccessible(page);
});

test("while Muster has no administrator, the first pilot reads the id of their character and the line to set", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.route("**/api/auth/session", async (route) => {
    const response = await route.fetch();
    const session: Session = await response.json();
    if (session.user) Object.assign(session.user, { is_admin: false, hasNoAdministrators: true });
    await route.fulfill({ response, json: session });
  });
  await signIn(page, "Aurelia Voss");
  await page.goto("/dashboard");
  await expect(page.getByText("This Muster has no administrator yet")).toBeVisible();
  await page.getByRole("button", { name: "Copy the line for wrangler.jsonc" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`"ADMIN_CHARACTER_IDS": "${AURELIA_VOSS_ID}",`);
  await expectAccessible(page);
});
