import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { RIGHTS } from "#shared/applications/tokens.ts";
import { signIn } from "./api-session.ts";
import { call, test } from "./group-pages.ts";
import { CALLBACK, startRequest } from "./oidc-client.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";

const addedSchema = z.object({ application: z.object({ id: z.string() }), secret: z.string() });
const documentSchema = z.object({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) });

/** An application for all players. The page is the administrator's. */
async function addApplication(page: Page, name: string) {
  await signIn(page, "Aurelia Voss");
  const settings = { name, isPublic: false, redirectUris: [CALLBACK] };
  const { application, secret } = z.parse(
    addedSchema,
    await call(page, "POST", "/admin/applications", settings),
  );
  return { id: application.id, secret };
}

test("the page of the API has every route of the document, and its links lead to what they name", async ({
  page,
}) => {
  await page.goto("/docs/api");
  await expect(page.getByRole("heading", { level: 1, name: "API for applications" })).toBeVisible();
  await expectAccessible(page);
  for (const right of RIGHTS) {
    await expect(
      page.getByRole("listitem").filter({ hasText: new RegExp(`^${right}: `) }),
    ).toBeVisible();
  }
  const response = await page.request.get("/api/v1/openapi.json");
  const { openapi, paths } = z.parse(documentSchema, await response.json());
  expect(openapi).toMatch(/^3\.1/);
  for (const path of Object.keys(paths)) {
    await expect(
      page.getByRole("heading", { level: 3 }).filter({ hasText: path }).first(),
    ).toBeVisible();
  }
  await page.getByRole("link", { name: "Pilot", exact: true }).first().click();
  await expect(page).toHaveURL(/\/docs\/api#Pilot$/);
  await expect(page.locator("#Pilot")).toBeInViewport();
  const targets = await page
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const target of new Set(targets.filter((href) => href.startsWith("#")))) {
    await expect(page.locator(target)).toHaveCount(1);
  }
});

test("a new community has an example of an application, with a token and a webhook", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/applications");
  await page.getByRole("link", { name: "Sable Meridian Wiki" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sable Meridian Wiki" })).toBeVisible();
  const who = page.getByRole("region", { name: "Who can sign in" });
  await expect(who.getByRole("button", { name: "Remove Diplomacy" })).toBeVisible();
  await expect(page.getByRole("region", { name: "API tokens" })).toContainText("Page editors");
  await expect(page.getByRole("region", { name: "Webhooks" })).toContainText(
    "https://wiki.sable-meridian.example/muster",
  );
  await expectAccessible(page);
});

test("an administrator replaces the signing secret of a webhook, and the old one works on", async ({
  page,
}) => {
  const { id } = await addApplication(page, pilotName("Killboard"));
  const url = "https://hooks.nullconcord.com/muster";
  await call(page, "POST", `/admin/applications/${id}/webhooks`, { url, topics: ["member.left"] });
  await page.goto(`/admin/applications/${id}`);
  const webhooks = page.getByRole("region", { name: "Webhooks" });
  await webhooks.getByRole("button", { name: `Replace the signing secret of ${url}` }).click();
  const dialog = page.getByRole("dialog", { name: "Make a new signing secret?" });
  await expect(dialog).toContainText("signs with the old one too for another day");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Make a new secret" }).click();
  const note = webhooks.getByRole("alert").filter({ hasText: "It is shown once" });
  await expect(note.locator("code")).toHaveText(/^whsec_/);
  await expect(note).toContainText("Muster keeps it encrypted, to sign with.");
  await expect(webhooks.getByText("The old secret signs too until")).toBeVisible();
  await expectAccessible(page);
  await note.getByRole("button", { name: "I have stored it" }).click();
  await expect(note).toHaveCount(0);
});

/** Presses Tab until the button has the focus. */
async function tabTo(page: Page, name: string) {
  const button = page.getByRole("button", { name, exact: true });
  for (let steps = 0; steps < 5; steps += 1) {
    await page.keyboard.press("Tab");
    if (await button.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${name} is out of reach.`);
}

test("a player answers the consent page and the sign-out page by keyboard", async ({
  page,
  enlist,
}) => {
  const name = pilotName("Forum");
  const client = await addApplication(page, name);
  const { page: player } = await enlist("Reader");

  await player.goto(startRequest(client).url);
  const heading = player.getByRole("heading", { level: 1, name: `Sign in to ${name}?` });
  await expect(heading).toBeFocused();
  await tabTo(player, "Cancel");
  await player.keyboard.press("Enter");
  await player.waitForURL(/robots\.txt\?.*error=access_denied/);

  const request = startRequest(client);
  await player.goto(request.url);
  await expect(heading).toBeFocused();
  // Space on the heading is no consent.
  await player.keyboard.press("Space");
  await tabTo(player, "Continue");
  await player.keyboard.press("Space");
  await player.waitForURL(/robots\.txt\?.*code=/);
  const idToken = await request.idToken(player);

  const query = new URLSearchParams({ id_token_hint: idToken });
  await player.goto(`/oauth/logout?${query.toString()}`);
  await expect(
    player.getByRole("heading", { level: 1, name: "Log out of Muster too?" }),
  ).toBeVisible();
  await expect(player.getByText(`${name} has signed you out`)).toBeVisible();
  await expectAccessible(player);
  await tabTo(player, "Log out of Muster");
  await player.keyboard.press("Enter");
  await expect(player.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();

  // Without a session there is nothing left to ask.
  await player.goto(`/oauth/logout?${query.toString()}`);
  await expect(player.getByRole("heading", { level: 1, name: "You are signed out" })).toBeVisible();
  await expectAccessible(player);
});
