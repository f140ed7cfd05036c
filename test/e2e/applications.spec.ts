import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { signIn } from "./api-session.ts";
import { call, makeGroup, openGroup, tab, test } from "./group-pages.ts";
import { CALLBACK, startRequest } from "./oidc-client.ts";
import type { Client } from "./oidc-client.ts";
import { choosePilot, expect, expectAccessible, openMenu, pilotName } from "./product.ts";

const addedSchema = z.object({ application: z.object({ id: z.string() }), secret: z.string() });

/** Adds an application that requires a group and is told who is in it. */
async function connect(page: Page, name: string, group: string): Promise<Client> {
  await page.goto("/admin/applications");
  await expect(page.getByRole("heading", { level: 1, name: "Applications" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add application" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add application" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Redirect URI").fill("http://wiki.nullconcord.com/callback");
  await dialog.getByRole("button", { name: "Add application" }).click();
  await expect(dialog.getByText("Only https, except on localhost")).toBeVisible();
  await dialog.getByLabel("Redirect URI").fill(CALLBACK);
  await dialog.getByRole("button", { name: "Add application" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  const note = page.getByRole("alert").filter({ hasText: "It is shown once" });
  const secret = (await note.locator("code").textContent()) ?? "";
  expect(secret.length).toBeGreaterThan(20);
  await expectAccessible(page);
  await note.getByRole("button", { name: "I have stored it" }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByText(secret)).toHaveCount(0);

  const who = page.getByRole("region", { name: "Who can sign in" });
  await who.getByLabel("Choose a group").fill(group);
  await page.getByRole("option", { name: group }).click();
  await page.getByRole("button", { name: "Require the group" }).click();
  await expect(who.getByRole("button", { name: `Remove ${group}` })).toHaveCount(1);
  await who.getByLabel("Add a group", { exact: true }).fill(group);
  await page.getByRole("option", { name: group }).click();
  await expect(who.getByRole("button", { name: `Remove ${group}` })).toHaveCount(2);
  const claim = page.getByRole("checkbox", { name: "groups Only of the groups above" });
  await claim.check();
  await expect(claim).toBeEnabled();
  await expectAccessible(page);
  return { id: new URL(page.url()).pathname.split("/").at(-1) ?? "", secret };
}

test("a player without the required group is refused, joins, allows an application, and revokes it", async ({
  page,
  browser,
  category,
  enlist,
  newPilot,
}) => {
  const founder = await enlist("Founder");
  const { name: group } = await makeGroup(founder.page, category);
  const wiki = pilotName("Wiki");
  await signIn(page, "Aurelia Voss");
  const client = await connect(page, wiki, group);

  // A visitor who has never been here.
  const name = await newPilot("Editor");
  const context = await browser.newContext();
  const visitor = await context.newPage();
  const request = startRequest(client);
  await visitor.goto(request.url);
  await expect(
    visitor.getByRole("heading", { level: 1, name: `Log in to continue to ${wiki}` }),
  ).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Log in with EVE Online" }).click();
  await choosePilot(visitor, name);
  await visitor.getByRole("button", { name: "Claim as Main Character" }).click();
  await expect(
    visitor.getByRole("heading", { level: 1, name: `${wiki} is for members of ${group}` }),
  ).toBeVisible();
  await expect(visitor.getByText(`Nothing was sent to ${wiki}`)).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole("link", { name: group }).click();
  await visitor.getByRole("button", { name: "Join group" }).click();
  await expect(visitor.getByRole("button", { name: "Leave group" })).toBeVisible();
  await expectAccessible(visitor);

  // The membership is no dead end: it leads on to where they came from.
  await visitor.getByRole("link", { name: `Continue to ${wiki}` }).click();
  const heading = visitor.getByRole("heading", { level: 1, name: `Sign in to ${wiki}?` });
  await expect(heading).toBeVisible();
  await expect(visitor.getByText("1 of your 1 group")).toBeVisible();
  await expectAccessible(visitor);
  // Enter is not consent: the heading has the focus. The button is three steps away.
  await expect(heading).toBeFocused();
  await visitor.keyboard.press("Enter");
  await visitor.keyboard.press("Tab");
  await expect(visitor.getByRole("button", { name: "not you?" })).toBeFocused();
  await visitor.keyboard.press("Tab");
  await expect(visitor.getByRole("button", { name: "Continue" })).toBeFocused();
  await visitor.keyboard.press("Enter");
  await visitor.waitForURL(/robots\.txt\?/);
  expect(await request.claims(visitor)).toMatchObject({ name, groups: [group] });

  // Asked once: the second time leads straight back.
  const second = startRequest(client);
  await visitor.goto(second.url);
  await visitor.waitForURL(/robots\.txt\?/);
  expect(await second.claims(visitor)).toMatchObject({ name });

  // Signing out there asks whether to sign out here too.
  await visitor.goto(`/oauth/logout?client_id=${client.id}`);
  await expect(visitor.getByText(`${wiki} has signed you out`)).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Stay logged in" }).click();
  await expect(visitor).toHaveURL(/\/dashboard$/);

  await visitor.goto("/access");
  const card = visitor.getByRole("region", { name: "Applications" });
  await expect(card.getByRole("listitem").filter({ hasText: wiki })).toContainText(
    `Ends if you leave ${group}, or revoke it`,
  );
  await expectAccessible(visitor);
  await card.getByRole("button", { name: `Revoke access of ${wiki}` }).click();
  await visitor.getByRole("button", { name: "Revoke the access" }).click();
  await expect(visitor.getByText(`${wiki} no longer has access`)).toBeVisible();
  await expect(card).toHaveCount(0);

  await visitor.goto(startRequest(client).url);
  await expect(heading).toBeVisible();
  await visitor.getByRole("button", { name: "Cancel" }).click();
  await visitor.waitForURL(/robots\.txt\?.*error=access_denied/);
  await context.close();

  // What the administrator and the leader of the group see of it.
  await page.reload();
  const signIns = page.getByRole("list", { name: "Recent sign-ins" }).getByRole("listitem");
  await expect(signIns.filter({ hasText: name })).toContainText([
    "Cancelled",
    "Signed in",
    "Signed in",
    "Refused",
  ]);
  await openGroup(founder.page, group);
  await tab(founder.page, "Members as of").click();
  await expect(founder.page.getByRole("region", { name: "Applications" })).toContainText(
    `Only members can sign in to ${wiki}, which learns who they are`,
  );
});

test("an administrator replaces the secret, switches an application off, and deletes it", async ({
  page,
  expectedErrors,
}) => {
  // A token without a right.
  expectedErrors.push(/status of 400/);
  const name = pilotName("Forum");
  await signIn(page, "Aurelia Voss");
  const settings = { name, isPublic: false, redirectUris: [CALLBACK] };
  const added = await call(page, "POST", "/admin/applications", settings);
  const { application, secret } = z.parse(addedSchema, added);
  const client = { id: application.id, secret };
  await page.goto(`/admin/applications/${client.id}`);
  await page.getByRole("button", { name: "Replace the secret" }).click();
  await page.getByRole("button", { name: "Make a new secret" }).click();
  const note = page.getByRole("alert").filter({ hasText: "It is shown once" });
  await expect(note).not.toContainText(client.secret);
  await expect(page.getByText("The old one")).toBeVisible();
  await note.getByRole("button", { name: "I have stored it" }).click();

  // A token without a right is refused; what is made is shown once.
  const tokens = page.getByRole("region", { name: "API tokens" });
  await tokens.getByRole("button", { name: "New token" }).click();
  const form = page.getByRole("dialog", { name: "New API token" });
  await form.getByLabel("Name").fill("Roster script");
  await form.getByRole("button", { name: "Make the token" }).click();
  await expect(form.getByText("Choose at least one right")).toBeVisible();
  await form.getByRole("checkbox", { name: "Pilots" }).check();
  await form.getByRole("button", { name: "Make the token" }).click();
  const token = tokens.getByRole("listitem").filter({ hasText: "Roster script" });
  await expect(token).toContainText("Never used");
  await expectAccessible(page);
  await tokens.getByRole("button", { name: "I have stored it" }).click();
  await token.getByRole("button", { name: "Revoke Roster script" }).click();
  await page.getByRole("button", { name: "Revoke the token" }).click();
  await expect(token).toHaveCount(0);

  // Muster calls public addresses only.
  const webhooks = page.getByRole("region", { name: "Webhooks" });
  await webhooks.getByRole("button", { name: "New webhook" }).click();
  const hook = page.getByRole("dialog", { name: "New webhook" });
  await hook.getByLabel("Address").fill("https://192.168.1.4/hook");
  await hook.getByRole("button", { name: "Add the webhook" }).click();
  await expect(hook.getByText("Muster calls public addresses only.")).toBeVisible();
  await hook.getByLabel("Address").fill("https://hooks.nullconcord.com/muster");
  await hook.getByRole("button", { name: "Add the webhook" }).click();
  await expect(
    webhooks.getByText("https://hooks.nullconcord.com/muster", { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await webhooks.getByRole("button", { name: "I have stored it" }).click();

  const choose = async (action: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Switch off");
  await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Switch on" })).toBeVisible();
  await expectAccessible(page);
  const asked = await page.context().newPage();
  await asked.goto(startRequest(client).url);
  await expect(asked.getByText("An administrator has switched this application off")).toBeVisible();
  await asked.close();

  await choose("Delete the application");
  const dialog = page.getByRole("dialog", { name: "Delete the application" });
  await dialog.getByLabel("Type the name of the application to confirm").fill(name);
  await dialog.getByRole("button", { name: "Delete the application" }).click();
  await expect(page).toHaveURL(/\/admin\/applications$/);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await openMenu(page);
  await expect(page.getByRole("link", { name: "Applications" }).first()).toBeVisible();
});
