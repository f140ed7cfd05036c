import type { Page } from "@playwright/test";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { card, createKnownPilot, PERIMETER, untilLocationIsDue } from "./known-pilot.ts";
import { enter, signIn } from "./api-session.ts";
import { expect, expectAccessible, test } from "./product.ts";

async function openSheet(page: Page, characterId: number, name: string) {
  await page.goto(`/character/${characterId}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("the owner sees the full sheet without a manual refresh", async ({ page, newEden }) => {
  const { id, name } = await createKnownPilot(newEden);
  await enter(page, name);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/character/${id}$`));
  await expect(page).toHaveTitle(`${name} · Muster`);

  await expect(page.getByText("Owner", { exact: true })).toBeVisible();
  await expect(page.getByText("Sable Meridian").first()).toBeVisible();
  await expect(page.getByText("Null Concord")).toBeVisible();
  await expect(page.getByText(/^Updated /)).toBeVisible();

  const summary = card(page, "Summary");
  await expect(summary).toContainText("1,234,567.89 ISK");
  await expect(summary).toContainText("0.9 Jita");
  await expect(summary).toContainText("Jita IV - Moon 4 - Caldari Navy Assembly Plant");
  await expect(summary).toContainText("120 items");
  await expect(summary).toContainText(/Online|Offline/);
  await expect(summary).toContainText("“Paperwork”");

  const attributes = card(page, "Attributes");
  await expect(attributes).toContainText("Intelligence27");
  await expect(attributes).toContainText("Charisma17");
  await expect(attributes).toContainText("2 available");

  const history = card(page, "Corporation History");
  await expect(history.getByRole("listitem")).toHaveCount(2);
  await expect(history.getByRole("listitem").first()).toContainText("Sable Meridian");
  await expect(history.getByRole("listitem").first()).toContainText(/Joined .* ago/);
  await expectAccessible(page);
});

test("the skill queue shows the skill in training, its progress and the end of the queue", async ({
  page,
  newEden,
}) => {
  const { id, name } = await createKnownPilot(newEden);
  await signIn(page, name);
  await openSheet(page, id, name);
  const queue = card(page, "Skill Queue");
  await expect(queue).toContainText("2 skills");
  const rows = queue.getByRole("row");
  const training = rows.filter({ hasText: "Mechanics V" });
  await expect(training.getByText("Training", { exact: true })).toBeVisible();
  await expect(training).toContainText("Level 4 of 5, training to 5");
  const waiting = rows.filter({ hasText: "Hull Upgrades IV" });
  await expect(waiting.getByText("Training", { exact: true })).toHaveCount(0);
  await expect(waiting).toContainText("queued to 4");
});

test("of a long skill queue, ten entries are shown and the others are counted", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await openSheet(page, AURELIA_VOSS_ID, "Aurelia Voss");
  const queue = card(page, "Skill Queue");
  await expect(queue).toContainText("19 skills");
  await expect(queue.getByRole("row")).toHaveCount(11);
  await expect(queue).toContainText("And 9 more...");
  await expect(queue.getByRole("button")).toHaveCount(0);
});

test("skills are shown in expandable groups, filtered by name and copied for Pyfa", async ({
  page,
  newEden,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, name } = await createKnownPilot(newEden);
  await signIn(page, name);
  await openSheet(page, id, name);
  const skills = card(page, "Skills");
  const armor = skills.getByRole("button", { name: /^Armor/ });
  await expect(armor).toContainText("2 skills");
  await expect(armor).toHaveAttribute("aria-expanded", "false");
  await expect(skills.getByText("Hull Upgrades")).toHaveCount(0);

  await armor.focus();
  await page.keyboard.press("Enter");
  const hull = skills.getByRole("listitem").filter({ hasText: "Hull Upgrades" });
  await expect(hull).toContainText("16.0K");
  await expect(hull).toContainText("Level 3 of 5");
  await expect(hull.getByRole("progressbar")).toHaveAttribute("value", "0");
  await expectAccessible(page);

  await skills.getByRole("searchbox", { name: "Filter skills" }).fill("gunn");
  await expect(page).toHaveURL(/\?skill=gunn$/);
  await expect(skills.getByRole("status")).toHaveText("1 skill, 256.0K SP");
  await expect(
    skills.getByRole("listitem").filter({ hasText: "Gunnery" }).getByRole("progressbar"),
  ).toHaveAttribute("value", "100");
  await skills.getByRole("button", { name: "Copy for Pyfa" }).click();
  await expect(page.getByText(/Skills copied/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Gunnery 5");

  await page.reload();
  await expect(skills.getByRole("status")).toHaveText("1 skill, 256.0K SP");
  await skills.getByRole("searchbox", { name: "Filter skills" }).fill("warp core");
  await skills.getByRole("button", { name: "Clear filters" }).click();
  await expect(skills.getByRole("status")).toHaveText("3 skills, 317.3K SP");
});

test("Refresh is busy while it runs, then shows the new location", async ({ page, newEden }) => {
  const { id, name } = await createKnownPilot(newEden);
  await signIn(page, name);
  await openSheet(page, id, name);
  await expect(card(page, "Summary")).toContainText("Jita");
  await newEden.setSheet(id, { whereabouts: PERIMETER });
  await untilLocationIsDue(page);
  await newEden.addFault({ service: "esi", kind: "slow", characterId: id, times: 1 });
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  const busy = page.getByRole("button", { name: "Refreshing..." });
  await expect(busy).toHaveAttribute("aria-disabled", "true");
  await expect(card(page, "Summary")).toContainText("Perimeter");
  await expect(card(page, "Summary")).toContainText("In space");
  await expect(page.getByRole("button", { name: "Refresh", exact: true })).toBeVisible();
});

test("a section that cannot be refreshed keeps its data and shows a note", async ({
  page,
  newEden,
}) => {
  const { id, name } = await createKnownPilot(newEden);
  await newEden.addFault({
    service: "esi",
    kind: "bad_gateway",
    path: "/(wallet|skillqueue)",
    characterId: id,
  });
  await signIn(page, name);
  await openSheet(page, id, name);
  await expect(card(page, "Summary")).toContainText("Could not refresh wallet");
  await expect(card(page, "Summary")).toContainText("WalletNot available");
  await expect(card(page, "Skill Queue")).toContainText("Could not refresh");
  await expect(card(page, "Attributes")).toContainText("Intelligence27");
});

test("another user sees only the public part", async ({ page, newEden, browser, newPilot }) => {
  const { id, name } = await createKnownPilot(newEden);
  const owner = await browser.newPage();
  await signIn(owner, name);
  await openSheet(owner, id, name);
  await expect(card(owner, "Summary")).toContainText("1,234,567.89 ISK");
  await owner.close();

  const stranger = await newPilot("Stranger");
  await enter(page, stranger);
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(`/api/characters/${id}`)) answers.push(await response.text());
  });
  await openSheet(page, id, name);
  await expect(page.getByText("Sable Meridian").first()).toBeVisible();
  await expect(card(page, "Attributes")).toContainText("Intelligence27");
  await expect(card(page, "Skills").getByRole("status")).toHaveText("3 skills, 317.3K SP");
  await page.getByRole("button", { name: /^Armor/ }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Mechanics" })).toBeVisible();

  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByText("Owner", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Refresh/ })).toHaveCount(0);
  await expect(card(page, "Skill Queue")).toHaveCount(0);
  for (const own of ["Location", "Wallet", "Assets", "Status", "Ship"]) {
    await expect(page.getByText(own, { exact: true })).toHaveCount(0);
  }
  expect(answers.join("")).not.toMatch(/1234567|Jita|Paperwork/);
  await expectAccessible(page);
});

test("an unknown id reads as not found, and a missing id redirects to the dashboard", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const name = await newPilot("Seeker");
  await signIn(page, name);
  for (const id of ["2111999999", "1", "nobody"]) {
    await page.goto(`/character/${id}`);
    await expect(page.getByRole("heading", { name: "Character not found" })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/character");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a sheet that failed to load can be retried", async ({ page, newEden, expectedErrors }) => {
  expectedErrors.push(/status of 500/);
  const { id, name } = await createKnownPilot(newEden);
  await signIn(page, name);
  await page.route(`**/api/characters/${id}`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/character/${id}`);
  await expect(
    page.getByRole("heading", { name: "Failed to load character details" }),
  ).toBeVisible();
  await page.unroute(`**/api/characters/${id}`);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});
