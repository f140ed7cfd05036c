import type { Locator, Page } from "@playwright/test";
import { expect } from "./product.ts";

const MOST_STOPS = 90;

/** A person without a pointer. Counts the keys, and at each stop looks whether a bar covers what has the focus (WCAG 2.4.11). */
export function keyboardOf(page: Page) {
  const count = { tabs: 0, keys: 0, texts: 0 };
  const tab = async (key: "Tab" | "Shift+Tab") => {
    count.tabs += 1;
    await page.keyboard.press(key);
    await expectUncovered(page);
  };
  return {
    press: async (key: string) => {
      count.keys += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      count.texts += 1;
      await page.keyboard.type(text);
    },
    /** Goes on to the control with Tab. */
    to: async (control: Locator, key: "Tab" | "Shift+Tab" = "Tab") => {
      await control.waitFor();
      for (let stops = 0; stops < MOST_STOPS; stops += 1) {
        // One stop after the other.
        // oxlint-disable-next-line no-await-in-loop
        if (await isFocused(control)) return;
        // oxlint-disable-next-line no-await-in-loop
        await tab(key);
      }
      await expect(control).toBeFocused({ timeout: 0 });
    },
    tab,
    /** What it took since the last call, as one line. */
    taken: (what: string) => {
      const { tabs, keys, texts } = count;
      Object.assign(count, { tabs: 0, keys: 0, texts: 0 });
      console.log(`${what}: ${keys} keys, ${texts} texts, ${tabs} stops of Tab`);
      return { tabs, keys, texts };
    },
  };
}

function isFocused(control: Locator): Promise<boolean> {
  return control.first().evaluate((element) => element === document.activeElement);
}

/** No bar lies above the focused control: neither at the lower nor at the upper edge of the window. */
export async function expectUncovered(page: Page) {
  const covered = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return "";
      const { left, right, top, bottom } = element.getBoundingClientRect();
      // A skip link moves in, and a field higher than the window is seen in part.
      const x = (left + right) / 2;
      const inside = [top + 3, (top + bottom) / 2, bottom - 3].filter(
        () => bottom - top < innerHeight / 2,
      );
      const hidden = inside.some((y) => {
        const hit = document.elementFromPoint(x, y);
        return hit === null || !(element.contains(hit) || hit.contains(element));
      });
      return hidden ? `${element.outerHTML.slice(0, 160)} at ${top} to ${bottom}` : "";
    });
  await expect.poll(covered, { message: "covered" }).toBe("");
}
