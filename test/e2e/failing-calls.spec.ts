import type { Page, Route } from "@playwright/test";
import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { enter } from "./api-session.ts";
import { expect, test } from "./product.ts";

const FAILURES = {
  "500": (route: Route) => route.fulfill({ status: 500, body: "" }),
  "503": (route: Route) => route.fulfill({ status: 503, body: "" }),
  "no answer": (route: Route) => route.abort("timedout"),
};

const SCREENS = [
  "/dashboard",
  "/account",

  "/groups",
  "/groups/create",
  "/my-groups",
  "/access",
  "/invitations",
  "/admin/categories",
  "/admin/groups",
  "/admin/reviews",
  "/admin/pilots",
  "/admin/corporations",
  `/admin/corporations/${SABLE_MERIDIAN_ID}`,
  "/admin/discord",
  "/admin/applications",
  "/admin/held",
  "/admin/activity",

  "/admin/community",
  "/admin/setup",
];

/** Fails every call but that of the session. */
async function failCalls(page: Page, fail: (route: Route) => Promise<void>, only?: string) {
  await page.route("**/api/**", (route) => {
    const { pathname } = new URL(route.request().url());
    const isFailing = only === undefined ? pathname !== "/api/auth/session" : pathname === only;
    return isFailing ? fail(route) : route.fallback();
  });
}

async function expectWayOn(page: Page) {
  await expect(page.locator("main").getByRole("button", { name: "Try again" }).first()).toBeVisible(
    { timeout: 15_000 },
  );
  await expect(page.locator("main").getByText(/^Loading/)).toHaveCount(0);
}

for (const [failure, fail] of Object.entries(FAILURES)) {
  test(`with ${failure}, every screen says what failed and offers another try`, async ({
    page,
    expectedErrors,
  }) => {
    test.setTimeout(240_000);
    expectedErrors.push(/./);
    await enter(page, "Aurelia Voss");
    await failCalls(page, fail);
    for (const screen of SCREENS) {
      // One page after the other.
      // oxlint-disable-next-line no-await-in-loop
      await test.step(screen, async () => {
        await page.goto(screen);
        await expectWayOn(page);
      });
    }
  });
}

for (const only of [
  "/api/characters",
  "/api/groups/waiting",
  "/api/groups/my-groups",
  "/api/auth/events",
  "/api/auth/sessions",
]) {
  test(`the dashboard shows the rest when ${only} fails`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/./);
    await enter(page, "Aurelia Voss");
    await failCalls(page, FAILURES["500"], only);
    await page.goto("/dashboard");
    await expectWayOn(page);
    await expect(page.getByRole("region", { name: "Sessions" })).toBeVisible();
  });
}

test("offline, a screen says so, and that it goes on by itself", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/./);
  await enter(page, "Aurelia Voss");
  await expect(page.getByRole("region", { name: "Sessions" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("region", { name: "Sessions" }).scrollIntoViewIfNeeded();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.getByText("updates automatically when the connection is back")).toBeVisible();
});
