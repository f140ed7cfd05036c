import { card, createKnownPilot, MECHANICS, PERIMETER, untilLocationIsDue } from "./known-pilot.ts";
import { enter } from "./api-session.ts";
import { choosePilot, expect, expectAccessible, pilotName, test } from "./product.ts";

test("the dashboard shows every pilot and refreshes them independently", async ({
  page,
  newEden,
}) => {
  const { id, name } = await createKnownPilot(newEden);
  await enter(page, name);
  await expect(page.getByText("All pilots healthy")).toBeVisible();
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

  await newEden.setSheet(id, { whereabouts: PERIMETER });
  await untilLocationIsDue(page);
  const refresh = pilot.getByRole("button", { name: `Refresh ${name}` });
  await refresh.click();
  await expect(pilot).toContainText("Perimeter");
  await expect(refresh).not.toHaveAttribute("aria-busy", "true");
  await expectAccessible(page);
});

test("a lost authorization is repaired with the button beside it", async ({ page, isMobile }) => {
  test.skip(isMobile, "The seeded pilot can lose its authorization only once.");
  await enter(page, "Aurelia Voss");
  const attention = page.getByRole("region", { name: /^Needs attention/ });
  const lost = attention.getByRole("listitem").filter({ hasText: "Nyx Halloran" });
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
