import { enter } from "./api-session.ts";
import {
  choosePilot,
  expect,
  expectAccessible,
  logIn,
  logOut,
  openMenu,
  pilotName,
  test,
} from "./product.ts";

const LOG_IN = { name: "Log in with EVE Online" };

test("a visitor with a link to a page logs in, claims a main and arrives at that page", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  // Requests that are under way at the logout.
  expectedErrors.push(/status of 401/);
  const name = await newPilot("Linked");
  const target = "/groups?search=capital";
  await page.goto(target);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Log in to see this page")).toBeVisible();
  // A reload keeps it, and so does a claim that is cancelled.
  await page.reload();
  await page.getByRole("button", LOG_IN).click();
  await choosePilot(page, name);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Log in to see this page")).toBeVisible();
  await page.goto(target);
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole("button", LOG_IN).click();
  await choosePilot(page, name);
  await page.getByRole("button", { name: "Claim as Main Character" }).click();
  await expect(page).toHaveURL(target);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  // Logging out is no visit to a page.
  await logOut(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Log in to see this page")).toHaveCount(0);
  await expect(page.getByText("Your session ended")).toHaveCount(0);
});

test("a user whose session has ended reads why, and returns to the page after the login", async ({
  page,
  newPilot,
  browser,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/);
  const name = await newPilot("Ended");
  await enter(page, name);
  const elsewhere = await browser.newPage();
  await logIn(elsewhere, name);
  await elsewhere.getByRole("button", { name: /End all other/ }).click();
  await expect(elsewhere.getByText("All other sessions have ended")).toBeVisible();
  await elsewhere.close();

  // While the page is open, without a reload. The dashboard has not loaded the list of groups.
  await openMenu(page);
  await page.getByRole("link", { name: "Groups", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Your session ended")).toBeVisible();
  await page.getByRole("button", LOG_IN).click();
  await choosePilot(page, name);
  await expect(page).toHaveURL(/\/groups$/);
});

test("every tab says why its session has ended, also after a reload, until the next login", async ({
  page,
  newEden,
  browser,
  expectedErrors,
  newPilot,
}) => {
  expectedErrors.push(/status of 401/);
  const name = pilotName("Sold");
  const pilot = await newEden.createPilot({ name });
  await enter(page, name);
  const other = await page.context().newPage();
  await other.goto("/my-groups");
  await expect(other.getByRole("heading", { level: 1, name: "My Groups" })).toBeVisible();
  await newEden.sell(pilot.id);
  const buyer = await browser.newPage();
  await logIn(buyer, name);
  await expect(buyer).toHaveURL(/\/claim-main$/);
  await buyer.close();

  // An open page notices first.
  await openMenu(page);
  await page.getByRole("link", { name: "Groups", exact: true }).click();
  const reason = `${name} is now on another account`;
  await expect(page.getByText(reason)).toBeVisible();
  await expect(other.getByText(reason)).toBeVisible();
  await expectAccessible(page);
  await other.goto("/groups");
  for (const tab of [page, other]) {
    await expect(tab.getByText(reason)).toBeVisible();
    await tab.reload();
    await expect(tab.getByText(reason)).toBeVisible();
  }
  await other.close();
  const next = await newPilot("Next");
  await enter(page, next);
  await logOut(page);
  await expect(page.getByText(reason)).toHaveCount(0);
});
