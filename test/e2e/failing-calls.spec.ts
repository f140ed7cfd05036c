import type { Page, Route } from "@playwright/test";
import * as z from "zod/mini";
import { EVE_CALLBACK_PATHS } from "#shared/account/callback-paths.ts";
import { SEED } from "#test/support/gates/seed.ts";
import {
  AURELIA_VOSS_ID,
  SABLE_MERIDIAN_ID,
  SABLE_MERIDIAN_SERVER_ID,
} from "#test/new-eden/ids.ts";
import { routes } from "#web/app/routes.tsx";
import { signIn } from "./api-session.ts";
import { call, test } from "./group-pages.ts";
import { PHONE } from "./phone.ts";
import { expect, expectToFit } from "./product.ts";
import { pathsOf, plainPagesOf } from "./route-paths.ts";
import { shareOf } from "./share.ts";

type Failure = (route: Route) => Promise<void>;

const FAILURES: Record<"500" | "503" | "a cut connection" | "no answer", Failure> = {
  "500": (route) => route.fulfill({ status: 500, body: "" }),
  "503": (route) => route.fulfill({ status: 503, body: "" }),
  "a cut connection": (route) => route.abort("connectionreset"),
  // The page gives a read up after a while, which `hurryTimeouts` shortens.
  "no answer": () => Promise.resolve(),
};
const wrong = FAILURES["500"];
const KINDS = Object.values(FAILURES);
const OTHERS = KINDS.filter((one) => one !== wrong);
/** A run opens one screen of so many: no multiple of the number of failures, so that in time each meets each. */
const SHARE = 11;

/** Without it nothing is known of the user, which `refused-sign-in.spec.ts` and `setup.spec.ts` look at. */
const SESSION = "/api/auth/session";
/** The numbers beside the links of the menu. Only the dashboard shows more of it. */
const COUNTS = "/api/groups/waiting";

const TABS = ["", "requests", "invitations", "codes", "who", "activity", "settings"];
const listSchema = z.object({ items: z.array(z.object({ id: z.string() })) });
const heldSchema = z.object({ waiting: z.array(z.object({ id: z.string() })) });
const applicationsSchema = z.object({ applications: z.array(z.object({ id: z.string() })) });
const pilotsSchema = z.object({ items: z.array(z.object({ userId: z.string() })) });
const codeSchema = z.object({ code: z.string() });

type Ids = Record<"group" | "request" | "code" | "pilot" | "application" | "held", string>;

/** Throws without one: the walk would open an address of nothing, whose calls may fail unseen. */
function idOf(one: { id: string } | undefined, what: string): string {
  if (one === undefined) throw new Error(`The community has no ${what}.`);
  return one.id;
}

async function findIds(page: Page): Promise<Ids> {
  const first = async (path: string, what: string) =>
    idOf(z.parse(listSchema, await call(page, "GET", path)).items[0], what);
  const group = await first("/groups?search=Capitals%20Wing", "group Capitals Wing");
  const held = z.parse(heldSchema, await call(page, "GET", "/admin/held"));
  const pilots = z.parse(pilotsSchema, await call(page, "GET", "/admin/pilots"));
  const added = z.parse(applicationsSchema, await call(page, "GET", "/admin/applications"));
  const made = await call(page, "POST", `/groups/${group}/invite-codes`, {});
  return {
    group,
    request: await first(`/groups/${group}/join-requests`, "waiting request"),
    held: idOf(held.waiting[0], "held change"),
    pilot: pilots.items[0]?.userId ?? "",
    code: z.parse(codeSchema, made).code,
    application: idOf(added.applications[0], "application"),
  };
}

/** Every route with the addresses at which it is walked: with each of its tabs, and with none if it asks for nothing. */
function addressesOf(ids: Ids): Record<string, string[]> {
  const { group, request, code, pilot, application, held } = ids;
  const tabsOf = (path: string) => [
    ...TABS.map((tab) => path + (tab && `?tab=${tab}`)),
    `${path}?tab=settings&section=requirements`,
  ];
  const corporation = `/admin/corporations/${SABLE_MERIDIAN_ID}`;
  const same = (path: string): [string, string[]] => [path, [path]];
  return {
    "*": [],
    "/": [],
    "/claim-main": [],
    // Without the verifier of a link that this browser has begun.
    "/discord/callback": [],
    ...Object.fromEntries(EVE_CALLBACK_PATHS.map((path) => [path, [`${path}?code=c&state=s`]])),
    "/consent": ["/consent?client_id=wiki"],
    "/sign-out": ["/sign-out?client_id=wiki"],
    ...Object.fromEntries(plainPagesOf(routes).map(same)),
    "/account/merge/:mergeId": ["/account/merge/none"],
    "/character/:characterId?": [`/character/${AURELIA_VOSS_ID}`],
    "/groups/:groupId": [`/groups/${group}`],
    "/groups/:groupId/review": [`/groups/${group}/review`],
    "/groups/:groupId/apply": [`/groups/${group}/apply`],
    "/groups/:groupId/form": [`/groups/${group}/form`],
    "/groups/:groupId/requests/:requestId": [`/groups/${group}/requests/${request}`],
    "/requests/:requestId": ["/requests/none"],
    "/i/:code": [`/i/${code}`],
    "/corporations/:corporationId/members": [`/corporations/${SABLE_MERIDIAN_ID}/members`],
    "/admin/groups/:groupId": tabsOf(`/admin/groups/${group}`),
    "/admin/pilots/:userId": [`/admin/pilots/${pilot}`, `/admin/pilots/${pilot}?on=2026-01-01`],
    "/admin/corporations/:corporationId": ["", "members", "data", "fetch"].map(
      (tab) => corporation + (tab && `?tab=${tab}`),
    ),
    "/admin/discord/:serverId": [`/admin/discord/${SABLE_MERIDIAN_SERVER_ID}`],
    "/admin/applications/:applicationId": [`/admin/applications/${application}`],
    "/admin/applications/:applicationId/deliveries": [
      `/admin/applications/${application}/deliveries`,
    ],
    "/admin/held/:heldId": [`/admin/held/${held}`],
  };
}

async function enterAndFindScreens(page: Page): Promise<string[]> {
  await hurryTimeouts(page);
  await signIn(page, "Aurelia Voss");
  return Object.values(addressesOf(await findIds(page))).flat();
}

function isInShell(screen: string): boolean {
  return !/^\/(auth|api|consent|sign-out)/.test(screen);
}

/** Goes to the address within the page, as a link does. */
async function follow(page: Page, screen: string) {
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, screen);
}

/** A second of the page's own timeouts lasts a twentieth of one. */
async function hurryTimeouts(page: Page) {
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms / 20);
  });
}

/** What the page asks of the API as it opens. */
async function callsOf(page: Page, address: string): Promise<string[]> {
  const calls = new Set<string>();
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.add(pathname);
  };
  // What the page before still asks for is not counted.
  await page.goto("about:blank");
  page.on("request", note);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  calls.delete(SESSION);
  if (address !== "/dashboard") calls.delete(COUNTS);
  return [...calls];
}

/** Opens the page while some calls fail, and looks for a sentence with a button. Returns how many failed. */
async function openFailing(page: Page, address: string, fail: Failure, only?: string) {
  let failed = 0;
  const where = `${address}, ${only ?? "every call"}`;
  await page.route("**/api/**", (route) => {
    const { pathname } = new URL(route.request().url());
    const isFailing = only === undefined ? pathname !== SESSION : pathname === only;
    if (!isFailing) return route.fallback();
    if (pathname !== COUNTS || only === COUNTS) failed += 1;
    return fail(route);
  });
  // Some parts ask when others have their answer.
  const asked =
    only === undefined
      ? undefined
      : page.waitForRequest((request) => new URL(request.url()).pathname === only);
  await page.goto(address);
  await asked;
  await expect(page.locator("main")).not.toBeEmpty();
  await page.waitForTimeout(100);
  if (failed > 0) {
    const name = /^(Try again|Return to Home)$/;
    const wayOn = page.getByRole("button", { name }).or(page.getByRole("link", { name }));
    await expect.soft(wayOn.first(), where).toBeVisible();
  }
  await expect.soft(page.locator("main").getByText(/^Loading/), where).toHaveCount(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return failed;
}

test.describe.configure({ mode: "parallel" });

test("every route of the product is among the screens", () => {
  const none = { group: "", request: "", code: "", pilot: "", application: "", held: "" };
  const walked = addressesOf(none);
  expect(Object.keys(walked)).toEqual(expect.arrayContaining(pathsOf(routes)));
});

for (const isServerError of [true, false]) {
  test(`${isServerError ? "with errors of the server" : "with a refusal, a cut connection or no answer"}, every screen says what failed and offers a way on`, async ({
    page,
    expectedErrors,
  }) => {
    test.setTimeout(600_000);
    expectedErrors.push(/./);
    const screens = await enterAndFindScreens(page);
    for (const [index, screen] of shareOf(screens.entries(), SHARE)) {
      const fail = isServerError ? wrong : OTHERS[(index + SEED) % OTHERS.length];
      // One page after the other.
      // oxlint-disable-next-line no-await-in-loop
      await test.step(screen, () => openFailing(page, screen, fail ?? wrong));
    }
  });
}

const PARTS = 3;
for (let part = 0; part < PARTS; part += 1) {
  const title = `each call of a screen may fail alone, part ${part + 1} of ${PARTS}`;
  test(title, { tag: "@long" }, async ({ page, expectedErrors }) => {
    test.setTimeout(600_000);
    expectedErrors.push(/./);
    const screens = (await enterAndFindScreens(page)).filter((_, index) => index % PARTS === part);
    let count = part;
    for (const screen of screens) {
      // One page after the other.
      // oxlint-disable-next-line no-await-in-loop
      const calls = await callsOf(page, screen);
      if (calls.length < 2) continue;
      for (const one of calls) {
        count += 1;
        const fail = KINDS[count % KINDS.length] ?? wrong;
        // oxlint-disable-next-line no-await-in-loop
        await test.step(`${screen}: ${one}`, () => openFailing(page, screen, fail, one));
      }
    }
  });
}

test("who cannot be told who they are, on any screen, reads what failed and tries again", async ({
  page,
  expectedErrors,
}) => {
  test.setTimeout(600_000);
  expectedErrors.push(/./);
  await signIn(page, "Aurelia Voss");
  const screens = Object.values(addressesOf(await findIds(page))).flat();
  for (const screen of screens.filter(isInShell)) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(screen, async () => {
      await page.route(`**${SESSION}`, wrong);
      await page.goto(screen);
      await expect.soft(page.locator("main"), screen).toBeVisible();
      const again = page.locator("main").getByRole("button", { name: "Try again" });
      if (screen.startsWith("/admin")) await expect.soft(again, screen).toBeVisible();
      await page.unroute(`**${SESSION}`);
      if (await again.isVisible()) await again.click();
      await expect.soft(page.getByRole("heading", { level: 1 }), screen).toBeVisible();
    });
  }
});

test("the dashboard shows the rest when one part fails", async ({ page, expectedErrors }) => {
  expectedErrors.push(/./);
  await signIn(page, "Aurelia Voss");
  await openFailing(page, "/dashboard", wrong, "/api/characters");
  await expect(page.getByRole("region", { name: "Sessions" })).toBeVisible();
});

test("every screen opens, and fits the width of a phone", async ({ page, expectedErrors }) => {
  // Some addresses are those of nothing.
  expectedErrors.push(/status of 40[04]/);
  await page.setViewportSize(PHONE);
  await signIn(page, "Aurelia Voss");
  const screens = Object.values(addressesOf(await findIds(page))).flat();
  await page.goto("/dashboard");
  for (const screen of screens.filter(isInShell)) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(screen, async () => {
      await follow(page, screen);
      await expect.soft(page.getByRole("heading", { level: 1 }), screen).toBeVisible();
      await expect.soft(page.locator("main").getByText(/^Loading/), screen).toHaveCount(0);
      await expectToFit(page);
    });
  }
});

test("a screen says which part is missing when only that call fails", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/./);
  const screens = await enterAndFindScreens(page);
  const addressOf = (end: RegExp) => screens.find((screen) => end.test(screen)) ?? "";
  const corporation = `/api/corporations/${SABLE_MERIDIAN_ID}`;
  const deliveries = addressOf(/\/deliveries$/);
  const request = addressOf(/^\/groups\/.*\/requests\//);
  for (const [screen, only] of [
    [deliveries, `/api${deliveries.replace(/\/deliveries$/, "")}`],
    [request, request.replace(/.*\//, "/api/watchlist/requests/")],
    [addressOf(/\?tab=fetch$/), `${corporation}/directors`],
    [addressOf(/^\/admin\/corporations\/.*\?tab=members$/), `${corporation}/directors`],
    [
      `/admin/discord/${SABLE_MERIDIAN_SERVER_ID}`,
      `/api/admin/discord/${SABLE_MERIDIAN_SERVER_ID}/preview`,
    ],
  ] as const) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    expect(await openFailing(page, screen, wrong, only), `${screen}: ${only}`).toBeGreaterThan(0);
  }
});

test("offline, every screen says so, and goes on by itself when the connection is back", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/./);
  await signIn(page, "Aurelia Voss");
  const screens = Object.values(addressesOf(await findIds(page))).flat();
  for (const screen of shareOf(screens.filter(isInShell), SHARE)) {
    // One page after the other.
    // oxlint-disable-next-line no-await-in-loop
    await test.step(screen, async () => {
      // The page before may be about to load again, and would interrupt this.
      await expect(() => page.goto("/dashboard")).toPass();
      await expect(page.getByRole("region", { name: "Sessions" })).toBeVisible();
      await context.setOffline(true);
      await follow(page, screen);
      await expect(page.getByText(/^You are offline/).first()).toBeVisible();
      await context.setOffline(false);
      // First: code that is still failing may say so after the connection is back, until the page has loaded again.
      const title = page.locator("main").getByRole("heading", { level: 1 });
      await expect.soft(title.filter({ hasNotText: "You are offline" }), screen).toBeVisible();
      await expect.soft(page.getByText(/^You are offline/), screen).toHaveCount(0);
      await expect.soft(page.locator("main").getByText(/^Loading/), screen).toHaveCount(0);
    });
  }
});

for (const moment of ["before it fails", "before the page says so", "after it failed"]) {
  test(`a page whose code failed offline opens, when the connection is back ${moment}`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/./);
    await signIn(page, "Aurelia Voss");
    await page.goto("/dashboard");
    await page.waitForLoadState("networkidle");
    let isCut = true;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) isCut = false;
    });
    await page.route("**/assets/**/*.js", async (route) => {
      if (!isCut) return route.fallback();
      if (moment === "before it fails")
        await page.evaluate(() => dispatchEvent(new Event("online")));
      return route.abort();
    });
    if (moment === "before the page says so") {
      await page.evaluate(() =>
        Object.defineProperty(navigator, "onLine", {
          get: () => document.querySelector("h1")?.textContent === "You are offline",
        }),
      );
    }
    await follow(page, "/admin/watchlist");
    if (moment === "after it failed") {
      // The browser says that it is online, and has not told the page yet.
      await expect(
        page.locator("main").getByRole("heading", { name: "This page could not be shown" }),
      ).toBeVisible();
      await page.evaluate(() => dispatchEvent(new Event("online")));
    }
    await expect(page.getByRole("heading", { level: 1, name: "Watchlist" })).toBeVisible();
  });
}
