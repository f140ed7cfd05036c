import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { signIn } from "./api-session.ts";
import { PHONE } from "./phone.ts";
import { expect, expectAccessible, expectToFit, openMenu, test } from "./product.ts";
import { readRecording } from "./recording.ts";

/** The overview of the pictures: it has everything. */
const recording = readRecording();
const full = z.parse(
  z.record(z.string(), z.unknown()),
  recording.answers["GET /api/admin/overview"]?.body,
);
const NOTHING_TO_DECIDE = {
  withoutDirector: [],
  alarmed: [],
  timers: [],
  drifted: [],
  watched: [],
  held: [],
  requests: null,
  reviews: [],
  servers: [],
  hasBot: false,
  postsDirectors: true,
  administrators: 2,
};
/** A seeded community has five decisions; this is the worst of all. */
const WITHOUT_DIRECTOR = {
  withoutDirector: [{ corporationId: 98700001, name: "Sable Meridian", since: null }],
};

/** Answers with the recorded overview, at its time. */
async function show(page: Page, changed: object = {}) {
  await page.clock.setFixedTime(recording.at);
  await page.unroute("**/api/admin/overview");
  await page.route("**/api/admin/overview", (route) =>
    route.fulfill({
      headers: { date: new Date(recording.at).toUTCString() },
      json: { ...full, ...changed },
    }),
  );
  await page.goto("/admin/overview");
  await expect(page.getByRole("heading", { name: "Members", exact: true })).toBeVisible();
}

test("an administrator sees the overview of the seeded community, first in the menu", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/categories");
  await openMenu(page);
  const menu = page.getByRole("navigation", { name: "Admin" });
  // Without the numbers of what waits.
  await expect(menu.getByRole("link")).toHaveText(
    [
      "Back to Dashboard",
      "Overview",
      "Pilots",
      "Groups",
      "Corporations",
      "Discord",
      "Settings",
      "Held changes",
      "Watchlist",
      "Applications",
    ].map((name) => new RegExp(`^${name}`)),
  );
  await expect(menu.getByRole("link", { name: "Back to Dashboard" })).toBeInViewport();
  await menu.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page).toHaveTitle("Overview · Muster");
  for (const name of [
    "Members",
    "Registered, by corporation",
    "Active hours, EVE time",
    "Seven days of Muster",
    "Health, 30 days",
  ]) {
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  await expectAccessible(page);
});

test("each picture is one tab stop that the arrows walk, says what a mark means, and has a table", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await show(page);
  const weeks = page.getByRole("group", { name: "Members, joined and left, by week" });
  const tip = page.locator(".tip");
  await weeks.locator("[tabindex='0']").focus();
  await expect(tip).toContainText("Week of Nov 23, so far");
  await page.keyboard.press("ArrowLeft");
  await expect(tip).toContainText("Week of Nov 16");
  await page.keyboard.press("Home");
  await expect(weeks.locator(":focus")).toHaveAccessibleName(/^Week of Sep 7/);
  await page.keyboard.press("Escape");
  await expect(tip).toBeHidden();
  await expect(weeks.locator("[tabindex='0']")).toHaveCount(1);

  const hours = page.getByRole("group", { name: /^Pilots in game by EVE hour/ });
  await hours.locator("[tabindex='0']").focus();
  await page.keyboard.press("Home");
  await expect(hours.locator(":focus")).toHaveAccessibleName(/00:00 EVE/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await expect(hours.locator(":focus")).toHaveAccessibleName(/23:00 EVE/);
  // No number where it would be about few.
  await expect(hours.getByRole("button", { name: /fewer than 5 pilots/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("table", { name: "Pilots in game by hour and weekday" }),
  ).toBeVisible();

  for (const [title, table] of [
    ["Members", "Members, joined and left, by week"],
    ["Registered, by corporation", "Registered members by corporation"],
    ["Seven days of Muster", "What Muster did, by day"],
    ["Health, 30 days", "Health of 30 days, in hours"],
  ] as const) {
    await page.getByRole("button", { name: `As a table of ${title}` }).click();
    await expect(page.getByRole("table", { name: table })).toBeVisible();
  }
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
});

test("decisions come worst first, a hint can be dismissed and a failure cannot", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await show(page, WITHOUT_DIRECTOR);
  const items = page.locator(".decision");
  await expect(items).toHaveCount(6);
  await expect(items.first()).toContainText("Sable Meridian: no usable director");
  await expect(items.first().getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  await expect(items.last()).toContainText("Muster has one administrator");
  await items.last().getByRole("button", { name: "Dismiss" }).click();
  await expect(items).toHaveCount(5);
  await page.reload();
  await expect(items).toHaveCount(5);
  await page.getByRole("button", { name: "Show 1 dismissed" }).click();
  await expect(items).toHaveCount(6);
  await page.setViewportSize(PHONE);
  await expect(items.nth(3)).toBeHidden();
  await page.getByRole("button", { name: "Show 3 more" }).click();
  await expect(items.nth(3)).toBeVisible();
});

test("a quiet community and one that is a day old have states of their own", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  const { corporations } = z.parse(
    z.looseObject({ corporations: z.array(z.looseObject({})) }),
    full,
  );
  await show(page, {
    ...NOTHING_TO_DECIDE,
    corporations: corporations.map((one) => ({ ...one, directorCount: 2 })),
  });
  await expect(page.getByRole("heading", { name: "Nothing needs a decision" })).toBeVisible();
  const { today } = z.parse(z.looseObject({ today: z.int() }), full);
  const day = { day: today, members: 14, joined: 14, left: 0, rolesChanged: 0, ended: 0 };
  await show(page, {
    days: [{ ...day, held: 0, undone: 0, watched: 1 }],
    hours: [],
    health: [],
    corporations: [],
    servers: [],
  });
  await expect(page.getByText("The first week ends on Nov 29, 2026.")).toBeVisible();
  await expect(page.getByText("No hour has been counted yet.")).toBeVisible();
  await expect(page.getByText("No corporation has been read yet.")).toBeVisible();
  await expect(page.getByText("Nothing is watched yet.")).toBeVisible();
  await expectAccessible(page);
});

// shots.spec.ts looks at the widths of a phone and a desk.
test("the overview fits the widths of a small phone and a tablet", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await show(page);
    await expectToFit(page);
  }
});

test("the dashboard of an administrator begins with what needs a decision", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  await show(page, WITHOUT_DIRECTOR);
  await page.goto("/dashboard");
  const block = page.getByRole("region", { name: "Decisions" });
  await expect(block).toContainText("6 decisions wait");
  await expect(block).toContainText("Sable Meridian: no usable director");
  await block.getByRole("link", { name: "Open the overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});
