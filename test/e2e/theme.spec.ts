import { enter } from "./api-session.ts";
import { expect, expectAccessible, logOut, openMenu, test } from "./product.ts";

// shots.spec.ts looks at every screen in both themes.

test("the theme and the rows are chosen in the account menu, and stay in this browser", async ({
  page,
  newPilot,
}) => {
  const name = await newPilot("Daybreak");
  await page.emulateMedia({ colorScheme: "light" });
  await enter(page, name);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  const brightness = () =>
    page.evaluate(() => {
      const [lightness] =
        /[\d.]+/.exec(getComputedStyle(document.documentElement).backgroundColor) ?? [];
      return Number(lightness);
    });
  expect(await brightness()).toBeGreaterThan(0.9);

  await openMenu(page);
  const opener = page.getByRole("button", { name: "Account menu" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "System theme" })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("menuitemradio", { name: "Dark theme" }).click();
  await expect.poll(ground).toBe("dark");
  expect(await brightness()).toBeLessThan(0.2);
  await opener.click();
  await page.getByRole("menuitemcheckbox", { name: "Compact rows" }).click();

  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-rows", "compact");
  expect(await ground()).toBe("dark");

  // Who logs out leaves the screen as it is.
  await logOut(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a print names the community and the time; the monospace face is fetched only where it is used", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("jetbrains-mono")) fetched.push(request.url());
  });
  await enter(page, "Aurelia Voss");
  await expect(page.getByRole("heading", { name: "Linked Characters" })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const header = () => page.evaluate(() => getComputedStyle(document.body, "::before").content);
  await expect.poll(header).toMatch(/^"[^"]+, \w+ \d+, \d{4}, \d\d:\d\d EVE"$/);
  await page.emulateMedia({ media: "screen" });
  expect(fetched).toEqual([]);

  await page.goto("/admin/applications");
  await expect(page.locator("code").first()).toBeVisible();
  await expect.poll(() => fetched.length).toBe(1);
});
