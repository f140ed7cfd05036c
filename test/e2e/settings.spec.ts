import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import type { AdminSearch } from "#shared/admin-search.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { SETTINGS } from "#web/app/palette/settings.ts";
import type { SubjectKind } from "#web/app/palette/settings.ts";
import { openSession, signIn, takeOver } from "./api-session.ts";
import { expect, test } from "./product.ts";

/** What is there only in some states of its subject: the tests of its page show it. */
const SOMETIMES = new Set<string>([
  // With a bot and a linked account.
  "discord-messages",
  // Without conditions, the requirements begin with a choice.
  "group-conditions",
  "group-joining",
  // For members only, and for others only.
  "group-owner",
  "group-emergency",
  // On a server that is on.
  "server-drift",
  // While the user is signed in.
  "end-sessions",
  // With an assigned director, once members have been read.
  "verify-access",
  "corporation-lists",
]);

function idOf(kind: SubjectKind, found: AdminSearch): string {
  const { groups, corporations, servers, applications, pilots } = found;
  const ids: Record<SubjectKind, string | undefined> = {
    group: groups.at(0)?.id,
    corporation: corporations.at(0)?.corporationId.toString(),
    server: servers.at(0)?.id,
    application: applications.at(0)?.id,
    pilot: pilots.find(({ isAdmin }) => !isAdmin)?.userId,
  };
  const id = ids[kind];
  if (id === undefined) throw new Error(`The seed has no ${kind}.`);
  return id;
}

test("the address of every setting leads to it, and its first control has the focus", async ({
  page,
}) => {
  test.slow();
  const session = await openSession("Aurelia Voss");
  const search = async (q: string) =>
    readJson(await session.send(`/admin/search?q=${q}`), z.custom<AdminSearch>());
  const { pilots, corporations } = {
    pilots: (await search("mi")).pilots,
    corporations: (await search("sable")).corporations,
  };
  const found = { ...(await search("")), pilots, corporations };
  await takeOver(page, session);
  const lost: string[] = [];
  for (const [anchor, { page: at, kind }] of Object.entries(SETTINGS)) {
    if (SOMETIMES.has(anchor)) continue;
    const address = typeof at === "string" ? at : at(idOf(kind ?? "group", found));
    if (!(await isShown(page, `${address}#${anchor}`, anchor))) lost.push(`${address}#${anchor}`);
  }
  expect(lost).toEqual([]);
});

test("an address whose setting is not there takes no focus on a later page", async ({
  page,
  newPilot,
}) => {
  // A pilot of its own: other tests fill the list, and suspend.
  const name = await newPilot("Settled");
  await openSession(name);
  await signIn(page, "Aurelia Voss");
  await page.goto(`/admin/pilots?search=${encodeURIComponent(name)}#suspend`);
  await page.getByRole("table").getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const suspend = page.getByRole("button", { name: "Suspend", exact: true });
  await expect(suspend).toBeVisible();
  await expect(suspend).not.toBeFocused();
});

/** Whether the setting is in view, and the focus on or in it. */
async function isShown(page: Page, address: string, anchor: string): Promise<boolean> {
  await page.goto(address);
  const setting = page.locator(`main #${anchor}`);
  try {
    await expect(setting).toBeInViewport();
    await expect
      .poll(() => setting.evaluate((it) => it.contains(document.activeElement)))
      .toBe(true);
    return true;
  } catch {
    return false;
  }
}
