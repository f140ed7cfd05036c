import type { Page } from "@playwright/test";
import { chooseAction, tab, test } from "./group-pages.ts";
import { enter } from "./api-session.ts";
import { expect, expectAccessible, openMenu, pilotName } from "./product.ts";

/** Follows a link of the admin navigation, and a tab of its page. */
async function goTo(page: Page, name: string, tabName?: string) {
  await openMenu(page);
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name }).click();
  if (tabName === undefined) return;
  const tabs = page.getByRole("main").getByRole("navigation", { name });
  await tabs.getByRole("link", { name: tabName }).click();
}

const breadcrumbs = (page: Page) => page.getByRole("navigation", { name: "Breadcrumbs" });
const memberRow = (page: Page, name: string) =>
  page.getByRole("table", { name: "Members" }).getByRole("row", { name });

test("an administrator creates, manages and deletes a category and a group in it", async ({
  page,
  enlist,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource.*40[49]/, /A group mutation failed/);
  const category = pilotName("Expeditions");
  const renamed = `${category} & Relics`;
  const group = pilotName("Deep Survey");
  const [second, third] = [await enlist("Second"), await enlist("Third")];

  await enter(page, "Aurelia Voss");
  await openMenu(page);
  await page.getByRole("link", { name: /^Admin( \d+ pending)?$/ }).click();
  await expect(page).toHaveURL(/\/admin\/overview$/);
  // The address of the area leads to the categories, a tab of Groups.
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin\/categories$/);
  const tabs = page.getByRole("main").getByRole("navigation", { name: "Groups" });
  await expect(tabs.getByRole("link")).toHaveText(["Groups", "Categories", "Reviews"]);
  await expect(breadcrumbs(page)).toHaveText("Admin Panel/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Category Management");
  await expectAccessible(page);

  // An invalid category is refused, a valid one created.
  await page.getByRole("button", { name: "Create Category" }).click();
  const creating = page.getByRole("dialog", { name: "Create Category" });
  await creating.getByRole("button", { name: "Create Category" }).click();
  await expect(creating.getByText("Name is required")).toBeVisible();
  await expect(creating.getByLabel("Name")).toBeFocused();
  await expectAccessible(page);
  await creating.getByLabel("Name").fill(category);
  await creating.getByLabel("Name").press("Enter");
  await expect(page.getByText("Category created successfully!")).toBeVisible();
  await expect(creating).toBeHidden();
  const row = page.getByRole("row", { name: category });
  await expect(row).toContainText("No description");
  await expect(row).toContainText("Anyone");

  await row.getByRole("button", { name: `Edit ${category}` }).click();
  const editing = page.getByRole("dialog", { name: "Edit Category" });
  await expect(editing.getByLabel("Name")).toHaveValue(category);
  await editing.getByLabel("Name").fill(renamed);
  await editing.getByLabel("Description").fill("What lies beyond the gates.");
  await editing.getByRole("radio", { name: "Admin Only" }).check();
  await editing.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Category updated successfully!")).toBeVisible();
  await expect(page.getByRole("row", { name: renamed })).toContainText("Admin Only");
  await expect(page.getByRole("row", { name: renamed })).toContainText("beyond the gates");

  // A group in it.
  await goTo(page, "Groups");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Groups Overview");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Group" }).click();
  const founding = page.getByRole("dialog", { name: "Create Group" });
  await founding.getByLabel("Category").selectOption({ label: renamed });
  await founding.getByLabel("Name").fill(group);
  await founding.getByRole("radio", { name: "Hidden" }).check();
  await expectAccessible(page);
  await founding.getByRole("button", { name: "Create Group" }).click();
  await expect(page.getByText("Group created successfully!")).toBeVisible();
  await page.getByLabel("Visibility").selectOption("hidden");
  await page.getByLabel("Search").fill(group);
  await page.getByLabel("Search").press("Enter");
  await expect(page.getByText("1 group", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: `View Details of ${group}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(group);
  await expect(breadcrumbs(page)).toHaveText("Admin Panel/Groups/");
  await expectAccessible(page);

  // An unknown name is refused; a main character is invited.
  await tab(page, "Invitations").click();
  const invite = async (name: string) => {
    await page.getByLabel("Character name").fill(name);
    await page.getByLabel("Character name").press("Enter");
  };
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Please enter a character name")).toBeVisible();
  await invite("Nobody At All");
  await expect(page.getByText("No main character named Nobody At All")).toBeVisible();
  await page.getByLabel("Character name").fill(second.name.slice(0, -1));
  await page.getByRole("option", { name: second.name }).click();
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${second.name}`)).toBeVisible();
  await expect(
    page
      .getByRole("table", { name: "Pending invitations" })
      .getByRole("row", { name: second.name }),
  ).toBeVisible();
  await invite(third.name);
  await expect(page.getByText(`Invitation sent to ${third.name}`)).toBeVisible();
  await expectAccessible(page);
  for (const pilot of [second, third]) {
    await pilot.page.goto("/invitations");
    await pilot.page.getByRole("button", { name: "Accept" }).click();
    await expect(pilot.page.getByRole("link", { name: group })).toBeVisible();
  }

  // A member becomes an admin, a member again, and the owner.
  await page.reload();
  await tab(page, "Members").click();
  await expect(memberRow(page, "Aurelia Voss")).toContainText("Owner");
  const actions = (name: string) => page.getByRole("button", { name: `Actions for ${name}` });
  await actions("Aurelia Voss").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Remove" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(actions("Aurelia Voss")).toBeFocused();
  const step = async (action: string, dialog: string, said: string) => {
    await chooseAction(page, second.name, action);
    const asked = page.getByRole("dialog", { name: dialog });
    await expect(asked).toContainText(second.name);
    await expectAccessible(page);
    await asked.getByRole("button", { name: dialog }).click();
    await expect(page.getByText(said)).toBeVisible();
    await expect(asked).toBeHidden();
  };
  await step("Make Admin", "Make Admin", "User promoted to admin successfully!");
  await expect(memberRow(page, second.name)).toContainText("Admin");
  await step("Remove Admin", "Remove Admin", "Admin role removed successfully!");
  await step("Make Owner", "Transfer Ownership", "Ownership transferred successfully!");
  await expect(memberRow(page, second.name)).toContainText("Owner");
  await expect(memberRow(page, "Aurelia Voss")).toContainText("Admin");
  await expect(
    page.getByText("You are viewing this group as a system administrator"),
  ).toBeVisible();

  await chooseAction(page, third.name, "Remove");
  const removing = page.getByRole("dialog", { name: "Remove member" });
  await removing.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Member removed successfully!")).toBeVisible();
  await expect(memberRow(page, third.name)).toHaveCount(0);
  await expect(actions("Aurelia Voss")).toBeFocused();

  await tab(page, "Activity").click();
  await expect(page.getByText(`Aurelia Voss removed ${third.name}`)).toBeVisible();
  await expectAccessible(page);

  // A category can be deleted only after its groups.
  const deleting = page.getByRole("dialog", { name: "Delete Category" });
  const deleteCategory = async () => {
    await goTo(page, "Groups", "Categories");
    await page.getByRole("button", { name: `Delete ${renamed}` }).click();
    await expect(deleting).toContainText("Are you sure you want to delete the category?");
    await deleting.getByLabel("Type the name of the category").fill(renamed);
    await deleting.getByRole("button", { name: "Delete Category" }).click();
  };
  await goTo(page, "Groups", "Categories");
  await page.getByRole("button", { name: `Delete ${renamed}` }).click();
  await expect(deleting).toContainText(`${renamed} still has 1 group.`);
  await expect(deleting.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(deleting).toBeHidden();

  await page.getByRole("row", { name: renamed }).getByRole("link", { name: "1 group" }).click();
  await page.getByRole("link", { name: `View Details of ${group}` }).click();
  await tab(page, "Settings").click();
  await page.getByRole("button", { name: "Delete group" }).click();
  const ending = page.getByRole("dialog", { name: "Delete group" });
  await ending.getByLabel("Type the name of the group").fill("something else");
  await ending.getByRole("button", { name: "Delete group" }).click();
  await expect(ending.getByText("This is not the name of the group")).toBeVisible();
  await ending.getByLabel("Type the name of the group").fill(group);
  await ending.getByLabel("Type the name of the group").press("Enter");
  await expect(page.getByText("Group deleted successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/groups$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Groups Overview");

  await deleteCategory();
  await expect(deleting).toBeHidden();
  await expect(page.getByText("Category deleted successfully!")).toBeVisible();
  await expect(page.getByRole("row", { name: renamed })).toHaveCount(0);

  // The activity log has both deletions.
  await goTo(page, "Overview");
  await page.getByRole("main").getByRole("link", { name: "Activity", exact: true }).first().click();
  await expect(page.getByText(`Aurelia Voss deleted the category ${renamed}`)).toBeVisible();
  await expect(page.getByText(`Aurelia Voss deleted ${group}`)).toBeVisible();
  await expectAccessible(page);
});
