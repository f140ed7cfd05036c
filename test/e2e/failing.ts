import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { EVE_CALLBACK_PATHS } from "#shared/account/sign-in-paths.ts";
import {
  AURELIA_VOSS_ID,
  SABLE_MERIDIAN_ID,
  SABLE_MERIDIAN_SERVER_ID,
} from "#test/new-eden/ids.ts";
import { routes } from "#web/app/routes.tsx";
import { signIn } from "./api-session.ts";
import { call } from "./group-pages.ts";
import { expect } from "./product.ts";
import { plainPagesOf } from "./route-paths.ts";

/** How a call of the API fails. "none": no answer, until the page gives the read up. */
export const KINDS = ["500", "503", "cut", "none"] as const;
type Kind = (typeof KINDS)[number];

/** Without it nothing is known of the user, which `refused-sign-in.spec.ts` and `setup.spec.ts` look at. */
export const SESSION = "/api/auth/session";
/** The answers with the numbers beside the links of the menu, and the pages that show more of them. */
const COUNTS: Readonly<Record<string, readonly string[]>> = {
  "/api/groups/waiting": ["/dashboard"],
  "/api/admin/overview": ["/dashboard", "/admin/overview"],
};
const isOfMenu = (call: string, address: string) => COUNTS[call]?.includes(address) === false;

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

export async function findIds(page: Page): Promise<Ids> {
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
export function addressesOf(ids: Ids): Record<string, string[]> {
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
    "/operations/:operationId": ["/operations/none"],
    "/operations/:operationId/edit": ["/operations/none/edit"],
    "/i/:code": [`/i/${code}`],
    "/corporations/:corporationId/members": [`/corporations/${SABLE_MERIDIAN_ID}/members`],
    "/admin/groups/:groupId": tabsOf(`/admin/groups/${group}`),
    "/admin/pilots/:userId": [`/admin/pilots/${pilot}`, `/admin/pilots/${pilot}?on=2026-01-01`],
    "/admin/corporations/:corporationId": ["", "members", "data", "fetch", "alarms"].map(
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

/** Addresses of all screens, in a page whose calls `failCalls` can make fail. */
export async function enterAndFindScreens(page: Page): Promise<string[]> {
  await letCallsFail(page);
  await signIn(page, "Aurelia Voss");
  return Object.values(addressesOf(await findIds(page))).flat();
}

export function isInShell(screen: string): boolean {
  return !/^\/(auth|api|consent|sign-out)/.test(screen);
}

/** Goes to the address within the page, as a link does. */
export async function follow(page: Page, screen: string) {
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, screen);
}

/**
 * Calls fail in the page itself: a route of Playwright would switch the browser's cache off, and each of hundreds of pages would load
 * all its code again. What the page waits, for an answer that does not come or before it asks again, is short.
 */
async function letCallsFail(page: Page) {
  await page.addInitScript((session) => {
    const giveUpAfter = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) =>
      giveUpAfter(localStorage.getItem("failing") === "none" ? ms / 60 : ms);
    const wait = globalThis.setTimeout.bind(globalThis);
    const waitLess = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      wait(run, ms < 1000 ? ms : ms / 20, ...rest);
    Object.assign(globalThis, { setTimeout: waitLess });

    const ask = globalThis.fetch.bind(globalThis);
    globalThis.fetch = (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
      const kind = localStorage.getItem("failing");
      const only = localStorage.getItem("failing.only");
      const isFailing = only === null ? pathname !== session : pathname === only;
      if (kind === null || !pathname.startsWith("/api/") || !isFailing) return ask(input, init);
      performance.mark(pathname, { detail: "failed" });
      if (kind === "cut") return Promise.reject(new TypeError("Failed to fetch"));
      if (kind !== "none") return Promise.resolve(new Response("", { status: Number(kind) }));
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      });
    };
  }, SESSION);
}

/** From now on, also on pages that are opened later; `undefined` ends it. */
export async function failCalls(page: Page, kind: Kind | undefined, only?: string) {
  await page.evaluate(
    ([failing, path]) => {
      localStorage.removeItem("failing");
      localStorage.removeItem("failing.only");
      if (failing !== undefined) localStorage.setItem("failing", failing);
      if (path !== undefined) localStorage.setItem("failing.only", path);
    },
    [kind, only],
  );
}

/** The paths of the calls that failed in this document. */
const failedCalls = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("mark")
      .filter((entry) => entry instanceof PerformanceMark && entry.detail === "failed")
      .map(({ name }) => name),
  );

/** What the page asks of the API as it opens. */
export async function callsOf(page: Page, address: string): Promise<string[]> {
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
  return [...calls].filter((call) => !isOfMenu(call, address));
}

/** Opens the page while some calls fail, and looks for a sentence with a button. Returns how many failed. */
export async function openFailing(page: Page, address: string, kind: Kind, only?: string) {
  const where = `${address}, ${only ?? "every call"}`;
  await failCalls(page, kind, only);
  await page.goto(address);
  // Some parts ask when others have their answer.
  if (only !== undefined) await expect.poll(() => failedCalls(page)).toContain(only);
  await expect(page.locator("main")).not.toBeEmpty();
  await page.waitForTimeout(100);
  const failed = (await failedCalls(page)).filter(
    (call) => only !== undefined || !isOfMenu(call, address),
  );
  if (failed.length > 0) {
    const name = /^(Try again|Return to Home)\b/;
    const wayOn = page.getByRole("button", { name }).or(page.getByRole("link", { name }));
    await expect.soft(wayOn.first(), where).toBeVisible();
  }
  await expect.soft(page.locator("main").getByText(/^Loading/), where).toHaveCount(0);
  await failCalls(page, undefined);
  return failed.length;
}
