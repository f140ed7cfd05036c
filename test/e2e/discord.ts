import type { Page } from "@playwright/test";
import type { DiscordUser } from "#test/new-eden/discord/people.ts";
import type { NewEden } from "#test/support/new-eden/new-eden.ts";
import { enter } from "./api-session.ts";
import { expect, pilotName } from "./product.ts";

export const cardOf = (page: Page) => page.getByRole("region", { name: "Discord" });

/** A new user on the dashboard, and a new Discord user. */
export async function setUp(page: Page, newEden: NewEden): Promise<DiscordUser> {
  const name = pilotName("Linker");
  await newEden.createPilot({ name });
  await enter(page, name);
  return newEden.discord.createUser({ username: pilotName("person"), globalName: name });
}

/** Clicks Link Discord and waits until the popup shows Discord. */
export async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await cardOf(page).getByRole("button", { name: "Link Discord" }).click();
  const popup = await opened;
  await expect(popup.getByRole("heading", { name: "Discord", exact: true })).toBeVisible();
  return popup;
}

/** Links a new Discord user of this name through the popup, from the dashboard. */
export async function linkDiscord(page: Page, newEden: NewEden, globalName: string) {
  const username = pilotName("person").replaceAll(" ", ".");
  const person = await newEden.discord.createUser({ username, globalName });
  await page.goto("/dashboard");
  const popup = await openPopup(page);
  await choose(popup, person);
  await closeWindow(popup);
  return person;
}

/** As a browser that blocks popups, or an app's own browser, which has none. */
export async function blockPopups(page: Page) {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.evaluate(() => {
    window.open = () => null;
  });
}

type Shown = { text: string; at: number; hasOpener: boolean; search: string };

/**
 * Each text that the callback page will show, with the browser's time. The page closes itself within seconds: an assertion
 * on a busy machine may look too late.
 */
export async function recordCallback(page: Page): Promise<Shown[]> {
  const shown: Shown[] = [];
  await page.context().exposeFunction("recordShown", (one: Shown) => shown.push(one));
  await page.context().addInitScript(() => {
    if (!location.pathname.startsWith("/discord/callback")) return;
    let last = "";
    new MutationObserver(() => {
      const text = document.querySelector("main")?.textContent ?? "";
      if (text === last) return;
      last = text;
      const { search } = location;
      const one = { text, at: Date.now(), hasOpener: window.opener !== null, search };
      Reflect.apply(Reflect.get(window, "recordShown"), window, [one]);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return shown;
}

export const choose = (popup: Page, { globalName, username }: DiscordUser) =>
  popup.getByRole("button", { name: globalName ?? username, exact: true }).click();

export async function expectFailure(popup: Page, words: string | RegExp) {
  await expect(popup.getByRole("heading", { name: "Discord Linking Failed" })).toBeVisible();
  await expect(popup.getByRole("alert")).toHaveText(words);
}

export async function expectNotLinked(page: Page) {
  await expect(cardOf(page).getByText("Not linked")).toBeVisible();
  await expect(cardOf(page).getByRole("button", { name: "Link Discord" })).toBeEnabled();
  await page.reload();
  await expect(cardOf(page).getByText("Not linked")).toBeVisible();
}

export const pendingLinks = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("muster.discord.")));

/** Clicks Close window. The popup may be closed before Playwright sees the click finish. */
export async function closeWindow(popup: Page) {
  const closed = popup.waitForEvent("close");
  const press = popup.getByRole("button", { name: "Close window" }).click();
  await Promise.all([closed, press.catch((error) => expect(String(error)).toContain("closed"))]);
}
