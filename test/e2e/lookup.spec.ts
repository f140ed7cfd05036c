import type { Page } from "@playwright/test";
import { MAX_NAMES } from "#shared/name-list.ts";
import { signIn } from "./api-session.ts";
import { expect, expectAccessible, test } from "./product.ts";

const LIST = `[ 2026.11.28 19:04:11 ] Mira Tal > o7
Tovi Renn\tJita\tFerox
Magpie Ollerton, Idris Vale
Nobody Has This Name`;

test("a pasted list is sorted into members, pilots of EVE and unknown names, and members are added to a group", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/pilots");
  await page.getByRole("link", { name: "Paste a list" }).click();
  await expect(page.getByRole("heading", { name: "What it tells" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Who is this" }).click();
  await expect(page.getByText("Paste at least one name")).toBeVisible();
  const names = page.getByRole("textbox", { name: "Names" });
  await names.fill(LIST);
  await names.press("Control+Enter");
  const table = page.getByRole("table", { name: "Who they are" });
  await expect(table.getByRole("row", { name: /Mira Tal/ })).toContainText("Member");
  await expect(table.getByRole("row", { name: /Nobody Has This Name/ })).toContainText(
    "Not in EVE",
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: /Unknown$/ }).click();
  await expect(table.getByRole("row", { name: /Mira Tal/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Add to group..." }).click();
  await expect(page.getByRole("dialog")).toContainText("Add");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("heading", { name: "What it tells" })).toBeVisible();
});

/** Ctrl V with the list in the clipboard. */
async function paste(page: Page, list: string) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), list);
  await page.keyboard.press("Control+v");
}

const paletteField = (page: Page) => page.getByRole("dialog").getByRole("combobox");

async function openPalette(page: Page) {
  await page.keyboard.press("Control+k");
  await expect(paletteField(page)).toBeFocused();
}

/** Opens a page that takes no keys of its own, and waits until the shell takes them. */
async function openGroups(page: Page) {
  await page.goto("/groups");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(paletteField(page)).toBeHidden();
}

/** The paths of the look-ups that the page sends from now on. */
function lookUps(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname.endsWith("/lookup")) sent.push(pathname);
  });
  return sent;
}

test("a list that an administrator pastes on any page waits for the button, and one in the palette is looked up at once", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await openGroups(page);
  const sent = lookUps(page);
  await paste(page, LIST);
  const names = page.getByRole("textbox", { name: "Names" });
  await expect(names).toHaveValue(LIST);
  await expect(names).toBeFocused();
  expect(sent).toEqual([]);
  await page.keyboard.press("Control+Enter");
  const table = page.getByRole("table", { name: "Who they are" });
  await expect(table.getByRole("row", { name: /Mira Tal/ })).toContainText("Member");
  expect(sent).toHaveLength(1);

  await page.goto("/dashboard");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await openPalette(page);
  const strangers = Array.from({ length: MAX_NAMES - 1 }, (_, index) => `Stranger ${index}`);
  await paste(page, ["Mira Tal", ...strangers].join("\n"));
  await expect(table.getByRole("row", { name: /Mira Tal/ })).toContainText("Member");
  await expect(page.getByText(`${MAX_NAMES.toLocaleString("en")} names`).first()).toBeVisible();
  expect(sent).toHaveLength(2);
  await expectAccessible(page);
});

test("a list that a member pastes opens nothing", async ({ page }) => {
  await signIn(page, "Mira Tal");
  await openGroups(page);
  const sent = lookUps(page);
  await paste(page, LIST);
  await openPalette(page);
  await paste(page, LIST);
  await expect(paletteField(page)).toHaveValue(/Mira Tal/);
  expect(new URL(page.url()).pathname).toBe("/groups");
  expect(sent).toEqual([]);
});
