import { READ_ONLY_HEADER } from "#shared/error.ts";
import { signIn } from "./api-session.ts";
import { expect, expectAccessible, test } from "./product.ts";

// D1 in tests has no daily limit: the Worker's refusal is tested in test/worker/read-only.test.ts.

const banner = /^Read-only until 00:00 UTC\./;
const message = "Muster is read-only until 00:00 UTC.";

function readOnlyHeaders() {
  const until = new Date();
  until.setUTCHours(24, 0, 0, 0);
  return { [READ_ONLY_HEADER]: until.toISOString() };
}

test("a refused write shows a banner, which stays from page to page", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/503/, /Service Unavailable/);
  const name = await newPilot("Late");
  await signIn(page, name);
  await page.goto("/groups");
  await page.route("**/redeem", (route) =>
    route.fulfill({
      status: 503,
      headers: readOnlyHeaders(),
      json: { error: { code: "read_only", message, requestId: "r" } },
    }),
  );
  await page.getByRole("textbox", { name: "Invite code" }).fill("NOT-A-CODE");
  await expect(page.getByText(banner)).toHaveCount(0);
  await page.getByRole("button", { name: "Redeem Code" }).click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByText(banner)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Create Group" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Create New Group" })).toBeVisible();
  await expect(page.getByText(banner)).toBeVisible();
});

test("the landing page shows the banner too, until a write succeeds", async ({ page }) => {
  await page.route("**/api/auth/session", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), ...readOnlyHeaders() },
    });
  });
  await page.goto("/");
  await expect(page.getByText(banner)).toBeVisible();
  await expectAccessible(page);
  await page.route("**/sso/v2/oauth/authorize*", (route) => route.abort());
  const started = page.waitForResponse("**/api/auth/login/start");
  await page.getByRole("button", { name: "Log in with EVE Online" }).click();
  expect((await started).status()).toBe(200);
  await expect(page.getByText(banner)).toHaveCount(0);
});
