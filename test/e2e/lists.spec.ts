import { makeGroup, test } from "./group-pages.ts";
import { expect, pilotName } from "./product.ts";

test("a list of groups is searched with Enter or the button, opened by its rows, and keeps its place", async ({
  category,
  enlist,
}) => {
  const { page } = await enlist("Browser");
  const { page: founder } = await enlist("Founder");
  const prefix = pilotName("Wing");
  const create = (name: string, joinMode: string) =>
    makeGroup(founder, category, { name: `${prefix} ${name}`, joinMode });
  await create("Asked", "approval");
  await create("Closed", "invitation_only");
  for (let n = 0; n < 18; n += 1) await create(`Fleet ${String(n).padStart(2, "0")}`, "open");

  await page.goto(`/groups?category=${category.id}`);
  const shown = page.getByRole("region", { name: "Available Groups" });
  await expect(shown.getByText("20 groups")).toBeVisible();
  await page.getByLabel("Search").pressSequentially("closed");
  // A selection applies at once and leaves alone what is being typed.
  await page.getByLabel("Join Mode").selectOption("Invitation Only");
  await expect(page).toHaveURL(/joinMode=invitation_only/);
  expect(new URL(page.url()).searchParams.has("search")).toBe(false);
  await expect(page.getByLabel("Search")).toHaveValue("closed");
  await page.getByLabel("Join Mode").selectOption("All join modes");
  await expect(shown.getByText("20 groups")).toBeVisible();
  expect(new URL(page.url()).searchParams.has("search")).toBe(false);
  await page.getByLabel("Search").press("Enter");
  await expect(shown.getByText("1 group", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Joinable" }).click();
  await expect(page.getByText("No group that you can see matches these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear Filters" }).first().click();
  await expect(page.getByLabel("Search")).toHaveValue("");
  await page.getByLabel("Search").fill(prefix);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(shown.getByText("19 groups")).toBeVisible();

  // A group that takes requests; then one that is open, with the keyboard.
  await page.getByRole("button", { name: `Request to join ${prefix} Asked` }).click();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(shown.getByText("Requested")).toBeVisible();
  await page.getByRole("button", { name: `Quick Join ${prefix} Fleet 03` }).press("Enter");
  await expect(
    page.getByRole("link", { name: `View Details of ${prefix} Fleet 03` }),
  ).toBeFocused();

  // The palette finds the same by its label.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search pilots" }).fill("quick join fleet 05");
  await page.getByRole("option", { name: `Quick Join ${prefix} Fleet 05` }).click();
  await expect(page.getByText(`Successfully joined ${prefix} Fleet 05!`)).toBeVisible();

  // From the last row in the other order and back.
  await page.getByRole("button", { name: "Group Name" }).click();
  await expect(page.getByRole("columnheader", { name: "Group Name" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  // Without the two that were joined, in their order.
  await expect(shown.getByText("17 groups")).toBeVisible();
  await expect(shown.getByRole("row").nth(1)).toContainText(`${prefix} Fleet 17`);
  const row = page.getByRole("row", { name: `${prefix} Fleet 00` });
  await row.scrollIntoViewIfNeeded();
  const place = await row.boundingBox();
  await row.getByText("Public").click();
  await expect(page.getByRole("heading", { level: 1, name: `${prefix} Fleet 00` })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(async () => (await row.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
});
