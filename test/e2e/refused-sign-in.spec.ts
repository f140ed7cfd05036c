import { enter, signIn } from "./api-session.ts";
import { choosePilot, expect, expectAccessible, pilotName, test } from "./product.ts";

test("the claim page without a sign-in explains what is missing", async ({ page }) => {
  await page.goto("/claim-main");
  await expect(page.getByRole("heading", { name: "Missing Character Information" })).toBeVisible();
  await expect(
    page.getByText("No character information found. Please start the login process again."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("cancelling at EVE is reported, and the sign-in can be restarted", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Log in with EVE Online" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Authentication Failed" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("cancelled the sign-in at EVE");
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("the callback says what is wrong with its address", async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 400/);
  for (const [query, words] of [
    ["", "No authorization code received"],
    ["?code=abc", "Failed to complete authentication"],
    ["?code=abc&state=def", "used already or has expired"],
  ] as const) {
    await test.step(`/auth/callback${query}`, async () => {
      await page.goto(`/auth/callback${query}`);
      await expect(page.getByRole("heading", { name: "Authentication Failed" })).toBeVisible();
      await expect(page.getByRole("alert")).toContainText(words);
    });
  }
});

test("who is signed in goes to the dashboard from a callback that is old, used or empty", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const name = await newPilot("Returner");
  await enter(page, name);
  for (const query of ["", "?code=abc", "?code=abc&state=def"]) {
    await test.step(`/auth/callback${query}`, async () => {
      await page.goto(`/auth/callback${query}`);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByText("You are already logged in.")).toBeVisible();
    });
  }
  await test.step("what EVE refuses is told", async () => {
    await page.goto("/auth/callback?error=access_denied&state=def");
    await expect(page.getByRole("alert")).toContainText("cancelled the sign-in at EVE");
  });
});

test("Back to EVE and the same pilot again leads a signed-in user to the dashboard", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const name = await newPilot("Repeater");
  await signIn(page, name);
  // A second sign-in at EVE, to link a character, which ends with the same pilot.
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Link New Character" }).click();
  await choosePilot(page, name);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.goBack();
  await choosePilot(page, name);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("You are already logged in.")).toBeVisible();
});

test("a callback that is reloaded while it waits says what to do", async ({ page, newEden }) => {
  const pilot = await newEden.createPilot({ name: pilotName("Hasty") });
  await page.goto("/");
  await page.getByRole("button", { name: "Log in with EVE Online" }).click();
  const { id } = pilot;
  await newEden.addFault({ service: "sso", kind: "slow", characterId: id, delayMs: 60_000 });
  await choosePilot(page, pilot.name);
  await expect(page.getByRole("heading", { name: "Completing authentication..." })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/callback$/);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Authentication Failed" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(
    /^No authorization code received.*reloaded before the sign-in was complete.*log in again\.$/,
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeEnabled();
});

test("a bad response from EVE is reported, and no session begins", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|503)/);
  const pilot = await newEden.createPilot({ name: pilotName("Forger") });
  for (const [kind, words] of [
    ["token_wrong_key", "could not be verified"],
    ["bad_gateway", "is not responding"],
  ] as const) {
    await test.step(kind, async () => {
      await page.goto("/");
      await page.getByRole("button", { name: "Log in with EVE Online" }).click();
      await newEden.addFault({ service: "sso", kind, characterId: pilot.id, times: 1 });
      await choosePilot(page, pilot.name);
      await expect(page.getByRole("heading", { name: "Authentication Failed" })).toBeVisible();
      await expect(page.getByRole("alert")).toContainText(words);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  }
});

test("an anonymous visitor is redirected from every protected page to the landing page", async ({
  page,
}) => {
  for (const path of ["/dashboard", "/groups", "/my-groups", "/invitations", "/admin"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/$/);
  }
});
