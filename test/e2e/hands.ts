import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./product.ts";

/** Counts what a person does. On a phone, the menu and the search open with one action more. */
export function hands(page: Page) {
  let actions = 0;
  const act = (done: Promise<unknown>) => {
    actions += 1;
    return done;
  };
  return {
    count: () => actions,
    click: (target: Locator) => act(target.click()),
    press: (key: string) => act(page.keyboard.press(key)),
    type: (text: string) => act(page.keyboard.type(text)),
    choose: (target: Locator, label: string) => act(target.selectOption({ label })),
    fill: (target: Locator, text: string) => act(target.fill(text)),
    /** A link of the menu. */
    async go(name: string) {
      await page.locator("#content").waitFor();
      const menu = page.getByRole("button", { name: "Menu", exact: true });
      if (await menu.isVisible()) await act(menu.click());
      const sidebar = page.getByRole("complementary", { name: "Sidebar" });
      // With what waits there, once it is counted.
      const link = new RegExp(`^${name}( \\d+ pending)?$`);
      const title = page.getByRole("heading", { level: 1 });
      const before = await title.innerText();
      await act(sidebar.getByRole("link", { name: link }).click());
      // The menu of the page before has links of the same names.
      await expect(title).not.toHaveText(before);
    },
    /** Opens the search, and types into it. Resolves to the first that it finds. */
    async search(text: string): Promise<Locator> {
      const button = page.getByRole("button", { name: "Search pilots, groups and actions" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      if (test.info().project.name === "phone") await act(button.click());
      else await act(page.keyboard.press("Control+k"));
      const field = page.getByRole("combobox", {
        name: "Search pilots, groups, pages and actions",
      });
      await expect(field).toBeFocused();
      await act(page.keyboard.type(text));
      return page.getByRole("option").first();
    },
  };
}
