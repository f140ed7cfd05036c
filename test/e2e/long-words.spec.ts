import type { Page } from "@playwright/test";
import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { routes } from "#web/app/routes.tsx";
import { signIn } from "./api-session.ts";
import { expect, test } from "./product.ts";
import { plainPagesOf } from "./route-paths.ts";
import { shareOf } from "./share.ts";

/** Other languages need more room than English. */
const LONGER = 0.4;
/** A run looks at one screen of so many. */
const PARTS = 12;

const SCREENS = [
  ...plainPagesOf(routes),
  `/character/${AURELIA_VOSS_ID}`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}`,
  `/admin/corporations/${SABLE_MERIDIAN_ID}?tab=members`,
];

/** Repeats the first letters of every word on the page. */
async function lengthenWords(page: Page) {
  await page.evaluate((part) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const tag = node.parentElement?.tagName ?? "";
      if (tag === "SCRIPT" || tag === "STYLE") continue;
      node.textContent = (node.textContent ?? "").replaceAll(
        /\p{L}+/gu,
        (word) => word + word.slice(0, Math.ceil(word.length * part)),
      );
    }
  }, LONGER);
}

/** What reaches over the right edge of the page, the innermost first. */
function overflowOf(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const over = [...document.querySelectorAll("main *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return over
      .filter((element) => ![...element.children].some((child) => over.includes(child)))
      .slice(0, 4)
      .map((element) => `${element.tagName} ${(element.textContent ?? "").slice(0, 60)}`);
  });
}

for (const width of [375, 1280]) {
  test(`with words 40 % longer, nothing scrolls sideways at ${width} px`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile, "The test sets the width itself.");
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "Aurelia Voss");
    for (const screen of shareOf(SCREENS, PARTS)) {
      // One page after the other.
      // oxlint-disable-next-line no-await-in-loop
      await test.step(screen, async () => {
        await page.goto(screen);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await page.waitForLoadState("networkidle");
        await lengthenWords(page);
        expect.soft(await overflowOf(page), screen).toEqual([]);
      });
    }
  });
}
