import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { IS_LONG } from "#test/support/long.ts";
import { enter, openSession, signIn, takeOver } from "./api-session.ts";
import { call, chooseAction, makeGroup, test, userIdOf } from "./group-pages.ts";
import { CALLBACK } from "./oidc-client.ts";
import { choosePilot, expect, pilotName } from "./product.ts";

// Every act that needs a fresh proof: the button is pressed in a browser without one, and after EVE's round trip the act has
// happened by itself, on the page where it began.

const ADMINISTRATOR = "Aurelia Voss";
const HOOK = "https://hooks.nullconcord.com/muster";

const idSchema = z.object({ id: z.string() });
const applicationSchema = z.object({ application: idSchema });
const offerSchema = z.object({ error: z.object({ mergeId: z.string() }) });

type Act = {
  route: string;
  path: string;
  press: () => Promise<unknown>;
  /** The answer shows a secret once. */
  hasSecret?: boolean;
};

/** Presses the button without a proof, goes through EVE, and sees the refused request succeed. */
async function expectToGoOn(
  page: Page,
  { route, path, press, hasSecret }: Act,
  pilot = ADMINISTRATOR,
) {
  await test.step(route, async () => {
    await page.context().clearCookies({ name: /proof/ });
    await page.goto(path);
    await press();
    const goOn = page.getByRole("button", { name: "Continue to EVE" });
    await expect(goOn, route).toBeVisible();
    await goOn.click();
    const [method, pattern = ""] = route.split(" ");
    const address = new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`);
    const again = page.waitForResponse(
      (response) =>
        response.request().method() === method && address.test(new URL(response.url()).pathname),
    );
    await choosePilot(page, pilot);
    expect((await again).status(), route).toBeLessThan(300);
    await expect(page).not.toHaveURL(/\/auth\/callback/);
    if (hasSecret === true) {
      const secret = page.getByRole("dialog", { name: "A secret that is shown once" });
      await secret.getByRole("button", { name: "I have stored it" }).click();
    }
  });
}

// Acts that other tests show; `test/worker/lasting-acts.test.ts` looks for each act that needs a proof in this file:
// - "POST /api/auth/characters/:id/confirm" and "DELETE /api/auth/characters/:id": fresh-proof.spec.ts
// - "POST /api/admin/applications": fresh-proof.spec.ts
// - "POST /api/groups/:id/emergency-access": membership-ends.spec.ts
// - "POST /api/admin/applications/:id/test-sign-in", whose result is shown at the button that is pressed again: application-setup.spec.ts
// - "PUT /api/admin/community/members", which changes the whole community for a while: community.spec.ts
// - "POST /api/discord/link/start", since the popup of Discord opens only at a click: below
// - "PUT /api/watchlist/keepers": watchlist.test.ts
// - "PUT /api/watchlist/discord-feed": watchlist.spec.ts
// - "POST /api/watchlist/export", whose answer is a file: watchlist.spec.ts
// - "POST /api/admin/administrators/:id/confirm", with a card, because no seeded administrator is sold: below

/** A refused request that is no act of `web/proof/acts.ts` is sent again in one way: each third button, and all in `npm run test:long`. */
const someOf = (acts: readonly Act[]) => acts.filter((_, index) => IS_LONG || index % 3 === 0);

async function walk(page: Page, acts: readonly Act[], pilot?: string) {
  for (const act of acts) {
    // One act after the other: each leaves a proof.
    // oxlint-disable-next-line no-await-in-loop
    await expectToGoOn(page, act, pilot);
  }
}

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/status of 403/, /API request failed: Forbidden/);
});

const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });

function applicationActs(page: Page, id: string, name: string, group: string): Act[] {
  const path = `/admin/applications/${id}`;
  return [
    {
      route: "PATCH /api/admin/applications/:id",
      path,
      press: async () => {
        const who = page.getByRole("region", { name: "Who can sign in" });
        await who.getByLabel("Choose a group").fill(group);
        await page.getByRole("option", { name: group }).click();
        await page.getByRole("button", { name: "Require the group" }).click();
      },
    },
    {
      route: "POST /api/admin/applications/:id/secret",
      hasSecret: true,
      path,
      press: async () => {
        await page.getByRole("button", { name: "Replace the secret" }).click();
        await page.getByRole("button", { name: "Make a new secret" }).click();
      },
    },
    {
      route: "POST /api/admin/applications/:id/tokens",
      hasSecret: true,
      path,
      press: async () => {
        await page.getByRole("button", { name: "New token" }).click();
        const form = dialogOf(page, "New API token");
        await form.getByLabel("Name").fill("Roster script");
        await form.getByRole("checkbox", { name: "Pilots" }).check();
        await form.getByRole("button", { name: "Make the token" }).click();
      },
    },
    {
      route: "POST /api/admin/applications/:id/webhooks",
      hasSecret: true,
      path,
      press: async () => {
        await page.getByRole("button", { name: "New webhook" }).click();
        const form = dialogOf(page, "New webhook");
        await form.getByLabel("Address").fill(HOOK);
        await form.getByRole("button", { name: "Add the webhook" }).click();
      },
    },
    {
      route: "POST /api/admin/applications/:id/webhooks/:webhookId/secret",
      hasSecret: true,
      path,
      press: async () => {
        await page.getByRole("button", { name: `Replace the signing secret of ${HOOK}` }).click();
        await page.getByRole("button", { name: "Make a new secret" }).click();
      },
    },
    {
      route: "PATCH /api/admin/applications/:id/webhooks/:webhookId",
      path,
      press: () => page.getByRole("button", { name: `Switch off ${HOOK}` }).click(),
    },
    {
      route: "POST /api/admin/applications/:id/switch",
      path,
      press: async () => {
        await page.getByRole("button", { name: `Actions for ${name}` }).click();
        await page.getByRole("menuitem", { name: "Switch off" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
      },
    },
  ];
}

test("acts on applications go on after EVE's round trip", async ({ page, category }) => {
  await signIn(page, ADMINISTRATOR);
  const group = await makeGroup(page, category);
  const name = pilotName("Proven Wiki");
  const settings = { name, isPublic: false, redirectUris: [CALLBACK] };
  const { application } = z.parse(
    applicationSchema,
    await call(page, "POST", "/admin/applications", settings),
  );
  await walk(page, someOf(applicationActs(page, application.id, name, group.name)));
  await expect(
    page.getByText("EVE has confirmed that this is you. The change is made"),
  ).toBeVisible();
  await expect(page).toHaveURL(`/admin/applications/${application.id}`);
  await expect(page.getByRole("button", { name: `Remove ${group.name}` })).toBeVisible();
});

function groupActs(page: Page, id: string, member: string, address: string): Act[] {
  const path = `/groups/${id}`;
  return [
    {
      route: "POST /api/groups/:id/invite-codes",
      path: `${path}?tab=codes`,
      press: () => page.getByRole("button", { name: "Create code" }).click(),
    },
    feedAct(page, "PUT /api/groups/:id/discord-feed", `${path}?tab=settings`, address),
    {
      route: "POST /api/groups/:id/admins",
      path,
      press: async () => {
        await chooseAction(page, member, "Make Admin");
        await page.getByRole("dialog").getByRole("button", { name: "Make Admin" }).click();
      },
    },
    {
      route: "POST /api/groups/:id/transfer",
      path: `/admin/groups/${id}`,
      press: async () => {
        await chooseAction(page, member, "Make Owner");
        await page.getByRole("dialog").getByRole("button", { name: "Transfer Ownership" }).click();
      },
    },
  ];
}

function feedAct(page: Page, route: string, path: string, address: string): Act {
  return {
    route,
    path,
    press: async () => {
      await page
        .getByRole("button", { name: /^(Choose channel|Change posts)( Fingerprint of the log)?$/ })
        .click();
      const form = dialogOf(page, "Discord posts");
      await form.getByLabel("Post to").selectOption("A webhook, without buttons");
      await form.getByLabel("Address of the webhook").fill(address);
      await form.getByRole("button", { name: "Save posts" }).click();
    },
  };
}

test("acts on groups, posts and members' lists go on after EVE's round trip", async ({
  page,
  category,
  enlist,
  newEden,
}) => {
  const member = await enlist("Trusted");
  await signIn(page, ADMINISTRATOR);
  const group = await makeGroup(page, category);
  await call(member.page, "POST", `/groups/${group.id}/join`);
  const server = await newEden.discord.servers.create({
    name: pilotName("Quay"),
    channels: [{ name: "desk" }],
  });
  const [channel] = await newEden.discord.channels(server.id);
  const { address } = await newEden.discord.createWebhook(channel?.id ?? "");
  await walk(page, someOf(groupActs(page, group.id, member.name, address)));

  const corporation = `/corporations/${SABLE_MERIDIAN_ID}`;
  await walk(
    page,
    someOf([
      feedAct(page, "PUT /api/corporations/:id/discord-feed", `/admin${corporation}`, address),
      feedAct(page, "PUT /api/admin/log/discord-feed", "/admin/settings", address),
      {
        route: "PUT /api/rosters/:id",
        path: `/admin${corporation}?tab=members`,
        press: async () => {
          await page.getByRole("combobox", { name: "Group" }).fill(group.name);
          await page.getByRole("option", { name: group.name }).click();
        },
      },
      {
        route: "PUT /api/corporations/:id/alarms",
        path: `/admin${corporation}?tab=alarms`,
        press: () => page.getByLabel("Language of the posts").selectOption("de"),
      },
      {
        route: "POST /api/operations/calendar",
        hasSecret: true,
        path: "/operations",
        press: async () => {
          await page.getByRole("button", { name: "Calendar feed" }).click();
          await page.getByRole("button", { name: "Make a link" }).click();
        },
      },
    ]),
  );
});

test("acts on a Discord server go on after EVE's round trip", async ({
  page,
  category,
  newEden,
}) => {
  await signIn(page, ADMINISTRATOR);
  const group = await makeGroup(page, category);
  const name = pilotName("Proven Pier");
  const { id } = await newEden.discord.servers.create({
    name,
    membersIntent: true,
    roles: [{ name: "Scout" }],
  });
  const path = `/admin/discord/${id}`;
  await walk(
    page,
    someOf([
      {
        route: "POST /api/admin/discord",
        path: "/admin/discord",
        press: () => page.getByRole("button", { name: `Set up ${name}` }).click(),
      },
      {
        route: "PUT /api/admin/discord/:id",
        path,
        press: async () => {
          await page.getByRole("button", { name: "Add a group to Scout" }).click();
          await page.keyboard.type(group.name);
          await page.getByRole("option", { name: group.name }).click();
          await page.getByRole("button", { name: "Save for later" }).click();
        },
      },
      {
        route: "POST /api/admin/discord/:id/switch",
        path,
        press: () => page.getByRole("button", { name: "Switch on" }).click(),
      },
    ]),
  );
  // The page of the server asks every few seconds how far its work is.
  await page.goto("/admin/discord");
  await call(page, "DELETE", `/admin/discord/${id}`);
});

test("acts on pilots go on after EVE's round trip", async ({ page, category, enlist }) => {
  const [leader, outlaw] = [await enlist("Leader"), await enlist("Outlaw")];
  const leaderId = await userIdOf(leader.page);
  const outlawId = await userIdOf(outlaw.page);
  const wing = await makeGroup(leader.page, category);
  await call(leader.page, "PATCH", `/groups/${wing.id}`, { visibility: "hidden" });
  await signIn(page, ADMINISTRATOR);
  await call(page, "PUT", `/admin/users/${outlawId}/suspension`, {
    reason: "A test",
    until: null,
  });
  await walk(page, [
    {
      route: "DELETE /api/admin/users/:id/suspension",
      path: `/admin/pilots/${outlawId}`,
      press: async () => {
        await page.getByRole("button", { name: "Lift suspension" }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Lift suspension" }).click();
      },
    },
    {
      route: "POST /api/admin/undo",
      path: `/admin/pilots/${leaderId}`,
      press: async () => {
        await page.getByRole("link", { name: "Undo changes..." }).click();
        await page.getByRole("button", { name: "Preview" }).click();
        await page.getByRole("button", { name: "Undo 1 change..." }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Undo 1 change" }).click();
      },
    },
  ]);
});

test("merges and the end of an account go on after EVE's round trip", async ({
  page,
  browser,
  newEden,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[14]/);
  const [keeper, twin, alt] = [pilotName("Keeper"), pilotName("Twin"), pilotName("Alt")];
  await newEden.createPilot({ name: keeper });
  const { id: twinId } = await newEden.createPilot({ name: twin });
  const { id: altId } = await newEden.createPilot({ name: alt });
  // The other account has more characters, so it has to agree.
  const theirs = await openSession(twin);
  expect((await theirs.link(altId)).status).toBe(200);
  const own = await openSession(keeper);
  const refused = await own.link(twinId);
  const { mergeId } = z.parse(offerSchema, await refused.json()).error;
  await takeOver(page, own);
  await walk(
    page,
    [
      {
        route: "POST /api/account/merges/:id/confirm",
        path: `/account/merge/${mergeId}`,
        press: async () => {
          await page.getByRole("button", { name: "Ask the other account" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Send request" }).click();
        },
      },
    ],
    keeper,
  );
  const context = await browser.newContext();
  const other = await context.newPage();
  await takeOver(other, theirs);
  await walk(
    other,
    [
      {
        route: "POST /api/account/merges/:id/accept",
        path: `/account/merge/${mergeId}`,
        press: async () => {
          await other.getByRole("button", { name: "Merge the accounts" }).click();
          await other
            .getByRole("dialog")
            .getByRole("button", { name: "Merge", exact: true })
            .click();
        },
      },
    ],
    twin,
  );
  await context.close();
  await walk(
    page,
    [
      {
        route: "DELETE /api/account",
        path: "/account",
        press: async () => {
          await page.getByRole("button", { name: "Delete your account" }).click();
          const dialog = dialogOf(page, "Delete your account?");
          await dialog.getByLabel(`Type ${keeper} to confirm`).fill(keeper);
          await dialog.getByRole("button", { name: "Delete account" }).click();
        },
      },
    ],
    keeper,
  );
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();
});

test("Discord is linked with one more click after EVE's round trip, since its popup needs one", async ({
  page,
  newPilot,
}) => {
  const name = await newPilot("Linker");
  await enter(page, name);
  await page.context().clearCookies({ name: /proof/ });
  await page.reload();
  await page.getByRole("button", { name: "Link Discord" }).first().click();
  await page.getByRole("button", { name: "Continue to EVE" }).click();
  await choosePilot(page, name);
  await expect(
    page.getByText("EVE has confirmed that this is you. Press the button again"),
  ).toBeVisible();
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Link Discord" }).first().click();
  await expect((await popup).getByRole("heading", { name: "Discord", exact: true })).toBeVisible();
});

test("the owner of a sold administrator is confirmed after EVE's round trip", async ({
  page,
  expectedErrors,
}) => {
  // New Eden has sold nobody, so the API refuses what the page was told.
  expectedErrors.push(/status of 40[0-9]/);
  await signIn(page, ADMINISTRATOR);
  await page.route("**/api/health/details", async (route) => {
    const response = await route.fetch();
    const withheld = {
      characterId: 2_112_999_999,
      characterName: "Sold Pilot",
      heldBy: "Buyer",
      since: null,
    };
    const json: object = await response.json();
    await route.fulfill({ response, json: { ...json, withheldAdministrators: [withheld] } });
  });
  await page.context().clearCookies({ name: /proof/ });
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Confirm owner of Sold Pilot" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm owner" }).click();
  await page.getByRole("button", { name: "Continue to EVE" }).click();
  const again = page.waitForResponse("**/api/admin/administrators/*/confirm");
  await choosePilot(page, ADMINISTRATOR);
  expect((await again).status()).not.toBe(403);
  await expect(page).toHaveURL("/admin/settings");
});
