import type { Page } from "@playwright/test";
import { enter, openSession, signIn } from "./api-session.ts";
import {
  choosePilot,
  expect,
  expectAccessible,
  logIn,
  openMenu,
  pilotName,
  test,
} from "./product.ts";

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Corporation", exact: true }).getByRole("link", { name });

test("an administrator adds a corporation, assigns a director, fetches data and removes it", async ({
  page,
  browser,
  newEden,
  expectedErrors,
}) => {
  const name = `Far Shore ${Date.now().toString(36)}`;
  const corporation = await newEden.createCorporation({ name, ticker: "FARSH" });
  const director = pilotName("Director");
  await newEden.createPilot({
    name: director,
    corporationId: corporation.id,
    roles: ["Director"],
  });

  // The lookup by id fills in name and ticker.
  await enter(page, "Aurelia Voss");
  await openMenu(page);
  await page.getByRole("link", { name: /^Admin( \d+ pending)?$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await openMenu(page);
  const menu = page.getByRole("navigation", { name: "Admin" });
  await menu.getByRole("link", { name: /^Corporations/ }).click();
  const seeded = page.getByRole("row", { name: /Sable Meridian/ });
  await expect(seeded).toContainText("of 4 healthy");
  await expect(page.getByRole("row", { name: /Lantern Works/ })).toContainText("No Director");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add Corporation" }).click();
  const adding = page.getByRole("dialog", { name: "Add Corporation" });
  await adding.getByRole("button", { name: "Add Corporation" }).click();
  await expect(adding.getByText("Please enter a valid corporation ID")).toBeVisible();
  await expect(adding.getByText("Name is required")).toBeVisible();
  await expect(adding.getByText("Ticker is required")).toBeVisible();
  await adding.getByLabel("Corporation ID").fill(String(corporation.id));
  await expect(adding.getByLabel("Corporation name")).toHaveValue(name);
  await expect(adding.getByLabel("Ticker")).toHaveValue("FARSH");
  await expectAccessible(page);
  await adding.getByRole("button", { name: "Add Corporation" }).click();
  await expect(page.getByText("Corporation added successfully!")).toBeVisible();

  // The director grants access with a second EVE sign-in.
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await enter(theirs, director);
  await theirs.getByRole("button", { name: `Grant director access for ${director}` }).click();
  await expect(theirs.getByRole("dialog", { name: "Grant director access" })).toContainText(
    "wallets and their journal",
  );
  await expectAccessible(theirs);
  await theirs.getByRole("button", { name: "Continue to EVE" }).click();
  await choosePilot(theirs, director);
  await expect(theirs.getByText("Director access", { exact: true })).toBeVisible();
  await expect(theirs.getByRole("button", { name: /Grant director access/ })).toHaveCount(0);
  await context.close();

  // Without a director, only public data can be fetched.
  await page.getByLabel("Search").fill(name.toUpperCase());
  await page.getByLabel("Search").press("Enter");
  await expect(page.getByText("1 corporation", { exact: true })).toBeVisible();
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toHaveText(
    "Admin Panel/Corporations/",
  );
  await expect(page.getByText("No Director", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify Access" })).toHaveCount(0);
  await tab(page, "Fetch Data").click();
  const fetchCore = page.getByRole("button", { name: "Fetch core data" });
  await expect(fetchCore).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);

  // The director is found by name, added and verified.
  await tab(page, "Configuration").click();
  await page.getByRole("button", { name: "Add the first director" }).click();
  const assigning = page.getByRole("dialog", { name: "Add director" });
  await assigning.getByLabel("Director character name").fill(director.slice(0, -1));
  await assigning.getByRole("option", { name: director }).click();
  await assigning.getByLabel("Priority").fill("first");
  await expectAccessible(page);
  await assigning.getByRole("button", { name: "Add director" }).click();
  await expect(page.getByText(`${director} added as a director`)).toBeVisible();
  await expect(page.getByLabel(`Priority of ${director}`)).toHaveValue("100");
  await page.getByRole("button", { name: "Verify Access" }).click();
  await expect(page.getByText("Access verified successfully!")).toBeVisible();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await expect(page.getByText("Healthy", { exact: true })).toBeVisible();
  await page.getByLabel(`Priority of ${director}`).fill("7");
  await page.getByLabel(`Priority of ${director}`).press("Enter");
  await expectAccessible(page);

  // A fetch appears in the data summary.
  await tab(page, "Fetch Data").click();
  await page.getByRole("button", { name: "Fetch public data" }).click();
  await expect(page.getByText("Started fetching public data...")).toBeVisible();
  await tab(page, "Data Summary").click();
  const publicRow = page.getByRole("row", { name: /Public/ });
  await expect(publicRow).toContainText("Fresh");
  await expect(publicRow).toContainText("member");
  await expectAccessible(page);
  await tab(page, "Configuration").click();
  await expect(page.getByLabel(`Priority of ${director}`)).toHaveValue("7");

  // The corporation is deactivated, then removed.
  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Inactive", { exact: true })).toBeVisible();
  await page.goto("/admin/corporations");
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  const removal = page.getByRole("dialog", { name: "Remove Corporation" });
  await removal.getByLabel("Type the ticker of the corporation to confirm").fill("WRONG");
  await removal.getByRole("button", { name: "Remove Corporation" }).click();
  await expect(removal.getByText("This is not the ticker of the corporation")).toBeVisible();
  await removal.getByLabel(/Type the ticker/).fill(corporation.ticker);
  await removal.getByRole("button", { name: "Remove Corporation" }).click();
  await expect(page.getByText("Corporation removed successfully!")).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  expectedErrors.push(/404/);
  await page.goto(`/admin/corporations/${corporation.id}`);
  await expect(
    page.getByRole("heading", { name: "Corporation not found (may have been removed)" }),
  ).toBeVisible();
});

test("a failed verification lists the missing roles", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/corporations");
  await page.getByRole("link", { name: "Sable Meridian" }).click();
  const oskar = page.getByRole("row", { name: /Oskar Wren/ });
  await expect(oskar).toContainText("Unhealthy");
  await expect(oskar).toContainText(/\d+ failures/);
  await page.getByRole("button", { name: "Check roles again Oskar Wren" }).click();
  await expect(page.getByText("Verification failed: Missing required roles")).toBeVisible();
  await expect(page.getByRole("alert").getByRole("listitem").first()).toBeVisible();
  await expect(page.getByText(/checks in the last 24 hours/)).toBeVisible();
  await expectAccessible(page);
});

test("a director is assigned from the table", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/corporations");
  await page.getByRole("link", { name: "Sable Meridian" }).click();
  for (const name of ["Mira Tal", "Aurelia Voss"]) {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Assign" }).click();
    await expect(page.getByText(`${name} is now the assigned director`)).toBeVisible();
    await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Assigned");
    await expect(page.getByText("Assigned", { exact: true })).toHaveCount(1);
  }
});

test("an administrator sees why a director cannot be used, and sends the link that repairs it", async ({
  page,
  browser,
  newEden,
}) => {
  const name = `Low Tide ${Date.now().toString(36)}`;
  const corporation = await newEden.createCorporation({ name, ticker: "LOWTD" });
  const director = pilotName("Narrowed");
  const pilot = await newEden.createPilot({
    name: director,
    corporationId: corporation.id,
    roles: ["Director"],
  });
  const theirSession = await openSession(director);
  await theirSession.link(pilot.id, { characterId: pilot.id, access: "director" });
  const administrator = await openSession("Aurelia Voss");
  const { id: corporationId } = corporation;
  await administrator.send("/corporations", "POST", { corporationId, name, ticker: "LOWTD" });
  await administrator.send(`/corporations/${corporationId}/directors`, "POST", {
    characterId: pilot.id,
    characterName: director,
  });

  // A login from another browser leaves the access out, and New Eden ends the grant before: the dashboard says so.
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await logIn(theirs, director);
  await expect(theirs).toHaveURL(/\/dashboard$/);
  await expect(async () => {
    await theirs.reload();
    await expect(theirs.getByText("Director access missing")).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expectAccessible(theirs);
  await expect(theirs.getByRole("button", { name: "Grant access" })).toBeVisible();

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/corporations");
  await page.getByRole("link", { name }).click();
  const row = page.getByRole("row", { name: new RegExp(director) });
  await page.getByRole("button", { name: `Actions for ${director}` }).click();
  await page.getByRole("menuitem", { name: "Verify" }).click();
  await expect(row).toContainText("Unhealthy");
  await expect(row).toContainText("1 failure");
  await expect(row).toContainText(`${director} signed in without director access.`);
  await expectAccessible(page);
  await row.getByRole("button", { name: "Copy link to grant access" }).click();
  await expect(row.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  // The link works in a browser that remembers nothing, and ends where it began once the access is granted.
  await theirs.evaluate(() => localStorage.clear());
  await context.clearCookies();
  await theirs.goto(link);
  await theirs.getByRole("button", { name: "Log in with EVE Online" }).click();
  await choosePilot(theirs, director);
  await expect(theirs.getByRole("dialog", { name: "Grant director access" })).toBeVisible();
  await theirs.getByRole("button", { name: "Continue to EVE" }).click();
  await choosePilot(theirs, director);
  await expect(theirs.getByText("Director access is granted")).toBeVisible();
  await context.close();

  await page.reload();
  await expect(row).toContainText("Healthy");
  await expect(row.getByRole("button", { name: "Copy link to grant access" })).toHaveCount(0);
  // Another user's link says nothing about who is a director.
  await page.goto(new URL(link).pathname + new URL(link).search);
  await expect(page.getByText("This link is for another account")).toBeVisible();
});
