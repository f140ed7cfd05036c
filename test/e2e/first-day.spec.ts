import { signIn } from "./api-session.ts";
import { PHONE } from "./phone.ts";
import { expect, expectAccessible, expectToFit, test } from "./product.ts";

test.use({ isEmpty: true });

const SIX_ITEMS = [/^Overview/, "Pilots", "Groups", "Corporations", "Discord", /^Settings/];

test("the administrator of an empty community is led through five steps, each saved by itself, to an invite link", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/dashboard");
  const decisions = page.getByRole("region", { name: "Decisions" });
  await expect(decisions).toContainText("First steps of the community");
  await expect(page.getByRole("region", { name: "First steps" })).toHaveCount(0);
  await decisions.getByRole("link", { name: "Open the overview" }).click();

  // What nobody uses yet is no item of the menu.
  const menu = page.getByRole("navigation", { name: "Admin" });
  await expect(menu.getByRole("link")).toHaveText([/Dashboard/, ...SIX_ITEMS]);
  const steps = page.getByRole("region", { name: "Five steps to open the doors" });
  await expect(steps).toContainText("0 of 5 done");
  const step = (name: RegExp | string) => steps.getByRole("listitem", { name });
  await expect(step("Name your community").getByLabel("Name")).toHaveValue("Null Concord");
  await expect(step("Create your first group").getByLabel("Category")).toHaveValue("General");
  await expectAccessible(page);
  for (const size of [PHONE, { width: 768, height: 1024 }, { width: 1920, height: 1080 }]) {
    await page.setViewportSize(size);
    await expectToFit(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  // In another order than theirs.
  await step("Create your first group").getByRole("button", { name: "Create Group" }).click();
  await expect(step("The first group is Members")).toContainText("Done");
  await step("Name your community").getByRole("button", { name: "Save name" }).click();
  await expect(step("The community is called Null Concord")).toContainText("Done");
  await step("Add your corporation").getByRole("button", { name: "Add Sable Meridian" }).click();
  await step("Sable Meridian is added").getByRole("button", { name: "Grant director" }).click();
  await page.getByRole("button", { name: "Continue to EVE" }).click();
  await page.getByRole("button", { name: /Aurelia Voss/ }).click();
  await expect(step("Sable Meridian is added, with a director")).toBeVisible();
  await step("Invite the others").getByRole("button", { name: "Make an invite link" }).click();
  await expect(step("Invite the others")).toContainText(/\/i\/\w+/);
  await expectAccessible(page);
  await step("Connect Discord").getByRole("link", { name: "Connect Discord" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Discord" })).toBeVisible();

  // What the decisions of a new community lead to.
  await page.goto("/admin/overview");
  await expect(steps).toContainText("4 of 5 done");
  await page.getByRole("link", { name: "Name another" }).click();
  const naming = page.locator("#administrators");
  await naming.getByLabel("Main Character").fill("Aurelia");
  await page.getByRole("option", { name: "Aurelia Voss" }).click();
  await expect(naming.getByRole("button", { name: /^Copy/ })).toBeVisible();
  await expectAccessible(page);
});

test("the name of a corporation in the first field of Add Corporation is looked up, and marks nothing red", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/corporations");
  await page.getByRole("button", { name: "Add Corporation" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Corporation" });
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByLabel("Corporation ID").fill("pale harbor syndicate");
  await dialog.getByRole("button", { name: "Add Corporation" }).click();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(dialog.getByLabel("Ticker")).toHaveValue("PALEH");
  await dialog.getByRole("button", { name: "Add Corporation" }).click();
  await expect(page.getByText("Corporation added successfully!")).toBeVisible();
});

test("Create Group makes the first category, and never sends an administrator to an administrator", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.route("**/api/groups/categories", (route) =>
    route.request().method() === "GET" ? route.fulfill({ json: [] }) : route.continue(),
  );
  await page.goto("/groups/create");
  await expect(page.getByLabel("Category")).toHaveValue("General");
  await expect(page.getByText("Ask a system administrator")).toHaveCount(0);
  await page.getByLabel("Category").fill("Fleets");
  await page.getByLabel("Name").fill("Home Fleet");
  await page.getByRole("button", { name: "Create Group" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home Fleet" })).toBeVisible();
  await expect(page.getByText("Fleets").first()).toBeVisible();
});
