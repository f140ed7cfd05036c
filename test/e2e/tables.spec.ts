import * as z from "zod/mini";
import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { signIn } from "./api-session.ts";
import { call, test as groupTest } from "./group-pages.ts";
import { expect, expectToFit, pilotName, test } from "./product.ts";

const ADMINISTRATOR = "Aurelia Voss";
const DIRECTORS = `/admin/corporations/${SABLE_MERIDIAN_ID}`;

test("the header of the directors stays at the top of the window, at every width with a header", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "The test sets the width itself.");
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

test("where rows are cards, no control of the hidden header takes the focus", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no Tab key.");
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

groupTest(
  "groups are sorted by their members, the largest first",
  async ({ category, enlist, isMobile }) => {
    test.skip(isMobile, "The pages of these pilots have the size of a desktop.");
    const { page } = await enlist("Founder");
    const { page: other } = await enlist("Joiner");
    const prefix = pilotName("Crew");
    const categories = await call(page, "GET", "/groups/categories");
    const { id: categoryId } = z
      .parse(z.array(z.object({ id: z.string(), name: z.string() })), categories)
      .find(({ name }) => name === category) ?? { id: "" };
    for (const name of ["Alpha", "Bravo", "Charlie"]) {
      const created = await call(page, "POST", "/groups", {
        categoryId,
        name: `${prefix} ${name}`,
        visibility: name === "Alpha" ? "hidden" : "public",
        joinMode: "open",
      });
      const { id } = z.parse(z.object({ id: z.string() }), created);
      if (name === "Charlie") await call(other, "POST", `/groups/${id}/join`);
    }
    await page.goto(`/groups?category=${categoryId}`);
    const rows = page.getByRole("region", { name: "Available Groups" }).getByRole("row");
    const shown = async () => {
      const texts = await rows.allInnerTexts();
      return texts.flatMap((text) =>
        ["Alpha", "Bravo", "Charlie"].filter((name) => text.includes(`${prefix} ${name}`)),
      );
    };
    await expect.poll(shown).toEqual(["Alpha", "Bravo", "Charlie"]);
    await page.getByRole("button", { name: "Members", exact: true }).click();
    await expect.poll(shown).toEqual(["Charlie", "Alpha", "Bravo"]);
    await expect(page).toHaveURL(/sort=-members/);
    await page.reload();
    await expect.poll(shown).toEqual(["Charlie", "Alpha", "Bravo"]);
  },
);
