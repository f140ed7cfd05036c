import * as z from "zod/mini";
import { runEveryMinute, signIn } from "./api-session.ts";
import { call, test } from "./group-pages.ts";
import { expect, expectAccessible, openMenu, pilotName } from "./product.ts";

const idSchema = z.object({ id: z.string() });
const categoriesSchema = z.array(z.object({ id: z.string(), name: z.string() }));

test("a pilot reads what they have and why, what ends and how to keep it, and what they lost", async ({
  page,
  category,
  enlist,
}) => {
  await signIn(page, "Aurelia Voss");
  const categories = z.parse(categoriesSchema, await call(page, "GET", "/groups/categories"));
  const categoryId = categories.find((one) => one.name === category)?.id;
  const wing = pilotName("Wing");
  const ring = pilotName("Ring");
  const past = pilotName("Past");
  const near = pilotName("Near");
  const create = async (name: string, joinMode = "open") => {
    const group = { categoryId, name, visibility: "public", joinMode };
    return z.parse(idSchema, await call(page, "POST", "/groups", group)).id;
  };
  const require = (id: string, tree: object) =>
    call(page, "PUT", `/groups/${id}/requirements`, {
      version: null,
      rule: { tree, enrolment: "manual", listing: "everyone", graceDays: 3 },
    });
  const wingId = await create(wing, "approval");
  const ringId = await create(ring);
  const pastId = await create(past);
  const pilot = await enlist("Reader");
  const request = await call(pilot.page, "POST", `/groups/${wingId}/join-requests`, {});
  await call(page, "POST", `/groups/join-requests/${z.parse(idSchema, request).id}/approve`);
  await call(pilot.page, "POST", `/groups/${ringId}/join`);
  await call(pilot.page, "POST", `/groups/${pastId}/join`);
  await call(pilot.page, "POST", `/groups/${pastId}/leave`);
  await require(wingId, { type: "discord_linked" });
  const authorized = {
    type: "characters",
    which: "every",
    meet: { type: "authorization", scopes: [] },
  };
  await require(ringId, authorized);
  await require(await create(near), authorized);

  const { page: own } = pilot;
  await expect(async () => {
    await runEveryMinute(page);
    await own.goto("/access");
    await expect(own.getByRole("heading", { name: `${wing} ends` })).toBeVisible({ timeout: 5000 });
  }).toPass();
  const ending = own.getByRole("region", { name: `${wing} ends` });
  await expect(ending.getByText("Discord is not linked.")).toBeVisible();
  await expect(ending.getByRole("button", { name: "Link Discord" })).toBeVisible();

  const table = own.getByRole("table", { name: "What you have" });
  const wingRow = table.getByRole("row").filter({ hasText: wing });
  await expect(wingRow).toContainText("Approved by Aurelia Voss");
  await expect(wingRow).toContainText("In grace");
  const ringRow = table.getByRole("row").filter({ hasText: ring });
  await expect(ringRow).toContainText("You joined: the group was open");
  await ringRow.getByRole("button", { name: `Show the evidence for ${ring}` }).click();
  await expect(ringRow).toContainText("Every character has a valid authorization");

  const reach = own.getByRole("region", { name: "Within reach" });
  const item = reach.getByRole("listitem").filter({ hasText: near });
  await expect(item).toContainText("Nothing missing");
  const lost = own.getByRole("region", { name: "Lost in the last 90 days" });
  await expect(lost.getByRole("listitem").filter({ hasText: past })).toContainText("You left.");
  await expectAccessible(own);

  await item.getByRole("link", { name: "Open group" }).click();
  await own.getByRole("button", { name: "Join group" }).click();
  await expect(own.getByRole("button", { name: "Leave group" })).toBeVisible();
  await openMenu(own);
  await own.getByRole("link", { name: "My access" }).click();
  await expect(own.getByRole("table", { name: "What you have" })).toContainText(near);
});
