import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { signIn } from "./api-session.ts";
import { call, test } from "./group-pages.ts";
import { choosePilot, expect, expectAccessible, pilotName } from "./product.ts";

const ADMINISTRATOR = "Aurelia Voss";
const ORIGIN = "https://forum.nullconcord.com";

const addedSchema = z.object({
  application: z.object({ id: z.string(), version: z.number() }),
});

/** An application that may learn a name, groups and characters, as the administrator sees it. */
async function openApplication(page: Page, name: string): Promise<string> {
  await signIn(page, ADMINISTRATOR);
  const redirectUris = [`${ORIGIN}/callback`];
  const { application } = z.parse(
    addedSchema,
    await call(page, "POST", "/admin/applications", { name, isPublic: false, redirectUris }),
  );
  const { id, version } = application;
  const claims = ["name", "groups", "characters"];
  await call(page, "PATCH", `/admin/applications/${id}`, { version, claims });
  await page.goto(`/admin/applications/${id}`);
  return id;
}

test("an administrator finds every value to paste, and the recipe of a program with these values", async ({
  page,
}) => {
  const id = await openApplication(page, pilotName("Forum"));
  const card = page.getByRole("region", { name: "Credentials" });
  await card.getByRole("button", { name: "All values to paste" }).click();
  const { origin } = new URL(page.url());
  for (const what of ["issuer", "authorization", "token", "user info", "keys (jwks)"]) {
    const copy = card.getByRole("button", {
      name: new RegExp(`^Copy the ${what.replace(/[()]/g, ".")} address$`, "i"),
    });
    await expect(copy).toBeVisible();
  }
  await expect(card.getByText("openid profile groups characters", { exact: true })).toBeVisible();
  await expect(
    card.getByRole("button", { name: `Copy the redirect URI ${ORIGIN}/callback` }),
  ).toBeVisible();
  await expectAccessible(page);

  await card.getByLabel("Set up").selectOption("Apache with mod_auth_openidc");
  const configuration = card.getByRole("region", { name: /^Configuration of Apache/ });
  await expect(configuration).toContainText(`OIDCClientID ${id}`);
  await expect(configuration).toContainText(`OIDCProviderMetadataURL ${origin}/.well-known/`);
  await expect(configuration).toContainText('OIDCScope "openid profile groups characters"');
  await expect(configuration).toContainText(`OIDCRedirectURI ${ORIGIN}/oidc`);
  await expect(card.getByText("sign-ins there are refused")).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Add it to the redirect URIs" }).click();
  await expect(card.getByText("It is one of the redirect URIs")).toBeVisible();

  await card.getByLabel("Set up").selectOption("Discourse");
  await expect(
    card.getByRole("button", { name: "Copy openid_connect_authorize_scope" }),
  ).toBeVisible();
  await expectAccessible(page);
});

test("an administrator tests a sign-in, reads each step and the claims, and what would refuse it", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/, /API request failed: Forbidden/);
  await openApplication(page, pilotName("Wiki"));
  await page.context().clearCookies({ name: /proof/ });
  const button = page.getByRole("button", { name: "Test sign-in" });
  await button.click();
  await page.getByRole("button", { name: "Continue to EVE" }).click();
  await choosePilot(page, ADMINISTRATOR);
  await expect(
    page.getByText("EVE has confirmed that this is you. Press the button again"),
  ).toBeVisible();
  await button.click();
  const dialog = page.getByRole("dialog", { name: "The sign-in works" });
  const steps = dialog.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps).toContainText([
    "Met: The application is switched on.",
    "Met: It has 1 redirect URI.",
    "Met: Every member of the community may sign in, and you are one.",
    "Note: You have not agreed yet: Muster would ask you first.",
    "Met: Muster has signed an ID token.",
    "Met: Its signature and its claims hold with the published keys.",
  ]);
  await expect(dialog.getByRole("region", { name: "Claims of profile" })).toContainText(
    `preferred_username: "${ADMINISTRATOR}"`,
  );
  await expect(dialog.getByRole("region", { name: "Claims of groups" })).toContainText(
    "group_ids: []",
  );
  await expect(dialog.getByRole("region", { name: "Claims of characters" })).toContainText(
    `"name":"${ADMINISTRATOR}"`,
  );
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Switch off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Switch on" })).toBeVisible();
  await button.click();
  const refused = page.getByRole("dialog", { name: "You could not sign in" });
  await expect(refused.getByRole("listitem").first()).toContainText(
    "Not met: The application is switched off: Muster refuses every sign-in.",
  );
  await expect(refused.getByRole("region")).toHaveCount(0);
  await expectAccessible(page);
});
