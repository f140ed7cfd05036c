import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { call, chooseAction, makeGroup, tab, test } from "./group-pages.ts";
import { signIn } from "./api-session.ts";
import { expect, expectAccessible, pilotName, expectToFit } from "./product.ts";

test.beforeEach(async ({ page }) => {
  await signIn(page, "Aurelia Voss");
});

/** Makes matching API requests fail with an empty 500. */
async function breakApi(page: Page, method: string, path: RegExp) {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, body: "" })
      : route.fallback(),
  );
}

test("dialogs work with the keyboard, return the focus and keep the input after a refusal", async ({
  page,
  category,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.clock.install();
  await page.goto("/admin/categories");
  const opener = page.getByRole("button", { name: `Edit ${category.name}` });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Category" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await dialog.getByLabel("Name").fill("n".repeat(256));
  await dialog.getByLabel("Description").fill("d".repeat(1001));
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText("Name must be 255 characters or less")).toBeVisible();
  await expect(dialog.getByText("Description must be 1000 characters or less")).toBeVisible();
  const name = `${category.name} again`;
  await dialog.getByLabel("Name").fill(name);
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel("Name")).toHaveValue(name);
  await dialog.getByLabel("Description").fill("Kept after a refusal.");

  await page.route(/\/api\/groups\/categories\/[\w-]+$/, (route) =>
    route.fulfill({
      status: 409,
      json: { error: { code: "conflict", message: "The category is locked.", requestId: "r" } },
    }),
  );
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("The category is locked.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue(name);
  await expect(dialog.getByLabel("Description")).toHaveValue("Kept after a refusal.");
  await expectAccessible(page);
  // Errors are shown for 5 s (spec.md §9).
  await page.clock.fastForward(5000);
  await expect(dialog.getByText("The category is locked.")).toBeHidden();

  await page.unrouteAll();
  await dialog.getByLabel("Description").press("Control+Enter");
  await expect(page.getByText("Category updated successfully!")).toBeVisible();
  await page.clock.fastForward(5000);
  await expect(page.getByText("Category updated successfully!")).toBeHidden();
});

test("a dialog cannot be submitted twice", async ({ page }) => {
  await page.goto("/admin/categories");
  const name = pilotName("Once");
  await page.getByRole("button", { name: "Create Category" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Category" });
  await dialog.getByLabel("Name").fill(name);
  let sent = 0;
  await page.route(/\/api\/groups\/categories$/, async (route) => {
    if (route.request().method() === "POST") {
      sent += 1;
      await new Promise((done) => setTimeout(done, 300));
    }
    await route.fallback();
  });
  // Two clicks within one render.
  await dialog.getByRole("button", { name: "Create Category" }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Category created successfully!")).toBeVisible();
  await expect(page.getByRole("row", { name })).toHaveCount(1);
  expect(sent).toBe(1);
});

test("errors without a message from the server show the fallback messages", async ({
  page,
  category,
  enlist,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /A group mutation failed/);
  const group = await makeGroup(page, category);
  const member = await enlist("Member");
  await call(member.page, "POST", `/groups/${group.id}/join`);

  const doomed = pilotName("Doomed");
  const permissions = { visibility: "public", allowGroupCreation: "anyone" };
  await call(page, "POST", "/groups/categories", { name: doomed, ...permissions });
  await page.goto("/admin/categories");
  await breakApi(page, "POST", /\/api\/groups\/categories$/);
  await breakApi(page, "PATCH", /\/api\/groups\/categories\//);
  await breakApi(page, "DELETE", /\/api\/groups\/categories\//);
  let open = (opener: string) => page.getByRole("button", { name: opener, exact: true }).click();
  const confirm = async (opener: string, title: string, button: string, said: string) => {
    await open(opener);
    const dialog = page.getByRole("dialog", { name: title });
    if (button === "Create Category") await dialog.getByLabel("Name").fill("Doomed");
    if (button === "Delete Category") await dialog.getByRole("textbox").fill(doomed);
    await dialog.getByRole("button", { name: button, exact: true }).click();
    await expect(dialog.getByText(said)).toBeVisible();
    if (button === "Create Category") {
      await dialog.getByLabel("Name").fill("Doomed again");
      await expect(dialog.getByText(said)).toHaveCount(0);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  };
  await confirm(
    "Create Category",
    "Create Category",
    "Create Category",
    "Failed to create category",
  );
  await confirm(
    `Edit ${category.name}`,
    "Edit Category",
    "Save changes",
    "Failed to update category",
  );
  await confirm(
    `Delete ${doomed}`,
    "Delete Category",
    "Delete Category",
    "Failed to delete category",
  );

  await breakApi(page, "DELETE", /\/members\//);
  await breakApi(page, "POST", /\/(admins|invitations|transfer)$/);
  await page.goto(`/admin/groups/${group.id}`);
  const { name } = member;
  open = (action) => chooseAction(page, name, action);
  await confirm("Remove", "Remove member", "Remove", "Failed to remove member");
  await confirm("Make Admin", "Make Admin", "Make Admin", "Failed to update admin status");
  await confirm(
    "Make Owner",
    "Transfer Ownership",
    "Transfer Ownership",
    "Failed to transfer ownership",
  );
  await tab(page, "Invitations").click();
  await page.getByLabel("Character name").fill(name);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Failed to send invitation")).toBeVisible();
  await expect(page.getByLabel("Character name")).toHaveValue(name);

  await breakApi(page, "GET", /\/invitations(\?|$)/);
  await page.reload();
  await expect(page.getByText("Failed to load invitations")).toBeVisible();
});

test("a missing group reads as not found, below the groups", async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource.*404/);
  await page.goto("/admin/groups/no-such-group");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Group not found");
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toHaveText(
    "Admin Panel/Groups/",
  );
  await expectAccessible(page);
});

test("without categories, the page offers to create one", async ({ page }) => {
  await page.route(/\/api\/groups\/categories$/, (route) => route.fulfill({ json: [] }));
  await page.goto("/admin/categories");
  await expect(page.getByRole("heading", { name: "No categories yet" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create the first category" }).click();
  await expect(page.getByRole("dialog", { name: "Create Category" })).toBeVisible();
});

test("the admin screens fit a tablet, even with the longest names", async ({ page, category }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const group = await makeGroup(page, category, {
    name: pilotName("W".repeat(200)).padEnd(255, "W"),
  });
  const paths = ["categories", `groups?search=${"W".repeat(20)}`, `groups/${group.id}`, "activity"];
  for (const path of paths) {
    await page.goto(`/admin/${path}`);
    const name = page.getByText("WWWWWWWW").or(page.getByText(category.name));
    await expect(name.filter({ visible: true }).first()).toBeVisible();
    await expectToFit(page);
  }
});

test("the activity is filtered by actor, group, kind and date, and the export uses the same filters", async ({
  page,
  category,
}) => {
  const { name, ...group } = await makeGroup(page, category);
  await call(page, "PATCH", `/groups/${group.id}`, { description: "Eyes open." });

  await page.goto("/admin/activity");
  const log = page.getByRole("table", { name: "Activity" });
  await expect(log.getByText(`Aurelia Voss created ${name}`)).toBeVisible();
  await expectAccessible(page);

  // The group's link filters the log by that group.
  await log.getByRole("link", { name }).first().click();
  await expect(page).toHaveURL(new RegExp(`group=${group.id}`));
  await expect(log.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Event").selectOption({ label: "Group created" });
  await expect(log.getByRole("row")).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^muster-activity-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"group_created","Aurelia Voss"`);

  await page.getByLabel("From").fill("2030-01-01");
  await expect(page.getByRole("heading", { name: "No activity found" })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(log.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL(/\/admin\/activity$/);

  await page.getByLabel("Group", { exact: true }).fill(name);
  await page.getByRole("option", { name }).click();
  await expect(log.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "All groups" }).click();
  await page.getByLabel("Done by").fill("kestrel ansgar");
  await page.getByLabel("Done by").press("Enter");
  await expect(page).toHaveURL(/actor=kestrel\+ansgar/);
  await expect(log.getByText("Kestrel Ansgar").first()).toBeVisible();
  await expect(log.getByText("Aurelia Voss created")).toHaveCount(0);
  await expect(page.getByLabel("Done by")).toBeFocused();
});
