import * as z from "zod/mini";
import { runEveryMinute, signIn } from "./api-session.ts";
import { call, tab, test } from "./group-pages.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";

const idSchema = z.object({ id: z.string() });
const categoriesSchema = z.array(z.object({ id: z.string(), name: z.string() }));
const requestsSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

/** A group as the page's user, in the category of the test. */
async function makeGroup(page: Parameters<typeof call>[0], category: string, joinMode: string) {
  const categories = z.parse(categoriesSchema, await call(page, "GET", "/groups/categories"));
  const categoryId = categories.find(({ name }) => name === category)?.id;
  const name = pilotName("Promise");
  const group = { categoryId, name, visibility: "public", joinMode };
  return { name, id: z.parse(idSchema, await call(page, "POST", "/groups", group)).id };
}

test("an approval that has left the tab is undone in the group's activity", async ({
  category,
  enlist,
}) => {
  const [leader, player] = [await enlist("Leader"), await enlist("Asker")];
  const { page } = leader;
  const { id } = await makeGroup(page, category, "approval");
  await call(player.page, "POST", `/groups/${id}/join-requests`, { reason: "o7" });
  const { items } = z.parse(requestsSchema, await call(page, "GET", `/groups/${id}/join-requests`));
  await call(page, "POST", `/groups/join-requests/${items[0]?.id}/approve`);
  await page.goto(`/groups/${id}?tab=activity`);
  const undo = page.getByRole("button", { name: `Undo the decision about ${player.name}` });
  await expect(undo).toBeVisible();
  await expectAccessible(page);
  await undo.click();
  await expect(undo).toHaveCount(0);
  await tab(page, "Requests").click();
  await expect(page.getByRole("button", { name: `Approve ${player.name}` })).toBeVisible();
  await player.page.goto(`/groups/${id}`);
  await expect(player.page.getByText("Pending approval")).toBeVisible();
});

test("an owner whom the rule would not admit is told that nothing ends", async ({
  page,
  category,
  enlist,
}) => {
  const owner = await enlist("Founder");
  const { id, name } = await makeGroup(owner.page, category, "open");
  await signIn(page, "Aurelia Voss");
  const rule = {
    tree: { type: "discord_linked" },
    enrolment: "manual",
    listing: "everyone",
    graceDays: 3,
  };
  await call(page, "PUT", `/groups/${id}/requirements`, { version: null, rule });
  await expect(async () => {
    await runEveryMinute(page);
    await owner.page.goto("/dashboard");
    await expect(
      owner.page.getByText(`The rule of ${name} would not admit you; you stay as its owner`),
    ).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(owner.page.getByText("Membership ends")).toHaveCount(0);
  await expectAccessible(owner.page);
  await owner.page.goto(`/groups/${id}`);
  await expect(owner.page.getByText("you stay as its owner")).toBeVisible();
  await expect(owner.page.getByRole("button", { name: "You are the owner" })).toBeVisible();
});

test("an automatic group leads from its creation to its rule, and the header and the list say so", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/groups");
  await page.getByRole("button", { name: "Create Group" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create Group" });
  await dialog.getByLabel("Category").selectOption({ label: category });
  const name = pilotName("Pilots of Old");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("radio", { name: "Automatic" }).check();
  await dialog.getByRole("button", { name: "Create Group" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  // The editor has begun a rule that enrols by itself; requirements.spec.ts writes rules.
  await expect(page).toHaveURL(/section=requirements&enrolment=automatic$/);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const rule = {
    // Nobody has an account as old as this.
    tree: { type: "account_age", days: 9000 },
    enrolment: "automatic",
    listing: "everyone",
    graceDays: 3,
  };
  await call(page, "PUT", `/groups/${id}/requirements`, { version: null, rule });
  await page.goto(`/groups/${id}`);
  await expect(page.getByText("Automatic", { exact: true }).first()).toBeVisible();

  await page.goto(`/groups?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole("table").getByRole("row").filter({ hasText: name })).toContainText(
    "Automatic",
  );
});
