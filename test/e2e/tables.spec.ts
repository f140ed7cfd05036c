import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { signIn } from "./api-session.ts";
import { expect, expectToFit, test } from "./product.ts";

const ADMINISTRATOR = "Aurelia Voss";
const DIRECTORS = `/admin/corporations/${SABLE_MERIDIAN_ID}`;

test("the header of the directors stays at the top of the window, at every width with a header", async ({
  page,
}) => {
  await signIn(page, ADMINISTRATOR);
  for (const width of [1088, 1280, 1920]) {
    await page.setViewportSize({ width, height: 320 });
    await page.goto(DIRECTORS);
    const header = page.getByRole("columnheader", { name: "Pilot" });
    await expect(header).toBeVisible();
    // What a table says after some hours.
    await page.getByRole("table").evaluate((table) => {
      for (const time of table.querySelectorAll("time")) time.textContent = "58 minutes ago";
    });
    await expectToFit(page);
    const rows = page.getByRole("table", { name: "Directors" }).getByRole("row");
    await rows.nth(2).evaluate((row) => row.scrollIntoView({ block: "start" }));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    const top = async () => Math.round((await header.boundingBox())?.y ?? -1);
    await expect.poll(top, { message: `at ${width} px` }).toBe(0);
  }
});

test("where rows are cards, no control of the hidden header takes the focus", async ({ page }) => {
  await signIn(page, ADMINISTRATOR);
  for (const [width, path] of [
    [768, "/groups"],
    [768, "/admin/categories"],
    [768, "/admin/pilots"],
    [768, DIRECTORS],
    [1087, DIRECTORS],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await expectToFit(page);
    await expect(page.getByLabel("Sort by")).toBeVisible();
    await page.getByLabel("Sort by").focus();
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press("Tab");
      const isInHead = await page.evaluate(() => document.activeElement?.closest("thead") !== null);
      expect([path, isInHead]).toEqual([path, false]);
    }
  }
});

test("the links to zKillboard and EVE Who are 24 px high", async ({ page }) => {
  await signIn(page, ADMINISTRATOR);
  await page.goto(`/character/${AURELIA_VOSS_ID}`);
  for (const name of ["zKillboard", "EVE Who"]) {
    const box = await page.getByRole("link", { name }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(24);
  }
});
