import type { Page } from "@playwright/test";
import {
  blockPopups,
  cardOf,
  choose,
  closeWindow,
  expectFailure,
  expectNotLinked,
  openPopup,
  pendingLinks,
  setUp,
} from "./discord.ts";
import { expect, expectAccessible, test } from "./product.ts";

test("a blocked popup is explained, no link is started, and the user may go on in the tab", async ({
  page,
  newEden,
}) => {
  const person = await setUp(page, newEden);
  await blockPopups(page);
  await cardOf(page).getByRole("button", { name: "Link Discord" }).click();
  await expect(cardOf(page).getByRole("alert")).toHaveText(
    "Popup blocked. Please allow popups for this site.",
  );
  expect(await pendingLinks(page)).toEqual([]);
  await expectAccessible(page);
  await cardOf(page).getByRole("button", { name: "Continue in this tab" }).click();
  await choose(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
});

test("if the link cannot be started, the popup closes and the card shows the reason", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /could not be led to Discord/);
  const person = await setUp(page, newEden);
  for (const [answer, words] of [
    [undefined, "Failed to open Discord OAuth. Please allow popups and try again."],
    [
      { code: "rate_limited", message: "Slow down a little.", requestId: "r" },
      "Slow down a little.",
    ],
  ] as const) {
    await page.route("**/api/discord/link/start", (route) =>
      answer ? route.fulfill({ status: 429, json: { error: answer } }) : route.abort(),
    );
    const opened = page.waitForEvent("popup");
    await cardOf(page).getByRole("button", { name: "Link Discord" }).click();
    const popup = await opened;
    if (!popup.isClosed()) await popup.waitForEvent("close");
    await expect(cardOf(page).getByRole("alert")).toHaveText(words);
    await page.unroute("**/api/discord/link/start");
  }
  await choose(await openPopup(page), person);
  await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
  await expect(cardOf(page).getByRole("alert")).toHaveCount(0);
});

test("cancelling at Discord, closing the popup and cancelling the wait change nothing", async ({
  page,
  newEden,
}) => {
  // Both windows have one clock, which cannot clear a timer that was set before it: the page would never stop asking whether this popup is closed.
  await page.clock.install();
  await setUp(page, newEden);
  const popup = await openPopup(page);
  await popup.getByRole("button", { name: "Cancel" }).click();
  await expectFailure(popup, "Error: Missing code or state parameter");
  // A popup that has succeeded is closed by then.
  for (const seconds of [3, 3]) await page.clock.runFor(seconds * 1000);
  await expect(
    popup.getByText("You cancelled the authorization at Discord. Nothing was changed."),
  ).toBeVisible();
  await expect(cardOf(page).getByRole("alert")).toHaveCount(0);
  expect(await pendingLinks(page)).toEqual([]);
  await closeWindow(popup);

  await (await openPopup(page)).close();
  await expect(cardOf(page).getByRole("button", { name: "Link Discord" })).toBeVisible();
  await expect(cardOf(page).getByRole("alert")).toHaveCount(0);

  const closed = (await openPopup(page)).waitForEvent("close");
  await cardOf(page).getByRole("button", { name: "Cancel" }).click();
  await closed;
  await expectNotLinked(page);
});

test("the callback says what is wrong with its address", async ({ page }) => {
  for (const [query, words] of [
    ["", "Missing code or state parameter"],
    ["?code=abc", "Missing code or state parameter"],
    ["?state=abc", "Missing code or state parameter"],
    ["?code=abc&state=never-given-out", "Code verifier not found - please try again"],
  ] as const) {
    await page.goto(`/discord/callback${query}`);
    await expectFailure(page, `Error: ${words}`);
  }
  await expectAccessible(page);
});

/** What waits in the storage for the popup, with these changes, or without anything. */
const changePending = (page: Page, change: object | undefined) =>
  page.evaluate((changed) => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.startsWith("muster.discord.")) continue;
      const link: object = JSON.parse(String(value));
      if (changed) localStorage.setItem(key, JSON.stringify({ ...link, ...changed }));
      else localStorage.removeItem(key);
    }
  }, change);

/** Sends the state to Muster, which accepts each once. */
async function useState(page: Page, popup: Page) {
  const state = new URL(popup.url()).searchParams.get("state");
  const status = await page.evaluate(async (one) => {
    const token = localStorage.getItem("muster.sessionToken") ?? "";
    const tokens = { accessToken: "x", refreshToken: "x", expiresIn: 1, scope: "identify" };
    const response = await fetch("/api/discord/callback/tokens", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...tokens, state: one }),
    });
    return response.status;
  }, state);
  expect(status).toBe(400);
}

const REFUSED_CODE =
  'Token exchange failed (400): {"error":"invalid_request","error_description":"Invalid \\"code_verifier\\""}';
const USED_STATE = "This link was used already or has expired. Start again from your dashboard.";
const NO_VERIFIER = "Code verifier not found - please try again";

test("a link that fails says why in the popup and in the card, changes nothing, and the next one succeeds", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /blocked by CORS policy/);
  const person = await setUp(page, newEden);
  const fails = async (
    words: string | RegExp,
    told: string | RegExp,
    spoil: (popup: Page) => Promise<unknown>,
  ) => {
    const popup = await openPopup(page);
    await spoil(popup);
    await choose(popup, person);
    await expectFailure(popup, words);
    await expect(cardOf(page).getByRole("alert")).toContainText(told);
    await expect(cardOf(page).getByText("Not linked")).toBeVisible();
    await popup.close();
  };
  await fails(`Error: ${NO_VERIFIER}`, NO_VERIFIER, () => changePending(page, undefined));
  await fails(`Error: ${USED_STATE}`, USED_STATE, (popup) => useState(page, popup));
  await fails(`Error: ${REFUSED_CODE}`, REFUSED_CODE, () =>
    changePending(page, { codeVerifier: "v".repeat(43) }),
  );
  for (const [kind, words, hint, path = "/token$"] of [
    ["server_error", /^Error: Token exchange failed \(500\): \{"message":"500: /, /has problems/],
    ["rate_limited", /^Error: Token exchange failed \(429\): \{"message":"You are/, /is limiting/],
    ["connection_reset", "Error: Unknown error occurred", /did not answer/],
    ["malformed_json", "Error: Unknown error occurred", /could not be read/],
    // Muster itself.
    ["unavailable", /^Error: Discord is not responding\./, /Nothing was changed/, "/users/@me$"],
  ] as const) {
    await test.step(kind, () =>
      fails(words, hint, () =>
        newEden.addFault({ service: "discord", kind, path, discordUserId: person.id }),
      ),
    );
    await newEden.clearFaults();
  }
  await expectNotLinked(page);
  await choose(await openPopup(page), person);
  await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
});
