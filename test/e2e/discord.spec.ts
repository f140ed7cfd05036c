import type { BrowserContext } from "@playwright/test";
import {
  cardOf,
  choose,
  expectNotLinked,
  openPopup,
  pendingLinks,
  recordCallback,
  setUp,
} from "./discord.ts";
import { expect, expectAccessible, test } from "./product.ts";

test("an account is linked through a popup of 600 by 700 that closes itself, shown in every tab, and unlinked after a question", async ({
  page,
  newEden,
}) => {
  const person = await setUp(page, newEden);
  const second = await page.context().newPage();
  await second.goto("/dashboard");
  await expect(cardOf(second).getByText("Not linked")).toBeVisible();
  const shown = await recordCallback(page);
  await page.evaluate(() => {
    const open = window.open.bind(window);
    window.open = (...args) => {
      document.documentElement.dataset["popup"] = args[2];
      return open(...args);
    };
  });
  const popup = await openPopup(page);
  const features = await page.evaluate(() => document.documentElement.dataset["popup"] ?? "");
  const options = new URLSearchParams(features.replaceAll(",", "&"));
  expect([options.get("width"), options.get("height")]).toEqual(["600", "700"]);
  const middle = await page.evaluate(() => screenX + outerWidth / 2);
  expect(Math.abs(Number(options.get("left")) + 300 - middle)).toBeLessThanOrEqual(1);

  // Three scopes, with PKCE.
  const address = new URL(popup.url());
  expect(address.hostname).toBe("127.0.0.1");
  expect(address.search).toContain("scope=identify%20email%20guilds.join");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: "700000000000000001",
    response_type: "code",
    redirect_uri: `${new URL(page.url()).origin}/discord/callback`,
    scope: "identify email guilds.join",
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
  await expect(cardOf(page).getByRole("button", { name: "Waiting..." })).toBeVisible();
  expect(await pendingLinks(page)).toHaveLength(1);

  // The browser exchanges the code at Discord.
  const exchanging = popup.waitForRequest(/\/api\/oauth2\/token$/);
  const posting = popup.waitForRequest(/\/api\/discord\/callback\/tokens$/);
  const closed = popup.waitForEvent("close");
  await choose(popup, person);
  const exchange = await exchanging;
  expect(exchange.headers()["content-type"]).toContain("application/x-www-form-urlencoded");
  expect(exchange.headers()["authorization"]).toBeUndefined();
  const form = Object.fromEntries(new URLSearchParams(exchange.postData() ?? ""));
  expect(form).toEqual({
    client_id: "700000000000000001",
    code: expect.any(String),
    grant_type: "authorization_code",
    redirect_uri: `${new URL(page.url()).origin}/discord/callback`,
    code_verifier: expect.stringMatching(/^[\w-]{43}$/),
  });
  const posted: object = (await posting).postDataJSON();
  expect(Object.keys(posted).toSorted()).toEqual([
    "accessToken",
    "expiresIn",
    "refreshToken",
    "scope",
    "state",
  ]);
  await closed;
  const closedAt = Date.now();
  const linked = shown.find(({ text }) => text.startsWith("Discord Linked Successfully"));
  expect(linked?.text).toContain("You can close this window now.");
  // The callback page has kept its opener, and the code is gone from the address.
  expect(linked).toMatchObject({ hasOpener: true, search: "" });
  expect(shown.at(-1)?.text).toContain("Closing window...");
  expect(closedAt - (linked?.at ?? closedAt)).toBeGreaterThanOrEqual(2400);

  await expect(page.getByText("Discord account linked", { exact: true })).toBeVisible();
  await expect(cardOf(page).getByText(person.globalName ?? "", { exact: true })).toBeVisible();
  await expect(page.getByText(`Discord account ${person.username} linked`)).toBeVisible();
  expect(await pendingLinks(page)).toEqual([]);
  await expect(cardOf(second).getByText("Linked", { exact: true })).toBeVisible();
  await second.close();

  await page.reload();
  await cardOf(page).getByRole("button", { name: "Unlink" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: `Unlink ${person.globalName}?` })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText("Discord account unlinked", { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectNotLinked(page);
});

test("a message from another origin is ignored", async ({ page, newEden }) => {
  await setUp(page, newEden);
  const popup = await openPopup(page);
  const sessionReads: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/session")) sessionReads.push(request.url());
  });
  const LAST = "after the others";
  const listening = await page.evaluateHandle((last) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    window.addEventListener("message", ({ data }) => data === last && resolve());
    return { arrived: promise };
  }, LAST);
  await popup.evaluate((last) => {
    const state = new URLSearchParams(location.search).get("state");
    for (const outcome of ["linked", { message: "Send your password to us" }]) {
      const message = { state, outcome };
      window.opener.postMessage({ type: "muster.discord-link", message }, "*");
    }
    window.opener.postMessage(last, "*");
  }, LAST);
  await listening.evaluate(({ arrived }) => arrived);
  await expect(cardOf(page).getByRole("button", { name: "Waiting..." })).toBeVisible();
  await expect(cardOf(page).getByRole("alert")).toHaveCount(0);
  expect(sessionReads).toEqual([]);
});

test("the outcome arrives even if Discord severs the popup from its opener", async ({
  page,
  newEden,
}) => {
  const person = await setUp(page, newEden);
  await isolateDiscord(page.context());
  const popup = await openPopup(page);
  // The dashboard believes the popup is closed and stops waiting.
  await expect(cardOf(page).getByRole("button", { name: "Link Discord" })).toBeVisible();
  await choose(popup, person);
  await expect(popup.getByRole("heading", { name: "Discord Linked Successfully" })).toBeVisible();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
  await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
});

async function isolateDiscord(context: BrowserContext) {
  await context.route(/\/oauth2\/authorize/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    const headers = { ...response.headers(), "cross-origin-opener-policy": "same-origin" };
    await route.fulfill({ response, headers });
  });
}

test("a user who left the dashboard meanwhile finds the account linked on return", async ({
  page,
  newEden,
}) => {
  const person = await setUp(page, newEden);
  const popup = await openPopup(page);
  await page.getByRole("link", { name: "Groups", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Discover Groups" })).toBeVisible();
  await choose(popup, person);
  await popup.waitForEvent("close");
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
});

test("the card reports a missing configuration and a revoked authorization", async ({
  page,
  newEden,
}) => {
  await setUp(page, newEden);
  const withUser = (change: object) =>
    page.route("**/api/auth/session", async (route) => {
      const response = await route.fetch();
      const session: { user: object } = await response.json();
      await route.fulfill({ json: { ...session, user: { ...session.user, ...change } } });
    });
  await withUser({ canLinkDiscord: false });
  await page.reload();
  await expect(cardOf(page).getByText("Not set up", { exact: true })).toBeVisible();
  await expect(cardOf(page).getByRole("button")).toHaveCount(0);
  await page.unrouteAll();

  const account = {
    userId: "1",
    username: "mira",
    displayName: "Mira",
    // A legacy name, which is shown with it.
    discriminator: "4821",
    isAuthorized: false,
  };
  await withUser({ discord: account });
  await page.reload();
  await expect(cardOf(page).getByText("mira#4821", { exact: true })).toBeVisible();
  await expect(cardOf(page).getByText("Not authorized")).toBeVisible();
  await expect(cardOf(page).getByRole("button", { name: "Link again" })).toBeVisible();
  await expectAccessible(page);
});

test("card and popup are accessible in each state", async ({ page, newEden }) => {
  const person = await setUp(page, newEden);
  await expectAccessible(page);
  const popup = await openPopup(page);
  await expectAccessible(page);
  const requests = { service: "discord", path: "/token$", discordUserId: person.id } as const;
  const release = await newEden.hold({ ...requests, times: 1 });
  // The popup closes after a second or two; axe may need longer.
  await popup.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    const stretched = (callback: () => void, ms = 0) => start(callback, ms >= 1000 ? ms * 60 : ms);
    Object.assign(window, { setTimeout: stretched });
  });
  await choose(popup, person);
  await expect(popup.getByRole("heading", { name: "Linking Discord Account..." })).toBeVisible();
  await expectAccessible(popup);
  await release();
  await expect(popup.getByRole("heading", { name: "Discord Linked Successfully" })).toBeVisible();
  await expectAccessible(popup);
});
