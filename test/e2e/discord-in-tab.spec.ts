import type { Page } from "@playwright/test";
import { blockPopups, cardOf, choose, expectFailure, pendingLinks, setUp } from "./discord.ts";
import { PHONE } from "./phone.ts";
import { expect, expectAccessible, test } from "./product.ts";

// The browser in which an app of a phone, such as Discord's, shows a link: it has no second window.
test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

const linkButton = (page: Page) => cardOf(page).getByRole("button", { name: "Link Discord" });

/** A new user at an address of the dashboard, and a new Discord user. */
async function setUpInApp(page: Page, newEden: Parameters<typeof setUp>[1]) {
  const person = await setUp(page, newEden);
  await blockPopups(page);
  await page.goto("/dashboard?from=mail#discord-account");
  await expect(linkButton(page)).toBeVisible();
  return person;
}

test("without popups, the tab goes to Discord and comes back to where the user was", async ({
  page,
  newEden,
}) => {
  const person = await setUpInApp(page, newEden);
  await linkButton(page).click();
  await page.waitForURL(/\/oauth2\/authorize/);
  const asked = new URL(page.url()).searchParams;
  expect(asked.get("state")).toMatch(/^[\w-]{43}$/);
  expect(asked.get("code_challenge_method")).toBe("S256");
  await choose(page, person);
  await expect(page.getByRole("heading", { name: "Discord Linked Successfully" })).toBeVisible();
  await expect(page.getByText("Returning...")).toBeVisible();
  const answer = await page.waitForResponse((response) => response.url().includes("/dashboard?"));
  // The page is a new document, with the policy that the callback must do without.
  expect(answer.headers()["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  await expect(page).toHaveURL(/\/dashboard\?from=mail#discord-account$/);
  await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
  expect(await pendingLinks(page)).toEqual([]);
});

test("a user who cancels at Discord in the tab goes back to where they were", async ({
  page,
  newEden,
}) => {
  await setUpInApp(page, newEden);
  await linkButton(page).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectFailure(page, "Error: Missing code or state parameter");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/dashboard\?from=mail#discord-account$/);
  await expect(linkButton(page)).toBeEnabled();
});

test("Back from Discord leaves a button that works", async ({ page, newEden }) => {
  const person = await setUpInApp(page, newEden);
  await linkButton(page).click();
  await page.waitForURL(/\/oauth2\/authorize/);
  await page.goBack();
  await expect(linkButton(page)).toBeEnabled();
  await linkButton(page).click();
  await choose(page, person);
  await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
});

test("a callback with another state, or with a path of another site, goes nowhere by itself", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/Scripts may close only the windows/);
  await setUpInApp(page, newEden);
  for (const [state, path] of [
    ["other", "/groups"],
    ["given", "https://evil.example/"],
    ["given", "//evil.example"],
    ["given", "javascript:alert(1)"],
  ] as const) {
    await test.step(`${state} ${path}`, async () => {
      await page.evaluate(
        (stored) => sessionStorage.setItem("muster.discordReturn", JSON.stringify(stored)),
        { state, path },
      );
      await page.goto("/discord/callback?error=access_denied&state=given");
      await expectFailure(page, "Error: Missing code or state parameter");
      await expect(page.getByRole("button", { name: "Go back" })).toHaveCount(0);
      await page.getByRole("button", { name: "Close window" }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  }
});

test("a failure to begin is told on the page, which is not left", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /could not be led to Discord/);
  await setUpInApp(page, newEden);
  await page.route("**/api/discord/link/start", (route) => route.abort());
  await linkButton(page).click();
  await expect(cardOf(page).getByRole("alert")).toHaveText(
    "Muster could not be reached. Please try again.",
  );
  await expect(linkButton(page)).toBeEnabled();
});

test("a web view that answers with its only window is not emptied", async ({ page, newEden }) => {
  const person = await setUpInApp(page, newEden);
  await page.evaluate(() => {
    window.open = (url) => {
      location.href = String(url);
      return window;
    };
  });
  await linkButton(page).click();
  await choose(page, person);
  await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
});
