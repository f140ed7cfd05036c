import { openSession, signIn } from "./api-session.ts";
import { expect, expectAccessible, test } from "./product.ts";

// Runs alone, after all others (`playwright.config.ts`): while a group decides who belongs to the community, the pilots of
// other tests would be guests. It sets everything back.

test("a group is chosen for the community: its members see everything, and others are guests", async ({
  page,
  browser,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/community");
  await page.getByLabel("The members of a group").check();
  await page.getByRole("combobox", { name: "Group", exact: true }).fill("Home Defence");
  await page.getByRole("option", { name: "Home Defence" }).click();
  await page.getByLabel(/Guests keep their memberships/).fill("30");
  await page.getByRole("button", { name: "Save members" }).click();
  await expect(page.getByText("Community updated successfully!")).toBeVisible();
  try {
    const outside = await browser.newContext();
    const guest = await outside.newPage();
    await signIn(guest, "Pip Marlowe");
    await guest.goto("/groups");
    await expect(guest.getByText("You are a guest of")).toBeVisible();
    await expect(guest.getByRole("link", { name: "View Details of Home Defence" })).toBeVisible();
    await expect(guest.getByRole("link", { name: "View Details of Black Rise Roams" })).toHaveCount(
      0,
    );
    await expectAccessible(guest);
    await outside.close();
    const member = await openSession("Kestrel Ansgar");
    const list = await (await member.send("/groups?search=Black%20Rise")).json();
    expect(list).toMatchObject({ items: [{ name: "Black Rise Roams" }] });
  } finally {
    await page.reload();
    await page.getByLabel("Everybody with an account").check();
    await page.getByRole("button", { name: "Save members" }).click();
    await expect(page.getByText("Community updated successfully!")).toBeVisible();
  }
  const back = await openSession("Pip Marlowe");
  const list = await (await back.send("/groups?search=Black%20Rise")).json();
  expect(list).toMatchObject({ items: [{ name: "Black Rise Roams" }] });
});

test("a community's name stands in the header and in the titles", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/community");
  const field = page.getByLabel("Name", { exact: true });
  const before = await field.inputValue();
  const save = page.getByRole("button", { name: "Save changes" });
  await field.fill("Sable Accord");
  await save.click();
  await expect(page.getByText("Community updated successfully!")).toBeVisible();
  try {
    await page.goto("/dashboard");
    await expect(page).toHaveTitle("Dashboard · Sable Accord");
    await expect(page.getByRole("link", { name: "Sable Accord" })).toBeVisible();
  } finally {
    await page.goto("/admin/community");
    await field.fill(before);
    await save.click();
    await expect(page.getByText("Community updated successfully!")).toBeVisible();
  }
  await page.reload();
  await expect(page).toHaveTitle("Community · Muster");
});
