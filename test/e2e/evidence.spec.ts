import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { runOpsWith } from "#test/support/commands/wrangler-place.ts";
import { openSession, runCron, signIn } from "./api-session.ts";
import { expect, expectAccessible, test } from "./product.ts";

/** The cron whose jobs seal the log. */
const HOURLY = "hourly";
const DAY_MS = 24 * 60 * 60 * 1000;
const on = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
const pilotsSchema = z.object({
  items: z.array(z.object({ userId: z.string(), mainCharacterName: z.nullable(z.string()) })),
});
const groupsSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });

/** How many sheets of A4 the page prints on. */
async function sheetsOf(page: Page) {
  const pdf = await page.pdf({ format: "A4" });
  return (pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
}

/** The page of who could what in a group on the day. */
async function openGroup(page: Page) {
  const administrator = await openSession("Aurelia Voss");
  const response = await administrator.send("/groups?search=Home Defence", "GET");
  const { items } = groupsSchema.parse(await response.json());
  await page.goto(`/groups/${items[0]?.id}?tab=who&on=${on}`);
  await expect(page.getByRole("heading", { name: /^Members as of \w+ \d/ })).toBeVisible();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
}

async function expectEvidence(page: Page) {
  await expect(
    page.getByText(/npm run audit:verify -- --remote --head|log is not sealed yet/).first(),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
}

test("what a pilot and a group had on a day prints on one sheet, with how to verify it", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  const administrator = await openSession("Aurelia Voss");
  const read = async (path: string): Promise<unknown> =>
    (await administrator.send(path, "GET")).json();
  const { items: pilots } = pilotsSchema.parse(await read("/admin/pilots?search=Mira"));
  const mira = pilots.find(({ mainCharacterName }) => mainCharacterName === "Mira Tal");
  await page.goto(`/admin/pilots/${mira?.userId}?on=${on}`);
  await expect(page.getByRole("heading", { level: 2, name: "Roles on Discord" })).toBeVisible();
  await expectEvidence(page);
  await expectAccessible(page);
  expect(await sheetsOf(page)).toBe(1);

  await openGroup(page);
  await expectEvidence(page);
  await expectAccessible(page);
  expect(await sheetsOf(page)).toBe(1);
});

test("the print of a group names the newest seal, and its command verifies the log against it", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await runCron(page, HOURLY);
  const command = page.locator("code").filter({ hasText: "audit:verify" });
  await expect(async () => {
    await openGroup(page);
    await expect(command).toBeVisible({ timeout: 3_000 });
  }).toPass();

  // What stands on the paper.
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: /^Members as of \w+ \d/ })).toBeVisible();
  await expect(page.getByText(/^Read from Muster’s log. Newest seal, of /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  expect(await sheetsOf(page)).toBe(1);
  const [, printed = ""] = /--head (\d+:[\w-]{43})$/.exec(await command.innerText()) ?? [];
  expect(printed).not.toBe("");
  await page.emulateMedia({ media: "screen" });

  // On this machine instead of Cloudflare's: with --local.
  const sound = await runOpsWith(process.env, "verify-audit", "--local", "--head", printed);
  expect(sound.said).toMatch(/\nThe log is sound: [\d,]+ events are as they were sealed/);
  expect(sound.said).toContain(`Newest seal: ${printed}`);
  expect(sound.status).toBe(0);
});
