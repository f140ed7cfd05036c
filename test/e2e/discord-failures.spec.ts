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

test("closing the popup early changes nothing", async ({ page, newEden }) => {
  await setUp(page, newEden);
  const popup = await openPopup(page);
  await popup.close();
  await expect(cardOf(page).getByRole("button", { name: "Link Discord" })).toBeVisible();
  await expect(cardOf(page).getByRole("alert")).toHaveCount(0);
  await expectNotLinked(page);
});

test("cancelling the wait closes the popup", async ({ page, newEden }) => {
  await setUp(page, newEden);
  const popup = await openPopup(page);
  const closed = popup.waitForEvent("close");
  await cardOf(page).getByRole("button", { name: "Cancel" }).click();
  await closed;
  await expectNotLinked(page);
});

test("cancelling at Discord is reported, and the card is unchanged", async ({ page, newEden }) => {
  await setUp(page, newEden);
  const popup = await openPopup(page);
  await popup.getByRole("button", { name: "Cancel" }).click();
  await expectFailure(popup, "Error: Missing code or state parameter");
  await expect(
    popup.getByText("You cancelled the authorization at Discord. Nothing was changed."),
  ).toBeVisible();
  await expect(cardOf(page).getByRole("alert")).toHaveCount(0);
  expect(await pendingLinks(page)).toEqual([]);
  await closeWindow(popup);
  await expectNotLinked(page);
});

test("a missing code verifier fails the link with a message", async ({ page, newEden }) => {
  const person = await setUp(page, newEden);
  const popup = await openPopup(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("muster.discord.")) localStorage.removeItem(key);
    }
  });
  await choose(popup, person);
  await expectFailure(popup, "Error: Code verifier not found - please try again");
  await expect(cardOf(page).getByRole("alert")).toHaveText(
    "Code verifier not found - please try again",
  );
  await expectNotLinked(page);
});

for (const [query, words] of [
  ["", "Missing code or state parameter"],
  ["?code=abc", "Missing code or state parameter"],
  ["?state=abc", "Missing code or state parameter"],
  ["?code=abc&state=never-given-out", "Code verifier not found - please try again"],
] as const) {
  test(`the callback with "${query}" shows an error`, async ({ page }) => {
    await page.goto(`/discord/callback${query}`);
    await expectFailure(page, `Error: ${words}`);
    await expectAccessible(page);
  });
}

test("a used state is refused", async ({ page, newEden, expectedErrors }) => {
  expectedErrors.push(/status of 400/);
  const person = await setUp(page, newEden);
  const popup = await openPopup(page);
  const status = await page.evaluate(async (state) => {
    const token = localStorage.getItem("muster.sessionToken") ?? "";
    const tokens = { accessToken: "x", refreshToken: "x", expiresIn: 1, scope: "identify", state };
    const response = await fetch("/api/discord/callback/tokens", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(tokens),
    });
    return response.status;
  }, new URL(popup.url()).searchParams.get("state"));
  expect(status).toBe(400);
  await choose(popup, person);
  const words = "This link was used already or has expired. Start again from your dashboard.";
  await expectFailure(popup, `Error: ${words}`);
  await expect(cardOf(page).getByRole("alert")).toHaveText(words);
  await expectNotLinked(page);
});

for (const [kind, words, hint] of [
  ["server_error", /^Error: Token exchange failed \(500\): \{"message":"500: /, /has problems/],
  [
    "rate_limited",
    /^Error: Token exchange failed \(429\): \{"message":"You are/,
    /is limiting requests/,
  ],
  ["connection_reset", "Error: Unknown error occurred", /did not answer/],
  ["bad_gateway", "Error: Unknown error occurred", /did not answer/],
  ["malformed_json", "Error: Unknown error occurred", /could not be read/],
] as const) {
  test(`a failure of Discord's token endpoint (${kind}) is shown in the popup and the card`, async ({
    page,
    newEden,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/, /blocked by CORS policy/);
    const person = await setUp(page, newEden);
    const popup = await openPopup(page);
    const fault = { service: "discord", kind, path: "/token$", discordUserId: person.id } as const;
    await newEden.addFault({ ...fault, times: 1 });
    await choose(popup, person);
    await expectFailure(popup, words);
    await expect(popup.getByText(hint)).toBeVisible();
    await expect(cardOf(page).getByRole("alert")).toContainText(hint);
    await expectNotLinked(page);
    await choose(await openPopup(page), person);
    await expect(cardOf(page).getByText("Linked", { exact: true })).toBeVisible();
  });
}

test("if Discord refuses the code, its message is shown", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const person = await setUp(page, newEden);
  const popup = await openPopup(page);
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (!key.startsWith("muster.discord.")) continue;
      const link: object = JSON.parse(String(value));
      localStorage.setItem(key, JSON.stringify({ ...link, codeVerifier: "v".repeat(43) }));
    }
  });
  await choose(popup, person);
  const words =
    'Token exchange failed (400): {"error":"invalid_request","error_description":"Invalid \\"code_verifier\\""}';
  await expectFailure(popup, `Error: ${words}`);
  await expect(cardOf(page).getByRole("alert")).toContainText(words);
  await expectNotLinked(page);
});

test("if Muster cannot reach Discord, nothing is linked", async ({
  page,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  const person = await setUp(page, newEden);
  const popup = await openPopup(page);
  await newEden.addFault({
    service: "discord",
    kind: "unavailable",
    path: "/users/@me$",
    discordUserId: person.id,
  });
  await choose(popup, person);
  await expectFailure(popup, /^Error: Discord is not responding\./);
  await expect(cardOf(page).getByRole("alert")).toContainText("Nothing was changed");
  await expectNotLinked(page);
});

test("an account linked by another user is refused, in the popup and the card", async ({
  page,
  newEden,
  browser,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const person = await setUp(page, newEden);
  const elsewhere = await browser.newPage({ ...(baseURL && { baseURL }) });
  await setUp(elsewhere, newEden);
  await choose(await openPopup(elsewhere), person);
  await expect(cardOf(elsewhere).getByText("Linked", { exact: true })).toBeVisible();
  await elsewhere.close();

  const popup = await openPopup(page);
  await choose(popup, person);
  await expectFailure(popup, /is linked to another account here/);
  await expect(cardOf(page).getByRole("alert")).toContainText("Unlink it there first");
  await expectNotLinked(page);
});
