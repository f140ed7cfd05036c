import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { openSession, signIn } from "./api-session.ts";
import { expect, expectAccessible, test } from "./product.ts";

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

  const { items: groups } = groupsSchema.parse(await read("/groups?search=Home Defence"));
  await page.goto(`/groups/${groups[0]?.id}?tab=who&on=${on}`);
  await expect(page.getByRole("heading", { name: /^Who had access on/ })).toBeVisible();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await expectEvidence(page);
  await expectAccessible(page);
  expect(await sheetsOf(page)).toBe(1);
});
