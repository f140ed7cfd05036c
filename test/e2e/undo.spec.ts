import * as z from "zod/mini";
import { signIn } from "./api-session.ts";
import { call, makeGroup, test, userIdOf } from "./group-pages.ts";
import { expect, expectAccessible, expectToFit } from "./product.ts";

const membersSchema = z.object({ items: z.array(z.object({ role: z.string() })) });

test("an administrator undoes what a leader has done in the last hour, after a preview by name", async ({
  page,
  enlist,
  category,
}) => {
  const [leader, friend, other] = [
    await enlist("Leader"),
    await enlist("Friend"),
    await enlist("Other"),
  ];
  const { id } = await makeGroup(leader.page, category);
  for (const one of [friend, other]) await call(one.page, "POST", `/groups/${id}/join`);
  const [friendId, otherId] = [await userIdOf(friend.page), await userIdOf(other.page)];
  await call(leader.page, "POST", `/groups/${id}/admins`, { userId: friendId });
  await call(leader.page, "DELETE", `/groups/${id}/members/${otherId}`);
  await call(leader.page, "PATCH", `/groups/${id}`, { visibility: "hidden" });

  await signIn(page, "Aurelia Voss");
  await page.goto(`/admin/pilots/${await userIdOf(leader.page)}`);
  await page.getByRole("link", { name: "Undo changes..." }).click();
  await expect(page).toHaveTitle("Undo · Muster");
  await expect(page.getByRole("combobox", { name: "Actions of" })).toHaveValue(leader.name);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Preview" }).click();

  const changes = page.getByRole("region", { name: "3 changes" });
  await expect(changes.getByText("Visibility: Hidden → Public")).toBeVisible();
  await expect(changes.getByText(`Removes the admin role of ${friend.name}`)).toBeVisible();
  await expect(changes.getByText(`Adds ${other.name} again`)).toBeVisible();
  const stays = page.getByRole("region", { name: "Cannot be undone: 1" });
  await expect(stays.getByText("Delete the group in its settings")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await expectToFit(page);

  await page.getByRole("button", { name: "Undo 3 changes..." }).click();
  const dialog = page.getByRole("dialog", { name: "Undo 3 changes?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Undo 3 changes" }).click();
  await expect(page.getByText("3 changes undone")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nothing is left to undo" })).toBeVisible();
  const { items } = z.parse(membersSchema, await call(page, "GET", `/groups/${id}/members`));
  expect(items.map(({ role }) => role)).toEqual(["owner", "member", "member"]);
});

test("a pilot is chosen by name, and a span by two times", async ({
  page,
  enlist,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const { name } = await enlist("Quiet");
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/activity");
  await page.getByRole("link", { name: "Undo changes..." }).click();
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Choose a pilot from the list")).toBeVisible();
  const field = page.getByRole("combobox", { name: "Actions of" });
  await field.fill(name);
  await page.getByRole("option", { name }).waitFor();
  await field.press("Enter");
  await page.getByLabel("When").selectOption("From ... to ...");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Fill in both times")).toBeVisible();
  const day = (offset: number) =>
    new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
  await page.getByLabel("From, in EVE time").fill(day(-9));
  await page.getByLabel("To, in EVE time").fill(day(0));
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Choose a span of at most 7 days.")).toBeVisible();
  await page.getByLabel("From, in EVE time").fill(day(-1));
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "Nothing is left to undo" })).toBeVisible();
});
