import { runEveryMinute, signIn } from "./api-session.ts";
import { call, idOf, makeGroup, requireOf, test } from "./group-pages.ts";
import { expect, expectAccessible, openMenu, pilotName } from "./product.ts";

test("a pilot reads what they have and why, what ends and how to keep it, and what they lost", async ({
  page,
  category,
  enlist,
}) => {
  await signIn(page, "Aurelia Voss");
  const make = (name: string, joinMode = "open") =>
    makeGroup(page, category, { name: pilotName(name), joinMode });
  const wing = await make("Wing", "approval");
  const ring = await make("Ring");
  const past = await make("Past");
  const near = await make("Near");
  const pilot = await enlist("Reader");
  const request = await call(pilot.page, "POST", `${wing.path}/join-requests`, {});
  await call(page, "POST", `/groups/join-requests/${idOf(request)}/approve`);
  await call(pilot.page, "POST", `${ring.path}/join`);
  await call(pilot.page, "POST", `${past.path}/join`);
  await call(pilot.page, "POST", `${past.path}/leave`);
  await requireOf(page, wing.id, { type: "discord_linked" });
  const authorized = {
    type: "characters",
    which: "every",
    meet: { type: "authorization", scopes: [] },
  };
  await requireOf(page, ring.id, authorized);
  await requireOf(page, near.id, authorized);

  const { page: own } = pilot;
  await expect(async () => {
    await runEveryMinute(page);
    await own.goto("/access");
    await expect(own.getByRole("heading", { name: `${wing.name} ends` })).toBeVisible({
      timeout: 5000,
    });
  }).toPass();
  const ending = own.getByRole("region", { name: `${wing.name} ends` });
  await expect(ending.getByText("Discord is not linked.")).toBeVisible();
  await expect(ending.getByRole("button", { name: "Link Discord" })).toBeVisible();

  const table = own.getByRole("table", { name: "What you have" });
  const wingRow = table.getByRole("row").filter({ hasText: wing.name });
  await expect(wingRow).toContainText("Approved by Aurelia Voss");
  await expect(wingRow).toContainText("In grace");
  const ringRow = table.getByRole("row").filter({ hasText: ring.name });
  await expect(ringRow).toContainText("You joined: the group was open");
  await ringRow.getByRole("button", { name: `Show the evidence for ${ring.name}` }).click();
  await expect(ringRow).toContainText("Every character has a valid authorization");

  const reach = own.getByRole("region", { name: "Within reach" });
  const item = reach.getByRole("listitem").filter({ hasText: near.name });
  await expect(item).toContainText("Nothing missing");
  const lost = own.getByRole("region", { name: "Lost in the last 90 days" });
  await expect(lost.getByRole("listitem").filter({ hasText: past.name })).toContainText(
    "You left.",
  );
  await expectAccessible(own);

  await item.getByRole("link", { name: "Open group" }).click();
  await expect(own.getByText("You meet every requirement.")).toBeVisible();
  await own.getByRole("button", { name: "Join group" }).click();
  await expect(own.getByRole("button", { name: "Leave group" })).toBeVisible();
  await openMenu(own);
  await own.getByRole("link", { name: "My access" }).click();
  await expect(own.getByRole("table", { name: "What you have" })).toContainText(near.name);
});
