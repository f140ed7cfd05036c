import type { BrowserContext, Page } from "@playwright/test";
import * as z from "zod/mini";
import { openSession, signIn } from "./api-session.ts";
import { expect, pilotName, test as base } from "./product.ts";

type Pilot = { name: string; page: Page };
export type Category = { id: string; name: string };
type Groups = {
  /** In which every user can create groups. */
  category: Category;
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

async function createCategory(): Promise<Category> {
  const name = pilotName("Category");
  const administrator = await openSession("Aurelia Voss");
  const category = { name, visibility: "public", allowGroupCreation: "anyone" };
  const response = await administrator.send("/groups/categories", "POST", category);
  const text = await response.text();
  expect(response.status, text).toBe(201);
  return { id: idOf(JSON.parse(text)), name };
}

/** The id of what an answer of the API tells of. */
export const idOf = (answer: unknown) => z.parse(z.object({ id: z.string() }), answer).id;

/** The id of the page's user. */
export async function userIdOf(page: Page): Promise<string> {
  const { user } = z.parse(
    z.object({ user: z.unknown() }),
    await call(page, "GET", "/auth/session"),
  );
  return idOf(user);
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

/** A group of the page's user, public and open unless `settings` say otherwise. */
export async function makeGroup(
  page: Page,
  category: Category,
  { name = pilotName("Wing"), ...settings }: { name?: string; [setting: string]: unknown } = {},
) {
  const group = { categoryId: category.id, name, visibility: "public", joinMode: "open" };
  const id = idOf(await call(page, "POST", "/groups", { ...group, ...settings }));
  return { id, name, path: `/groups/${id}` };
}

/** Whom a group takes, as its page's user or an administrator says. */
export function requireOf(page: Page, groupId: string, tree: object, settings: object = {}) {
  const rule = { tree, enrolment: "manual", listing: "everyone", graceDays: 3, ...settings };
  return call(page, "PUT", `/groups/${groupId}/requirements`, { version: null, rule });
}

/** Creates a group as people do. */
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
