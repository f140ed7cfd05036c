import { enter, signIn } from "./api-session.ts";
import { expect, expectAccessible, logIn, logOut, pilotName, test } from "./product.ts";

test("an administrator suspends a user, who reads why at the next sign-in, and lifts it again", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  // The refused sign-in, and what a page is reading when its user logs out.
  expectedErrors.push(/status of 40[13]/);
  const name = pilotName("Outlaw");
  await newEden.createPilot({ name });
  await enter(page, name);
  await logOut(page);

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
  // The pilot has logged out: no session is left to end.
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
  await logOut(page);

  await logIn(page, name);
  await expect(page.getByRole("heading", { name: "Authentication Failed" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Account suspended");
  await expect(page.getByRole("alert")).toContainText("Reason: Shot a friend");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();

  await signIn(page, "Aurelia Voss");
  await page.goto(`/admin/pilots?suspended=true`);
  await page.getByRole("table").getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Lift suspension" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Lift suspension" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await logOut(page);
  await logIn(page, name);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});
