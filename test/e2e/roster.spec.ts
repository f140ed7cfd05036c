import { openSession, runEveryMinute, signIn } from "./api-session.ts";
import { call, makeGroup, test } from "./group-pages.ts";
import { expect, expectAccessible, openMenu, pilotName } from "./product.ts";

test("an administrator sees who of a corporation is missing", async ({ page, isMobile }) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/corporations");
  const row = page.getByRole("row", { name: /Sable Meridian/ });
  await expect(row).toContainText(/\d+ of \d+ characters/);
  await row.getByRole("link", { name: "registered" }).click();
  await expect(page.getByText("Registered and missing")).toBeVisible();
  const members = page.getByRole("table", { name: "Members" });
  await expect(members.getByRole("row")).toHaveCount(51);
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Character, main or title" }).fill("juno");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/tab=members&search=juno/);
  await expect(members.getByRole("row").filter({ hasText: "Juno Castellan" })).toContainText(
    "Registered",
  );
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("button", { name: /^Missing/ }).click();
  await expect(page).toHaveURL(/missing=true/);
  await expect(members.getByRole("row").nth(1)).toContainText("Missing");
  const sorted = page.waitForResponse(/sort=-online/);
  if (isMobile) await page.getByLabel("Sort by").selectOption("Last in game, descending");
  else await page.getByRole("button", { name: "Last in game", exact: true }).click();
  await expect(page).toHaveURL(/sort=-online/);
  await sorted;
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(members.getByRole("row")).toHaveCount(101);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("muster-members-Sable-Meridian.csv");
  await page.getByRole("button", { name: "Text for them" }).click();
  const dialog = page.getByRole("dialog", { name: "Text for the missing members" });
  await expect(dialog.getByLabel("Text")).toHaveValue(/Sable Meridian uses .* http/s);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
});

test("a group sees the members, and administrators what those without an account still have in game", async ({
  page,
  newEden,
  category,
  enlist,
  isMobile,
}) => {
  test.skip(isMobile, "The test before looks at the lists on a phone.");
  const corporation = `Quiet Harbour ${Date.now().toString(36)}`;
  const { id, ticker } = await newEden.createCorporation({
    name: corporation,
    ticker: "QHARB",
  });
  const director = { name: pilotName("Director"), corporationId: id, roles: ["Director"] };
  const { id: directorId } = await newEden.createPilot(director);
  const marek = await newEden.createPilot({ name: pilotName("Marek"), corporationId: id });
  await newEden.setRoles(marek.id, ["Station_Manager"], { issuerId: directorId });
  const theirs = await openSession(director.name);
  expect((await theirs.link(directorId, { access: "director" })).status).toBe(200);
  await signIn(page, "Aurelia Voss");
  await call(page, "POST", "/corporations", { corporationId: id, name: corporation, ticker });
  const path = `/corporations/${id}`;
  const character = { characterId: directorId, characterName: director.name };
  await call(page, "POST", `${path}/directors`, character);
  await call(page, "POST", `${path}/directors/verify-all`);
  await call(page, "POST", `${path}/fetch`, { category: "core" });

  // The names of new members follow the list.
  await expect(async () => {
    await runEveryMinute(page);
    await page.goto(`/admin/corporations/${id}?tab=members&search=${marek.name}`);
    const members = page.getByRole("table", { name: "Members" });
    await expect(members).toContainText(marek.name, { timeout: 5000 });
  }).toPass();
  await page.goto(`/admin/corporations/${id}?tab=members`);

  // The group reads it as a page of its own.
  const { id: groupId, name: recruiters } = await makeGroup(page, category);
  const recruiter = await enlist("Recruiter");
  await call(recruiter.page, "POST", `/groups/${groupId}/join`);
  await page.getByRole("combobox", { name: "Group" }).fill(recruiters);
  await page.getByRole("option", { name: recruiters }).click();
  await expect(page.getByText(`${recruiters} sees the members now`)).toBeVisible();
  await recruiter.page.goto("/dashboard");
  await openMenu(recruiter.page);
  await recruiter.page.getByRole("link", { name: corporation, exact: true }).click();
  await expect(recruiter.page.getByRole("heading", { level: 1, name: corporation })).toBeVisible();
  await expect(recruiter.page.getByRole("table", { name: "Members" })).toBeVisible();
  await expect(recruiter.page.getByText("Who can see this")).toHaveCount(0);
  await expectAccessible(recruiter.page);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText(`${recruiters} no longer sees the members`)).toBeVisible();
  await recruiter.page.reload();
  await expect(
    recruiter.page.getByRole("heading", { level: 1, name: "These members are not shown to you" }),
  ).toBeVisible();

  await expect(page.getByRole("heading", { name: "In-game drift" })).toHaveCount(0);
  await page.getByRole("button", { name: "Start reading roles" }).click();
  await expect(page.getByText("Roles, titles and access lists are read from now on")).toBeVisible();
  const title = `${marek.name} has Station Manager and is not registered`;
  const item = page.getByRole("listitem").filter({ hasText: title });
  await expect(async () => {
    await call(page, "POST", `${path}/fetch`, { category: "requirements" });
    await page.reload();
    await expect(item).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(item).toContainText(`by ${director.name}`);
  await expect(item).toContainText("In game: Corporation, Members, Roles: remove Station Manager");
  await expectAccessible(page);

  // The Overview leads here.
  await page.goto("/admin/overview");
  await page
    .getByRole("listitem")
    .filter({ hasText: `${corporation}: 1 member has high-risk roles in game` })
    .getByRole("link", { name: "Look" })
    .click();
  await expect(page.getByRole("heading", { name: "In-game drift" })).toBeInViewport();

  await item.getByRole("button", { name: "Done" }).click();
  await expect(item).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/^No member without a working account here/)).toBeVisible();
  await call(page, "DELETE", path);
});
