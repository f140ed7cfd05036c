import { signIn } from "./api-session.ts";
import { call, idOf, makeGroup, test } from "./group-pages.ts";
import { expect, expectAccessible } from "./product.ts";

test("an owner plans an operation in one line, a member answers with one tap, and it is cancelled and restored", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
  const { name } = await makeGroup(page, category, { visibility: "hidden", joinMode: "approval" });

  await page.goto("/operations");
  await expectAccessible(page);
  await page.getByRole("link", { name: "New operation" }).first().click();
  await page.getByRole("button", { name: "Save operation" }).click();
  await expect(page.getByText("Starts at must be a day and a time")).toBeVisible();
  const line = page.getByRole("textbox", { name: "In one line" });
  await line.fill("tomorrow 19:00 shield ferox, Okkamon");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Shield ferox");
  await page.getByRole("checkbox", { name, exact: true }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save operation" }).click();
  await expect(page.getByRole("heading", { name: "Shield ferox", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Coming" }).click();
  await expect(page.getByRole("button", { name: "Coming", pressed: true })).toBeVisible();
  await page.getByRole("textbox", { name: "With which ship or role" }).fill("Basilisk");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Basilisk")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel operation" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel operation" }).click();
  await expect(page.getByText(/^Cancelled by Aurelia Voss/)).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Coming", pressed: true })).toBeVisible();
  await page.goto("/operations");
  await expect(page.getByRole("link", { name: "Shield ferox" })).toBeVisible();
  await page.getByRole("link", { name: "Participation" }).click();
  await expect(page.getByRole("heading", { name: "By pilot" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/operations/new");
  await expect(page.getByRole("textbox", { name: "In one line" })).toBeVisible();
});

test("names that another planner notes while the dialog is open stay", async ({
  page,
  category,
  enlist,
}) => {
  await signIn(page, "Aurelia Voss");
  const group = await makeGroup(page, category);
  const member = await enlist("Bea");
  await call(member.page, "POST", `/groups/${group.id}/join`);
  const startsAt = new Date(Date.now() - 600_000).toISOString();
  const operation = {
    kind: "fleet",
    title: "Home defence",
    startsAt,
    minutes: 60,
    commanderId: null,
    groupIds: [group.id],
  };
  const path = `/operations/${idOf(await call(page, "POST", "/operations", operation))}`;
  await call(page, "PUT", `${path}/answer`, { answer: "coming", brings: "" });

  await page.goto(path);
  await page.getByRole("button", { name: "Note names" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Aurelia Voss" }).check();
  await call(page, "PUT", `${path}/participants`, { userIds: [], names: [member.name] });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 pilots took part")).toBeVisible();
});
