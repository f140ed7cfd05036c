import { enter } from "./api-session.ts";
import { choosePilot, expect, expectAccessible, logIn, logOut, openMenu, test } from "./product.ts";

test("the administrator signs in and is offered the administration", async ({ page }) => {
  // She is a director, and an earlier test may have signed her in: this login may cost her access or not.
  await logIn(page, "Aurelia Voss");
  const skip = page.getByRole("link", { name: "Continue without it" });
  await expect(skip.or(page.getByRole("heading", { level: 1, name: "Dashboard" }))).toBeVisible();
  if (await skip.isVisible()) await skip.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page).toHaveTitle("Dashboard · Muster");
  await expect(page.getByText("Manage your characters and connections")).toBeVisible();
  await openMenu(page);
  await expect(page.getByRole("link", { name: "Admin" })).toBeVisible();
});

test("a player links a pilot, makes it the main, logs out and signs in with it", async ({
  page,
  newPilot,
}) => {
  const [first, second] = [await newPilot("First"), await newPilot("Second")];
  await enter(page, first);
  await page.getByRole("button", { name: "Link New Character" }).click();
  await choosePilot(page, second);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("link", { name: second })).toBeVisible();

  await page.getByRole("button", { name: `Make main ${second}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make main" }).click();
  await expect(page.getByRole("region", { name: "Main Character" })).toContainText(second);

  await logOut(page);
  await page.waitForFunction(() => localStorage.length === 0);

  await logIn(page, second);
  await expect(page.getByRole("region", { name: "Main Character" })).toContainText(second);
});

test("a new user claims a main and arrives at the dashboard", async ({ page, newPilot }) => {
  const name = await newPilot("Newcomer");
  await logIn(page, name);
  await expect(page).toHaveURL(/\/claim-main$/);
  await expect(page.getByRole("heading", { name: "Claim Your Main Character" })).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Claim as Main Character" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectAccessible(page);
  await openMenu(page);
  await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await expect(page.getByText("Online", { exact: true })).toBeVisible();
});

test("the code is removed from the address bar, and going back does not send it again", async ({
  page,
  newPilot,
}) => {
  const name = await newPilot("Backer");
  await enter(page, name);
  await logOut(page);
  const callbacks: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/auth/callback")) callbacks.push(request.url());
  });
  await logIn(page, name);
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(callbacks).toHaveLength(1);
  await page.goBack();
  await page.waitForLoadState("networkidle");
  expect(callbacks).toHaveLength(1);
});
