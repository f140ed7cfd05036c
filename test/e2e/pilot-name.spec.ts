import { signIn } from "./api-session.ts";
import { PHONE } from "./phone.ts";
import { expect, expectAccessible, test } from "./product.ts";

test("who points at a pilot gets actions, and after a moment a card", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/pilots");
  const row = page.getByRole("row", { name: /Mira Tal/ });
  const name = row.getByRole("link", { name: "Mira Tal", exact: true });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await name.hover();
  await expect(row.getByRole("link", { name: "Mira Tal on zKillboard" })).toHaveAttribute(
    "href",
    /^https:\/\/zkillboard\.com\/character\/\d+\/$/,
  );
  await expect(row.getByRole("link", { name: "Mira Tal on EVE Who" })).toBeVisible();
  await expect(page.getByText("Last seen").last()).toBeVisible();
  await expect(page.getByRole("definition").first()).toContainText("Sable Meridian");
  expect(asked.filter((path) => path.endsWith("/card"))).toHaveLength(1);
  await expectAccessible(page);
  await page.mouse.move(0, 0);
  await expect(page.getByRole("definition")).toHaveCount(0);
});

test("the keyboard reaches all of it from the name", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/pilots");
  const row = page.getByRole("row", { name: /Mira Tal/ });
  const name = row.getByRole("link", { name: "Mira Tal", exact: true });
  await name.focus();
  await page.keyboard.press("c");
  await expect(row.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Mira Tal");
  await page.keyboard.press("ArrowRight");
  await expect(row.getByRole("button", { name: "Copy Mira Tal" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(row.getByRole("link", { name: "Mira Tal on zKillboard" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();
  await page.keyboard.press("Space");
  const card = page.getByRole("dialog", { name: "Mira Tal" });
  await expect(card.getByRole("link", { name: "Open" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(name).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Mira Tal", level: 1 })).toBeVisible();
});

test.describe("with a finger", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test("the portrait opens the card as a sheet, without the account for users", async ({
    page,
  }) => {
    await signIn(page, "Mira Tal");
    await page.goto("/groups");
    await page.getByRole("link", { name: "Home Defence" }).first().tap();
    await page
      .getByRole("button", { name: /^About / })
      .first()
      .tap();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByRole("link", { name: "Open" })).toBeVisible();
    await expect(sheet.getByText("Corporation", { exact: true })).toBeVisible();
    await expect(sheet.getByText("Last seen")).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
  });
});
