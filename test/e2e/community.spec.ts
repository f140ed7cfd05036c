import { openSession, signIn } from "./api-session.ts";
import { expect, expectAccessible, openMenu, test } from "./product.ts";

const WELCOME = "Fly with us. Ask in the public channel.";

test("an administrator writes a welcome text and chooses a logo, and visitors see both", async ({
  page,
  browser,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/categories");
  await openMenu(page);
  const navigation = page.getByRole("navigation", { name: "Admin" });
  await navigation.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Change Name, logo and welcome" }).click();
  await page.getByLabel("Welcome text").fill(WELCOME);
  await page.getByLabel("Logo", { exact: true }).selectOption("Logo of an alliance");
  await page.getByLabel("Alliance", { exact: true }).fill("Null Concord");
  await page.getByRole("option", { name: "Null Concord" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Community updated successfully!")).toBeVisible();

  const visitor = await browser.newContext();
  const landing = await visitor.newPage();
  await landing.goto("/");
  await expect(landing.getByText(WELCOME)).toBeVisible();
  await expectAccessible(landing);
  await visitor.close();

  await page.getByLabel("Welcome text").fill("");
  await page.getByLabel("Logo", { exact: true }).selectOption("Muster’s own");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Welcome text")).toHaveValue("");
  await page.goto("/admin/settings#community-logo");
  await expect(page.getByLabel("Logo", { exact: true })).toHaveValue("none");
  await expect(page.getByLabel("Welcome text")).toHaveValue("");
});

test("a community's name stands in the header and in the titles", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/settings#community-name");
  await page.getByLabel("Name", { exact: true }).fill("Sable Accord");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Community updated successfully!")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page).toHaveTitle("Dashboard · Sable Accord");
  await expect(page.getByRole("link", { name: "Sable Accord" })).toBeVisible();
});

test("an address that names a setting does not take the focus from who already writes there", async ({
  page,
}) => {
  const late = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    const response = await route.fetch();
    // The code that leads to the setting, and marks it.
    if ((await response.text()).includes("2px solid var(--color-signal)")) await late.promise;
    await route.fulfill({ response });
  });
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/settings#community-members");
  await page.getByLabel("The members of a group").check();
  const field = page.getByRole("combobox", { name: "Group", exact: true });
  await field.fill("Home Defence");
  late.resolve();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("option", { name: "Home Defence" })).toBeVisible();
  await expect(field).toBeFocused();
});

test("a group is chosen for the community, after a look at what it means: its members see everything, and others are guests", async ({
  page,
  browser,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/settings#community-members");
  await page.getByLabel("The members of a group").check();
  await page.getByRole("button", { name: "Save members" }).click();
  await expect(
    page.getByText("Choose the group whose members belong to the community."),
  ).toBeVisible();
  await page.getByRole("combobox", { name: "Group", exact: true }).fill("Home Defence");
  await page.getByRole("option", { name: "Home Defence" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("If you save this")).toBeVisible();
  await expect(preview.getByText("memberships of guests")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/Guests keep their memberships/).fill("30");
  await page.getByRole("button", { name: "Save members" }).click();
  await expect(page.getByText("Community updated successfully!")).toBeVisible();
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
  const seen = await (await member.send("/groups?search=Black%20Rise")).json();
  expect(seen).toMatchObject({ items: [{ name: "Black Rise Roams" }] });

  await page.reload();
  await page.getByLabel("Everybody with an account").check();
  await page.getByRole("button", { name: "Save members" }).click();
  await expect(page.getByText("Community updated successfully!")).toBeVisible();
  const back = await openSession("Pip Marlowe");
  const list = await (await back.send("/groups?search=Black%20Rise")).json();
  expect(list).toMatchObject({ items: [{ name: "Black Rise Roams" }] });
});
