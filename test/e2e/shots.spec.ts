import * as z from "zod/mini";
import type { Page } from "@playwright/test";
import { EVE_CALLBACK_PATHS } from "#shared/account/sign-in-paths.ts";
import {
  AURELIA_VOSS_ID,
  SABLE_MERIDIAN_ID,
  SABLE_MERIDIAN_SERVER_ID,
} from "#test/new-eden/ids.ts";
import { routes } from "#web/app/routes.tsx";
import { call } from "./group-pages.ts";
import { expectPicture } from "./picture.ts";
import { enter } from "./api-session.ts";
import { expect, expectNoViolations, expectToFit, test } from "./product.ts";
import { drawReadme } from "./readme-pictures.ts";
import { readRecording, record, replay } from "./recording.ts";
import { pathsOf } from "./route-paths.ts";

const isRecording = process.env["SHOTS"] === "record";
const isForReadme = process.env["SHOTS"] === "readme";

test.describe.configure({ mode: "parallel" });

type Screen = { name: string; route: string; path?: string; isPublic?: boolean };

/** `path` where the route has parameters; the ids are the recording's. */
function screens(groupId: string, corporationId: number, code: string): Screen[] {
  return [
    { name: "landing", route: "/", isPublic: true },
    { name: "callback", route: "/auth/callback", isPublic: true },
    { name: "claim-main", route: "/claim-main", isPublic: true },
    { name: "discord-callback", route: "/discord/callback", isPublic: true },
    { name: "consent", route: "/consent", isPublic: true },
    { name: "not-found", route: "/nothing-here", isPublic: true },
    { name: "dashboard", route: "/dashboard" },
    { name: "account", route: "/account" },
    {
      name: "character",
      route: "/character/:characterId?",
      path: `/character/${AURELIA_VOSS_ID}`,
    },
    { name: "groups", route: "/groups" },
    { name: "create-group", route: "/groups/create" },
    { name: "group", route: "/groups/:groupId", path: `/groups/${groupId}` },
    { name: "invite-link", route: "/i/:code", path: `/i/${code}` },
    { name: "my-groups", route: "/my-groups" },
    { name: "access", route: "/access" },
    { name: "invitations", route: "/invitations" },
    { name: "operations", route: "/operations" },
    { name: "operation-new", route: "/operations/new" },
    { name: "participation", route: "/operations/participation" },
    { name: "admin-overview", route: "/admin/overview" },
    { name: "admin-categories", route: "/admin/categories" },
    { name: "admin-groups", route: "/admin/groups" },
    { name: "admin-group", route: "/admin/groups/:groupId", path: `/admin/groups/${groupId}` },
    { name: "admin-corporations", route: "/admin/corporations" },
    {
      name: "admin-corporation",
      route: "/admin/corporations/:corporationId",
      path: `/admin/corporations/${corporationId}`,
    },
    { name: "admin-reviews", route: "/admin/reviews" },
    { name: "admin-pilots", route: "/admin/pilots" },
    { name: "admin-lookup", route: "/admin/pilots/lookup" },
    { name: "admin-undo", route: "/admin/undo" },
    { name: "admin-discord", route: "/admin/discord" },
    {
      name: "admin-discord-server",
      route: "/admin/discord/:serverId",
      path: `/admin/discord/${SABLE_MERIDIAN_SERVER_ID}`,
    },
    { name: "admin-applications", route: "/admin/applications" },
    { name: "admin-held", route: "/admin/held" },
    { name: "admin-activity", route: "/admin/activity" },
    { name: "admin-settings", route: "/admin/settings" },
  ];
}

/** Fonts and pictures are there, and nothing waits for an answer any more. */
async function isStill(page: Page) {
  await expect(page.getByRole("heading").first()).toBeVisible();
  await page.waitForFunction(() => {
    const isSeen = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight;
    const isFace = ({ family, status }: FontFace) =>
      / Variable/.test(family) && status === "loaded";
    return (
      [...document.fonts].some(isFace) &&
      document.fonts.status === "loaded" &&
      document.querySelector("[aria-busy=true], .animate-spin") === null &&
      [...document.images].every((image) => image.complete || !isSeen(image))
    );
  });
}

const myGroupsSchema = z.object({
  items: z.array(z.object({ groupId: z.string(), isOwner: z.boolean() })),
});
const groupsSchema = z.object({
  items: z.array(z.object({ id: z.string(), isMember: z.boolean() })),
});
const codeSchema = z.object({ code: z.string() });

/** A code of a group that the recording's user has not joined. */
async function createCode(page: Page): Promise<string> {
  const { items } = z.parse(groupsSchema, await call(page, "GET", "/groups"));
  const group = items.find(({ isMember }) => !isMember);
  const created = await call(page, "POST", `/groups/${group?.id}/invite-codes`, {});
  return z.parse(codeSchema, created).code;
}

if (isForReadme) {
  test("draws the pictures of the README", async ({ page }) => {
    await enter(page, "Aurelia Voss");
    await drawReadme(page, isStill);
  });
} else if (isRecording) {
  test("records what the screens are shown", async ({ page }) => {
    await enter(page, "Aurelia Voss");
    const { items } = z.parse(myGroupsSchema, await call(page, "GET", "/groups/my-groups"));
    const groupId = items.find(({ isOwner }) => isOwner)?.groupId ?? "";
    const code = await createCode(page);
    const { save } = await record(page);
    for (const { route, path, isPublic } of screens(groupId, SABLE_MERIDIAN_ID, code)) {
      if (isPublic) continue;
      await page.goto(path ?? route);
      await isStill(page);
      // Some parts of a page ask when the rest stands.
      await page.waitForLoadState("networkidle");
    }
    save({ at: new Date().toISOString(), groupId, corporationId: SABLE_MERIDIAN_ID });
  });
} else {
  const recording = readRecording();
  // The code is in the request's body: any other gets the recorded answer too.
  const all = screens(recording.groupId, recording.corporationId, "0123456789");

  for (const { name, route, path = route, isPublic = false } of all) {
    test(`the screen ${route} looks as it did`, async ({
      page,
      isMobile,
      expectedErrors,
    }, info) => {
      if (name === "not-found") expectedErrors.push(/status of 404/);
      test.skip(process.platform !== "linux", "Letters are drawn in another way elsewhere.");
      const missing = await replay(page, recording, !isPublic);
      await page.goto(path);
      await isStill(page);
      expect(missing, "Not recorded; see CONTRIBUTING.md").toEqual([]);
      await expectPicture(page, info, name);
      // The picture is dark. A colour does not depend on the width: the phone's screen is looked at in dark, the wide one in light.
      if (!isMobile) await page.emulateMedia({ colorScheme: "light" });
      await expectNoViolations(page);
      await expectToFit(page);
    });
  }

  test("every route of the product has its picture", () => {
    // A merge needs two accounts: account.spec.ts. The list of held changes shows the first of them in full. Times on the
    // page of a pilot and in a list of members are of the day of the seed: pilots.spec.ts, roster.spec.ts,
    // member-reviews.spec.ts. So are those on the pages of an application: application-pages.spec.ts; what one asks:
    // applications.spec.ts. Forms and requests: applying.spec.ts, the watchlist: watchlist.spec.ts. The callbacks of other systems show the page of Muster's own.
    const [, ...otherCallbacks] = EVE_CALLBACK_PATHS;
    const unpictured = new Set([
      "*",
      ...otherCallbacks,
      "/account/merge/:mergeId",
      "/groups/:groupId/review",
      "/groups/:groupId/apply",
      "/groups/:groupId/form",
      "/groups/:groupId/requests/:requestId",
      "/requests/:requestId",
      // operations.spec.ts
      "/operations/:operationId",
      "/operations/:operationId/edit",
      "/corporations/:corporationId/members",
      "/sign-out",
      "/admin/applications/:applicationId",
      "/admin/applications/:applicationId/deliveries",
      "/admin/held/:heldId",
      "/admin/watchlist",
      "/admin/pilots/:userId",
    ]);
    const paths = pathsOf(routes).filter((path) => !unpictured.has(path));
    expect(paths.length).toBeGreaterThan(15);
    expect(all.map(({ route }) => route)).toEqual(expect.arrayContaining(paths));
  });
}
