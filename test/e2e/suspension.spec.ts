import { openSession, signIn } from "./api-session.ts";
import { choosePilot, expect, expectAccessible, logIn, test } from "./product.ts";

test("an administrator suspends a user, who reads why at the next sign-in, and lifts it again", async ({
  page,
  newPilot,
  browser,
}) => {
  const name = await newPilot("Outlaw");
  // Without a session that could end.
  await (await openSession(name)).send("/auth/logout", "POST");

  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/pilots");
  await page.getByRole("searchbox", { name: "Character" }).fill(name.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=/);
  await expectAccessible(page);
  await page.getByRole("table").getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Suspend", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Suspend ${name}?` });
  const consequences = dialog.getByRole("region", { name: "Consequences" });
  await expect(consequences).toContainText(name);
  await expect(consequences).toContainText("No character of the player can sign in");
  await expect(consequences).toContainText("any administrator can lift it");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(dialog.getByText("Please enter a reason")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Shot a friend");
  await dialog.getByRole("radio", { name: /Permanently/ }).check();
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Suspended", { exact: true })).toBeVisible();
  await expect(page.getByText("Suspended: Shot a friend")).toBeVisible();

  const pilot = await browser.newPage();
  await logIn(pilot, name);
  await expect(pilot.getByRole("heading", { name: "Authentication Failed" })).toBeVisible();
  await expect(pilot.getByRole("alert")).toContainText("Account suspended");
  await expect(pilot.getByRole("alert")).toContainText("Reason: Shot a friend");
  await expectAccessible(pilot);

  await page.goto(`/admin/pilots?suspended=true`);
  await page.getByRole("table").getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Lift suspension" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Lift suspension" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await pilot.getByRole("link", { name: "Return to Home" }).click();
  await pilot.getByRole("button", { name: "Log in with EVE Online" }).click();
  await choosePilot(pilot, name);
  await expect(pilot.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await pilot.close();
});
