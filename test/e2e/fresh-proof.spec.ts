import type { Page } from "@playwright/test";
import { enter, signIn } from "./api-session.ts";
import { choosePilot, expect, expectAccessible, logIn, pilotName, test } from "./product.ts";

/**
 * Signs in with the alt of an account, which proves nothing about its main. A request under way when the browser forgets its session
 * is answered with 401.
 */
async function signInWithAlt(page: Page, newPilot: (first: string) => Promise<string>) {
  const [main, alt] = [await newPilot("Proven"), await newPilot("Second")];
  await enter(page, main);
  await page.getByRole("button", { name: "Link New Character" }).click();
  await choosePilot(page, alt);
  await expect(page.getByRole("link", { name: alt, exact: true })).toBeVisible();
  await forgetSession(page);
  await logIn(page, alt);
  await expect(page.getByRole("region", { name: "Main Character" })).toContainText(main);
  return { main, alt };
}

test("the main changes by itself once EVE has confirmed the user", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[13]/);
  const { main, alt } = await signInWithAlt(page, newPilot);
  await page.getByRole("button", { name: `Make main ${alt}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make main" }).press("Enter");

  await expect(dialog).toContainText("Confirm with EVE that this is you");
  await expect(dialog.getByRole("alert")).toContainText(`Sign in at EVE as ${main} again`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Continue to EVE" }).press("Enter");
  await choosePilot(page, main);

  await expect(page.getByText(`${alt} is now your main`)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("region", { name: "Main Character" })).toContainText(alt);
});

test("another character at EVE confirms nothing, and nothing is unlinked", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[013]/);
  const { main, alt } = await signInWithAlt(page, newPilot);
  await page.getByRole("button", { name: `Unlink ${alt}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Unlink" }).click();
  await dialog.getByRole("button", { name: "Continue to EVE" }).click();
  await choosePilot(page, alt);
  await expect(page.getByRole("alert")).toContainText(
    `You chose ${alt} at EVE, but your main is ${main}.`,
  );
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page.getByRole("link", { name: alt, exact: true })).toBeVisible();
});

test("an unlinked former main returns to its account", async ({ page, newPilot }) => {
  const [main, usurper] = [await newPilot("Owner"), await newPilot("Usurper")];
  await enter(page, main);
  await page.getByRole("button", { name: "Link New Character" }).click();
  await choosePilot(page, usurper);
  await page.getByRole("button", { name: `Make main ${usurper}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make main" }).click();
  await expect(page.getByText(`${usurper} is now your main`)).toBeVisible();
  await forgetSession(page);
  await logIn(page, usurper);
  await page.getByRole("button", { name: `Unlink ${main}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText(`${main} is no longer linked`)).toBeVisible();
  await forgetSession(page);

  await logIn(page, main);
  await expect(page.getByRole("heading", { name: "Claim Your Main Character" })).toBeVisible();
  await expect(page.getByText(`The main of that account is ${usurper} now.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Return to your account" }).press("Enter");
  await expect(page.getByRole("region", { name: "Main Character" })).toContainText(main);
  await expect(page.getByText(`${main} took this account back`)).toBeVisible();
});

test("a form that needs a proof is sent again after EVE's round trip, and its secret is shown once", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[13]/);
  await signIn(page, "Aurelia Voss");
  await page.context().clearCookies({ name: /proof/ });
  await page.goto("/admin/applications");
  await page.getByRole("button", { name: "Add application" }).first().click();
  const form = page.getByRole("dialog", { name: "Add application" });
  const name = pilotName("Proven Wiki");
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Add application" }).click();
  const gate = page.getByRole("dialog", { name: "Confirm with EVE that this is you" });
  await expect(gate).toContainText("Sign in at EVE as Aurelia Voss again");
  await gate.getByRole("button", { name: "Continue to EVE" }).press("Enter");
  await choosePilot(page, "Aurelia Voss");

  await expect(page).toHaveURL(/\/admin\/applications$/);
  const shown = page.getByRole("dialog", { name: "A secret that is shown once" });
  expect((await shown.locator("code").textContent())?.length).toBeGreaterThan(20);
  await expectAccessible(page);
  await shown.getByRole("button", { name: "I have stored it" }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.getByRole("link", { name })).toBeVisible();
});

test("a pilot that was linked without a proof is named on the dashboard, and confirmed through EVE", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[13]/);
  const [main, alt] = [await newPilot("Careful"), await newPilot("Linked Late")];
  await enter(page, main);
  await page.context().clearCookies({ name: /proof/ });
  await page.getByRole("button", { name: "Link New Character" }).click();
  await choosePilot(page, alt);
  const item = page.getByRole("listitem").filter({ hasText: "Is this yours?" });
  await expect(item).toContainText(alt);
  await expectAccessible(page);
  await item.getByRole("button", { name: "It is mine" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "It is mine" }).click();
  await dialog.getByRole("button", { name: "Continue to EVE" }).click();
  await choosePilot(page, main);
  await expect(page.getByText(`${alt} is confirmed`)).toBeVisible();
  await expect(item).toHaveCount(0);
});

/** Only in this browser, which is quicker. */
async function forgetSession(page: Page) {
  await page.evaluate(() => localStorage.clear());
}
