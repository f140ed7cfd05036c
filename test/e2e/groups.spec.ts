import { call, makeGroup, test } from "./group-pages.ts";
import { expect, expectAccessible } from "./product.ts";

test("the create group form names missing fields and keeps its draft across reloads and failures", async ({
  category,
  enlist,
}) => {
  const { page } = await enlist("Writer");
  await page.goto("/groups/create");
  // Without the categories there is no field to focus.
  await expect(page.getByLabel("Category")).toBeVisible();
  await page.getByRole("button", { name: "Create Group" }).click();
  await expect(page.getByText("Category is required")).toBeVisible();
  await expect(page.getByText("Name is required")).toBeVisible();
  // Not `toBeFocused`: it also requires the window's focus, which parallel pages of one browser take from each other.
  await expect
    .poll(() => page.getByLabel("Category").evaluate((field) => field === document.activeElement))
    .toBe(true);
  await expectAccessible(page);

  await page.getByLabel("Category").selectOption({ label: category.name });
  await page.getByLabel("Name").fill("n".repeat(256));
  await expect(page.getByText("Name must be 255 characters or less")).toBeVisible();
  await page.getByLabel("Description").fill("d".repeat(1001));
  await expect(page.getByText("Description must be 1000 characters or less")).toBeVisible();
  await page.getByRole("radio", { name: "Hidden" }).check();

  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("n".repeat(256));
  await expect(page.getByRole("radio", { name: "Hidden" })).toBeChecked();
  await page.getByLabel("Name").fill("Short enough");
  await page.getByLabel("Description").fill("");
  await page.route("**/api/groups", (route) => route.abort());
  await page.getByRole("button", { name: "Create Group" }).click();
  await expect(page.getByText("Failed to create group")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Short enough");

  await page.unroute("**/api/groups");
  await page.getByRole("button", { name: "Create Group" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Short enough" })).toBeVisible();
  await page.goto("/groups/create");
  await expect(page.getByLabel("Name")).toHaveValue("");
});

test("a join or leave that fails is rolled back and shows the reason", async ({
  category,
  enlist,
}) => {
  const founder = await enlist("Founder");
  const { name: group } = await makeGroup(founder.page, category);

  const { page } = await enlist("Joiner");
  await page.clock.install();
  await page.goto(`/groups?search=${encodeURIComponent(group)}`);
  await page.route("**/join", (route) => route.abort());
  await page.getByRole("button", { name: `Quick Join ${group}` }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to join:");
  // spec.md §9: errors 5 s.
  await page.clock.fastForward(5000);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute("**/join");
  await page.getByRole("button", { name: `Quick Join ${group}` }).click();
  await expect(page.getByText(`Successfully joined ${group}!`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Quick Join ${group}` })).toHaveCount(0);

  await page.getByRole("link", { name: `View Details of ${group}` }).click();
  await page.route("**/leave", (route) => route.abort());
  await page.getByRole("button", { name: "Leave group" }).click();
  await expect(page.getByRole("alert")).toContainText("Failed to leave the group");
  await page.clock.fastForward(5000);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute("**/leave");
  await page.getByRole("button", { name: "Leave group" }).click();
  await expect(page.getByRole("button", { name: "Join group" })).toBeVisible();
});

test("requests are decided one by one or many at once, with the keyboard, and undone", async ({
  category,
  enlist,
}) => {
  const founder = await enlist("Founder");
  const settings = { joinMode: "approval" };
  const { name: group, path: groupPath } = await makeGroup(founder.page, category, settings);
  const first = await enlist("First");
  const second = await enlist("Second");
  for (const { page } of [first, second]) {
    await call(page, "POST", `${groupPath}/join-requests`, {});
  }

  const { page } = founder;
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: "My Groups 2 pending" })).toBeVisible();
  await page.getByRole("link", { name: "Review" }).click();
  const approve = (name: string) => page.getByRole("button", { name: `Approve ${name}` });
  await page.route("**/approve", (route) => route.abort(), { times: 1 });
  await approve(first.name).click();
  await expect(page.getByRole("alert")).toContainText("Failed to approve the request");
  await expect(page.getByText("2 waiting", { exact: true })).toBeVisible();

  await approve(first.name).focus();
  await page.keyboard.press("Enter");
  await expect(approve(second.name)).toBeFocused();
  await expect(page.getByText(`${first.name} is a member now.`)).toBeVisible();
  await page.getByRole("button", { name: `Reject ${second.name}` }).click();
  await page
    .getByRole("textbox", { name: `Reason for ${second.name} (optional)` })
    .fill("Not yet.");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("0 waiting · 1 approved · 1 rejected")).toBeVisible();
  await expect(page.getByText(`${second.name} was rejected.`)).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByText("1 waiting · 1 approved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Undo the decision about ${first.name}` }).click();
  await expect(page.getByText("2 waiting", { exact: true })).toBeVisible();

  await second.page.goto("/my-groups");
  const waiting = second.page.getByRole("region", { name: "Waiting for an answer" });
  await expect(waiting.getByRole("link", { name: group, exact: true })).toBeVisible();
  await expectAccessible(second.page);

  await page.getByRole("checkbox", { name: "Select all 2" }).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(selection).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select all 2" }).check();
  await expectAccessible(page);
  await selection.getByRole("button", { name: "Approve 2" }).click();
  await expect(page.getByText("0 waiting · 2 approved")).toBeVisible();
  await expect(page.getByText("2 players are members now.")).toBeVisible();
  await page.goto(groupPath);
  await expect(page.getByRole("rowheader", { name: second.name })).toBeVisible();
});

test("a hidden group reads as not found to users without access", async ({ category, enlist }) => {
  const founder = await enlist("Founder");
  const settings = { joinMode: "invitation_only" };
  const { name: group, path } = await makeGroup(founder.page, category, settings);

  const { page } = await enlist("Stranger");
  await page.goto(path);
  const button = page.getByRole("button", { name: "Invitation Only" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByText("You need an invitation to join this group.")).toBeVisible();

  await founder.page.goto(`${path}?tab=settings`);
  await founder.page.getByRole("button", { name: "Edit group" }).click();
  await founder.page.getByRole("radio", { name: "Hidden" }).check();
  await expectAccessible(founder.page);
  await founder.page.getByRole("button", { name: "Save changes" }).click();
  await expect(founder.page.getByText("Group updated successfully!")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Group not found" })).toBeVisible();
  await expectAccessible(page);

  await founder.page.getByRole("button", { name: "Delete group" }).click();
  const dialog = founder.page.getByRole("dialog", { name: "Delete group" });
  await dialog.getByRole("button", { name: "Delete group" }).click();
  await expect(dialog.getByText("This is not the name of the group")).toBeVisible();
  await dialog.getByLabel("Type the name of the group to confirm").fill(group);
  await dialog.getByRole("button", { name: "Delete group" }).click();
  await expect(founder.page).toHaveURL(/\/my-groups$/);
  await expect(founder.page.getByText("No Groups Yet")).toBeVisible();
});
