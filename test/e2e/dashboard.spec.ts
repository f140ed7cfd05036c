import { card, createKnownPilot, MECHANICS } from "./known-pilot.ts";
import { enter, openSession, takeOver } from "./api-session.ts";
import { call, idOf, makeGroup, test } from "./group-pages.ts";
import { choosePilot, expect, expectAccessible, pilotName } from "./product.ts";

test("the dashboard shows a pilot, and refreshes it", async ({ page, newEden }) => {
  const { id, name } = await createKnownPilot(newEden);
  await enter(page, name);
  await expect(page.getByText("No pilot has a problem")).toBeVisible();
  const main = card(page, "Main Character");
  await expect(main).toContainText("Sable Meridian");
  await expect(main).toContainText("Null Concord");
  await expect(main.getByRole("link", { name: /View Details/ })).toHaveAttribute(
    "href",
    `/character/${id}`,
  );
  const pilot = card(page, "Linked Characters").getByRole("article");
  await expect(pilot).toContainText("Mechanics V");
  await expect(pilot.getByRole("progressbar")).toBeVisible();
  await expect(pilot).toContainText("0.9 Jita");
  await expect(pilot).toContainText("1.23m ISK");
  await expect(pilot).toContainText("317.3K SP");

  const refresh = pilot.getByRole("button", { name: `Refresh ${name}` });
  await refresh.click();
  await expect(page.getByText(/^(Up to date|[1-9] sections? updated)$/)).toBeVisible();
  await expect(refresh).not.toHaveAttribute("aria-busy", "true");
  await expectAccessible(page);
});

test("a lost authorization is repaired with the button beside it", async ({ page }) => {
  await enter(page, "Aurelia Voss");
  const attention = page.getByRole("region", { name: /^Needs attention/ });
  const lost = attention
    .getByRole("listitem")
    .filter({ hasText: /^Authorization lost.*Nyx Halloran/ });
  await expect(lost).toContainText(/EVE revoked access \d days? ago/);
  await lost.getByRole("button", { name: "Authorize again" }).click();
  await choosePilot(page, "Nyx Halloran");
  await expect(page).toHaveURL(/\/dashboard$/);
  const nyx = page.getByRole("article").filter({ hasText: "Nyx Halloran" });
  await expect(nyx).toContainText("ISK");
  await expect(nyx.getByText("Authorization lost")).toHaveCount(0);
});

test("paused and empty skill queues are reported", async ({ page, newEden }) => {
  const { id, name } = await createKnownPilot(newEden);
  await newEden.setSheet(id, { queue: [{ skillId: MECHANICS, level: 5 }], paused: true });
  const idle = await createKnownPilot(newEden, { name: pilotName("Idle") });
  await newEden.setSheet(idle.id, { queue: [] });
  await enter(page, name);

  const attention = page.getByRole("region", { name: /^Needs attention/ });
  await expect(attention).toContainText("Skills are queued, but training is paused.");
  await attention.getByRole("link", { name: "View queue" }).click();
  await expect(card(page, "Skill Queue").getByText("Paused").first()).toBeVisible();

  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Link New Character" }).click();
  await choosePilot(page, idle.name);
  await expect(attention).toContainText("Queue empty");
  await page.goto(`/character/${idle.id}`);
  await expect(card(page, "Skill Queue")).toContainText("Nothing is training");
});

test("seven pilots are a table, sorted by what needs the player, or cards", async ({
  page,
  newEden,
}) => {
  const session = await openSession((await createKnownPilot(newEden)).name);
  const alts = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      createKnownPilot(newEden, { name: pilotName(`Alt ${index}`) }),
    ),
  );
  const [idle, rich] = alts;
  if (!idle || !rich) throw new Error("no alts");
  await newEden.setSheet(idle.id, { queue: [] });
  await newEden.setSheet(rich.id, { balance: 98_700_000_000 });
  for (const { id } of alts) await session.link(id);
  for (const { id } of alts) await session.send(`/characters/${id}/refresh`, "POST");
  await takeOver(page, session);

  const table = page.getByRole("table", { name: "Your characters" });
  const row = (index: number) => table.getByRole("row").nth(index);
  await expect(table.getByRole("row")).toHaveCount(8);
  await expect(row(1)).toContainText(idle.name);
  await expect(row(1)).toContainText("Nothing is training");
  await expectAccessible(page);
  const select = page.getByLabel("Sort by");
  if (await select.isVisible()) await select.selectOption("Wallet");
  else {
    await table.getByRole("button", { name: "Wallet" }).click();
    await expect(table.getByRole("columnheader", { name: "Wallet" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
  }
  await expect(row(1)).toContainText(rich.name);

  await page.getByRole("button", { name: "Cards" }).click();
  await expect(page.getByRole("article")).toHaveCount(7);
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(7);
});

test("a player reads of a decision at the next visit, and dismisses it", async ({
  page,
  category,
  enlist,
}) => {
  const owner = await enlist("Owner");
  const { name, path } = await makeGroup(owner.page, category, { joinMode: "approval" });
  const player = await openSession((await enlist("Player")).name);
  const request = await player.send(`${path}/join-requests`, "POST", {});
  const reason = "Train Logistics V first";
  const decision = `/groups/join-requests/${idOf(await request.json())}/reject`;
  await call(owner.page, "POST", decision, { reason });
  await takeOver(page, player);

  const notices = card(page, "What's new");
  await expect(notices).toContainText(
    `Your request to join ${name} was rejected: “Train Logistics V first”`,
  );
  await expectAccessible(page);
  // What keeps the focus arrives after the page.
  await page.waitForLoadState("networkidle");
  const dismiss = notices.getByRole("button", { name: "Dismiss" });
  await notices.evaluate((element) => element.before(document.createElement("div")));
  await dismiss.focus();
  // What stood above the card leaves first: a warning about a pilot that has just been read.
  await notices.evaluate((element) => element.previousElementSibling?.remove());
  await dismiss.press("Enter");
  await expect(notices).toHaveCount(0);
  // The next control takes the place of the card's button.
  await expect(card(page, "Main Character").getByRole("button").first()).toBeFocused();
  await page.reload();
  await expect(card(page, "Account activity")).toContainText("was rejected");
  await expect(notices).toHaveCount(0);
});
