import type { BrowserContext, Page } from "@playwright/test";
import { openSession, signIn } from "./api-session.ts";
import { expect, pilotName, test as base } from "./product.ts";

type Pilot = { name: string; page: Page };
type Groups = {
  /** The name of a category in which every user can create groups. */
  category: string;
  /** Signs up a new pilot in a separate browser context, whose page the test opens. */
  enlist: (first: string) => Promise<Pilot>;
};

export const test = base.extend<Groups>({
  // Playwright parses the destructured names.
  // oxlint-disable-next-line no-empty-pattern
  category: async ({}, use) => {
    await use(await createCategory());
  },
  enlist: async ({ browser, newEden }, use) => {
    const problems: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (first) => {
      const name = pilotName(first);
      await newEden.createPilot({ name });
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      page.on("pageerror", (error) => problems.push(`${name}: ${error.message}`));
      await signIn(page, name);
      return { name, page };
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(problems).toEqual([]);
  },
});

async function createCategory(): Promise<string> {
  const name = pilotName("Category");
  const administrator = await openSession("Aurelia Voss");
  const category = { name, visibility: "public", allowGroupCreation: "anyone" };
  const response = await administrator.send("/groups/categories", "POST", category);
  expect(response.status, await response.text()).toBe(201);
  return name;
}

/** Calls the API with the page's session, for the setup of a test. */
export async function call(page: Page, method: string, path: string, body?: object) {
  const answer = await page.evaluate(
    async ({ method, path, body }) => {
      const token = localStorage.getItem("muster.sessionToken");
      const response = await fetch(`/api${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    { method, path, body },
  );
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.text === "" ? undefined : (JSON.parse(answer.text) as unknown);
}

export async function createGroup(page: Page, category: string, name: string, joinMode: string) {
  await page.goto("/groups");
  await page.getByRole("link", { name: "Create Group" }).click();
  await expect(page).toHaveTitle("Create New Group · Muster");
  await page.getByLabel("Category").selectOption({ label: category });
  await page.getByLabel("Name").fill(name);
  await page.getByRole("radio", { name: joinMode }).check();
  await page.getByRole("button", { name: "Create Group" }).click();
  await expect(page.getByText("Group created successfully!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/\/groups\/(?!create)[\w-]+$/);
}

/** Searches the group by name and opens it. */
export async function openGroup(page: Page, name: string) {
  await page.goto("/groups");
  await page.getByLabel("Search").fill(name);
  await page.getByLabel("Search").press("Enter");
  await expect(page.getByText("1 group", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: `View Details of ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Chooses an action in the menu of a member's row. */
export async function chooseAction(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** A tab of the group page, as managers see it. */
export const tab = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Manage the group" })
    .getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) });
