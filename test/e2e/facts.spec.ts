import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { signIn } from "./api-session.ts";
import type { Category } from "./group-pages.ts";
import { call, idOf, makeGroup, requireOf, test, userIdOf } from "./group-pages.ts";
import { CALLBACK } from "./oidc-client.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";

const addedSchema = z.object({ application: z.object({ id: z.string() }) });
const tokenSchema = z.object({ secret: z.string() });

const factsOf = (page: Page) => page.getByRole("region", { name: "Facts", exact: true });

async function addApplication(page: Page) {
  await signIn(page, "Aurelia Voss");
  const name = pilotName("Pings");
  const settings = { name, isPublic: false, redirectUris: [CALLBACK] };
  const added = await call(page, "POST", "/admin/applications", settings);
  return { name, id: z.parse(addedSchema, added).application.id };
}

/** A group whose requirements ask for the fact. */
async function askFor(page: Page, category: Category, factId: string) {
  const group = await makeGroup(page, category);
  const test = { compare: "at_least", value: 3 };
  await requireOf(page, group.id, { type: "fact", factId, test });
  return group;
}

/** Declares a number, as the key tells it. */
async function declare(page: Page, applicationId: string, key: string, title: string) {
  const json = { key, title, kind: "number", options: [], maxAgeHours: 168, missing: "unknown" };
  return idOf(await call(page, "POST", `/admin/applications/${applicationId}/facts`, json));
}

test("an administrator declares a fact, changes it and deletes it with the keyboard alone", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const { id } = await addApplication(page);
  await page.goto(`/admin/applications/${id}`);
  const facts = factsOf(page);
  await facts.getByRole("button", { name: "Declare fact" }).press("Enter");
  const declaring = page.getByRole("dialog", { name: "Declare a fact" });
  await expect(declaring.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Rank on the board");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Rank!");
  await page.keyboard.press("Tab");
  await declaring.getByLabel("Kind").selectOption("One of some");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Gold");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Silver");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expect(declaring.getByText(/Key must have up to 40 small letters/)).toBeVisible();
  await expect(declaring.getByText("Must be between one hour and 366 days")).toBeVisible();
  await expectAccessible(page);
  await declaring.getByLabel("Key").fill("rank");
  await declaring.getByLabel("Stale after, in days").fill("1.5");
  await page.keyboard.press("Enter");
  await expect(declaring).toBeHidden();
  await expect(facts.getByRole("button", { name: "Declare fact" })).toBeFocused();
  const row = facts.getByRole("listitem").filter({ hasText: "Rank on the board" });
  await expect(row).toContainText("One of some · used by no group");
  await expect(row).toContainText("0 pilots have a value");

  await row.getByRole("button", { name: "Change Rank on the board" }).press("Enter");
  const changing = page.getByRole("dialog", { name: "Change the fact" });
  await expect(changing).toContainText("Its key is rank.");
  await expect(changing.getByLabel("Stale after, in days")).toHaveValue("1.5");
  await expect(changing.getByLabel("Options")).toHaveValue("Gold\nSilver");
  await expectAccessible(page);
  await changing.getByLabel("Title").fill("Rank");
  await page.keyboard.press("Enter");
  await expect(changing).toBeHidden();
  await expect(facts.getByRole("button", { name: "Change Rank", exact: true })).toBeFocused();

  await facts.getByRole("button", { name: "Delete Rank", exact: true }).press("Enter");
  const removal = page.getByRole("dialog", { name: "Delete the fact?" });
  await expect(removal).toContainText("No requirements ask for it.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(removal).toBeHidden();
  await facts.getByRole("button", { name: "Delete Rank", exact: true }).press("Enter");
  await removal.getByRole("button", { name: "Delete the fact" }).press("Enter");
  await expect(facts).toContainText("No facts yet.");
});

test("what another administrator changes of a fact while the dialog is open stays", async ({
  page,
}) => {
  const { id } = await addApplication(page);
  await declare(page, id, "rank", "Rank");
  await page.goto(`/admin/applications/${id}`);
  const facts = factsOf(page);
  await facts.getByRole("button", { name: "Change Rank" }).click();
  const changing = page.getByRole("dialog", { name: "Change the fact" });
  await changing.getByLabel("Title").fill("Place");
  await call(page, "PATCH", `/admin/applications/${id}/facts/rank`, { missing: "no" });
  await changing.getByRole("button", { name: "Save" }).click();
  await expect(changing).toBeHidden();
  await facts.getByRole("button", { name: "Change Place" }).click();
  await expect(changing.getByLabel("A missing value means")).toHaveValue("no");
});

test("a fact that requirements ask for names their groups, and stays", async ({
  page,
  category,
}) => {
  const { id, name } = await addApplication(page);
  const title = "Fleets in the last 30 days";
  const group = await askFor(page, category, await declare(page, id, "fleets_30d", title));
  await page.goto(`/admin/applications/${id}`);
  const row = factsOf(page).getByRole("listitem");
  await expect(row).toContainText("used by 1 group");
  await row.getByRole("button", { name: `Delete ${title}` }).click();
  const dialog = page.getByRole("dialog", { name: "The fact is in use" });
  await expect(dialog.getByRole("link", { name: group.name })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(row.getByRole("button", { name: `Delete ${title}` })).toBeFocused();

  const actions = page.getByRole("button", { name: `Actions for ${name}` });
  await actions.click();
  await page.getByRole("menuitem", { name: "Switch off" }).click();
  const consequences = page.getByRole("dialog").getByRole("region", { name: "Consequences" });
  await expect(consequences).toContainText(group.name);
  await expect(consequences).toContainText("members stay, and no one else gets in");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await actions.click();
  await page.getByRole("menuitem", { name: "Undo changes..." }).click();
  await expect(page.getByLabel("Actions of")).toHaveValue(name);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page).toHaveURL(new RegExp(`user=${id}`));
  await expect(page.getByText(/nothing/i).first()).toBeVisible();
});

test("a pilot reads why a fact is unknown, and administrators which application is late", async ({
  page,
  enlist,
  category,
}) => {
  const { id, name } = await addApplication(page);
  const fleets = await declare(page, id, "fleets", "Fleets");
  await declare(page, id, "kills", "Kills");
  await declare(page, id, "leave", "Days of leave");
  await declare(page, id, "rank", "Rank");
  const group = await askFor(page, category, fleets);
  const token = { name: "Counter", rights: ["facts"], days: null };
  const { secret } = z.parse(
    tokenSchema,
    await call(page, "POST", `/admin/applications/${id}/tokens`, token),
  );
  const pilot = await enlist("Mira");
  const me = await userIdOf(pilot.page);
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  async function tell(key: string, value: number, given: object) {
    const answer = await page.request.put(`/api/v1/facts/${key}`, {
      headers: { authorization: `Bearer ${secret}` },
      data: { values: [{ pilot: me, value, ...given }] },
    });
    expect(answer.status()).toBe(200);
  }
  await tell("fleets", 4, { asOf: ago(5.5) });
  const once = ago(2);
  await tell("kills", 1, { asOf: once });
  await tell("kills", 2, { asOf: once });
  await tell("leave", 9, { asOf: ago(3), endsAt: ago(1) });
  await tell("rank", 7, { asOf: ago(1) });
  await call(page, "PATCH", `/admin/applications/${id}/facts/fleets`, { maxAgeHours: 1 });

  const told = pilot.page.getByRole("region", { name: "What applications say about you" });
  const row = (title: string) => told.getByRole("listitem").filter({ hasText: `${title}: ` });
  await pilot.page.goto("/access");
  await expect(row("Rank")).toContainText("Rank: 7");
  await expect(row("Fleets")).toContainText(`Fleets: unknown${name} has sent nothing newer`);
  await expect(row("Kills")).toContainText(`${name} sent two values for the same time.`);
  await expect(row("Days of leave")).toContainText("The value has ended.");
  await expect(told).toContainText("An unknown value neither gives you a group nor takes one away");
  await expectAccessible(pilot.page);

  await page.goto(`/admin/applications/${id}`);
  await expect(factsOf(page).getByRole("status")).toContainText("Late: last sent 5 hours ago.");
  await expect(factsOf(page).getByRole("listitem").first()).toContainText("1 late");
  await expectAccessible(page);
  await page.goto("/admin/overview");
  const decision = page.getByRole("listitem").filter({ hasText: `${name} sends no new facts` });
  await expect(decision).toContainText(
    "1 group needs its facts: members stay, and no one else gets in.",
  );
  await expectAccessible(page);
  await decision.getByRole("link", { name: "Repair" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Switch off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Switch on" })).toBeVisible();
  await pilot.page.reload();
  await expect(row("Rank")).toContainText(`${name} is switched off.`);
  await pilot.page.goto(`/groups/${group.id}`);
  await expect(pilot.page.locator("main")).toContainText(
    `Fleets: unknown, ${name} is switched off`,
  );
});
