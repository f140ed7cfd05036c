import { routes } from "#web/app/routes.tsx";
import { SABLE_MERIDIAN_ID, SABLE_MERIDIAN_SERVER_ID } from "#test/new-eden/ids.ts";
import { IS_LONG } from "#test/support/long.ts";
import { signIn } from "./api-session.ts";
import {
  addressesOf,
  enterAndFindScreens,
  failCalls,
  findIds,
  follow,
  isInShell,
  KINDS,
  openFailing,
  SESSION,
} from "./failing.ts";
import { test } from "./group-pages.ts";
import { PHONE } from "./phone.ts";
import { expect, expectToFit } from "./product.ts";
import { pathsOf } from "./route-paths.ts";

test.describe.configure({ mode: "parallel" });

test("every route of the product is among the screens", () => {
  const none = { group: "", request: "", code: "", pilot: "", application: "", held: "" };
  const walked = addressesOf(none);
  expect(Object.keys(walked)).toEqual(expect.arrayContaining(pathsOf(routes)));
});

test("every screen says what failed and offers a way on, with errors of the server, a refusal, a cut connection or no answer", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const screens = await enterAndFindScreens(page);
  for (const [index, screen] of screens.entries()) {
    const kind = KINDS[index % KINDS.length] ?? "500";
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(`${screen}, ${kind}`, () => openFailing(page, screen, kind));
  }
});

test("who cannot be told who they are reads what failed and tries again", async ({
  page,
  expectedErrors,
}) => {
  test.setTimeout(600_000);
  // Some addresses are those of nothing.
  expectedErrors.push(/status of 40[04]/);
  const screens = (await enterAndFindScreens(page)).filter(isInShell);
  // Without the answer nothing of the admin area is shown: each of its screens is the same one.
  const [ofAdmin = "", ...others] = screens.filter((screen) => screen.startsWith("/admin"));
  for (const screen of IS_LONG ? screens : screens.filter((one) => !others.includes(one))) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(screen, async () => {
      await failCalls(page, "500", SESSION);
      await page.goto(screen);
      await expect.soft(page.locator("main"), screen).toBeVisible();
      const again = page.locator("main").getByRole("button", { name: "Try again" });
      if ([ofAdmin, ...others].includes(screen)) await expect.soft(again, screen).toBeVisible();
      await failCalls(page, undefined);
      if (await again.isVisible()) await again.click();
      await expect.soft(page.getByRole("heading", { level: 1 }), screen).toBeVisible();
    });
  }
});

test("every screen opens, and fits the width of a phone", async ({ page, expectedErrors }) => {
  // Some addresses are those of nothing.
  expectedErrors.push(/status of 40[04]/);
  await page.setViewportSize(PHONE);
  await signIn(page, "Aurelia Voss");
  const screens = Object.values(addressesOf(await findIds(page))).flat();
  await page.goto("/dashboard");
  for (const screen of screens.filter(isInShell)) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(screen, async () => {
      await follow(page, screen);
      await expect.soft(page.getByRole("heading", { level: 1 }), screen).toBeVisible();
      await expect.soft(page.locator("main").getByText(/^Loading/), screen).toHaveCount(0);
      await expectToFit(page);
    });
  }
});

test("a screen says which part is missing when only that call fails, and shows the rest", async ({
  page,
}) => {
  const screens = await enterAndFindScreens(page);
  const addressOf = (end: RegExp) => screens.find((screen) => end.test(screen)) ?? "";
  const corporation = `/api/corporations/${SABLE_MERIDIAN_ID}`;
  const deliveries = addressOf(/\/deliveries$/);
  const request = addressOf(/^\/groups\/.*\/requests\//);
  for (const [screen, only] of [
    [deliveries, `/api${deliveries.replace(/\/deliveries$/, "")}`],
    [request, request.replace(/.*\//, "/api/watchlist/requests/")],
    [addressOf(/\?tab=fetch$/), `${corporation}/directors`],
    [addressOf(/^\/admin\/corporations\/.*\?tab=members$/), `${corporation}/directors`],
    [
      `/admin/discord/${SABLE_MERIDIAN_SERVER_ID}`,
      `/api/admin/discord/${SABLE_MERIDIAN_SERVER_ID}/preview`,
    ],
    ["/dashboard", "/api/characters"],
  ] as const) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    expect(await openFailing(page, screen, "500", only), `${screen}: ${only}`).toBeGreaterThan(0);
  }
  await expect(page.getByRole("region", { name: "Sessions" })).toBeVisible();
});

test("offline, a screen says so, and goes on by itself when the connection is back", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/./);
  await signIn(page, "Aurelia Voss");
  const screens = Object.values(addressesOf(await findIds(page)))
    .flat()
    .filter(isInShell);
  // A page whose code did not come is loaded again, whichever it is: one screen of each area.
  const areas = new Map(screens.map((screen) => [screen.split(/[/?]/)[1], screen]));
  for (const screen of IS_LONG ? screens : areas.values()) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(screen, async () => {
      // The page before may be about to load again, and would interrupt this.
      await expect(async () => {
        await page.goto("/invitations");
        const title = page.getByRole("heading", { level: 1, name: "Invitations" });
        await expect(title).toBeVisible({ timeout: 10_000 });
      }).toPass();
      await context.setOffline(true);
      await follow(page, screen);
      await expect(page.getByText(/^You are offline/).first()).toBeVisible();
      await context.setOffline(false);
      // First: code that is still failing may say so after the connection is back, until the page has loaded again.
      const title = page.locator("main").getByRole("heading", { level: 1 });
      await expect.soft(title.filter({ hasNotText: "You are offline" }), screen).toBeVisible();
      await expect.soft(page.getByText(/^You are offline/), screen).toHaveCount(0);
      await expect.soft(page.locator("main").getByText(/^Loading/), screen).toHaveCount(0);
    });
  }
});

for (const moment of ["before it fails", "before the page says so", "after it failed"]) {
  test(`a page whose code failed offline opens, when the connection is back ${moment}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/./);
    await signIn(page, "Aurelia Voss");
    await page.goto("/dashboard");
    await page.waitForLoadState("networkidle");
    let isCut = true;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) isCut = false;
    });
    await page.route("**/assets/**/*.js*", async (route) => {
      if (!isCut) return route.fallback();
      if (moment === "before it fails")
        await page.evaluate(() => dispatchEvent(new Event("online"))).catch(() => undefined);
      return route.abort();
    });
    if (moment === "before the page says so") {
      await page.evaluate(() =>
        Object.defineProperty(navigator, "onLine", {
          get: () => document.querySelector("h1")?.textContent === "You are offline",
        }),
      );
    }
    await follow(page, "/admin/watchlist");
    if (moment === "after it failed") {
      // The browser says that it is online, and has not told the page yet.
      await expect(
        page.locator("main").getByRole("heading", { name: "This page could not be shown" }),
      ).toBeVisible();
      await page.evaluate(() => dispatchEvent(new Event("online")));
    }
    await expect(page.getByRole("heading", { level: 1, name: "Watchlist" })).toBeVisible();
  });
}
