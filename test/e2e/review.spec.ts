import * as z from "zod/mini";
import { QUIET_ENGINES_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { enter, openSession } from "./api-session.ts";
import { call, test } from "./group-pages.ts";
import { expect, pilotName } from "./product.ts";

const MATCHING = 40;
const OTHERS = 4;
const idSchema = z.object({ id: z.string() });

test("forty requests of one corporation are approved on a phone with four taps", async ({
  page,
  newEden,
  category,
  isMobile,
}, info) => {
  test.skip(!isMobile, "A story of a phone.");
  const founder = pilotName("Founder");
  await newEden.createPilot({ name: founder });
  await enter(page, founder);
  const categories = await call(page, "GET", "/groups/categories");
  const { id: categoryId } = z
    .parse(z.array(z.object({ id: z.string(), name: z.string() })), categories)
    .find(({ name }) => name === category) ?? { id: "" };
  const name = pilotName("Forty");
  const group = { categoryId, name, visibility: "public", joinMode: "approval" };
  const { id } = z.parse(idSchema, await call(page, "POST", "/groups", group));
  for (let n = 0; n < MATCHING + OTHERS; n += 1) {
    const asker = pilotName("Asker");
    const corporationId = n < MATCHING ? SABLE_MERIDIAN_ID : QUIET_ENGINES_ID;
    const pilot = await newEden.createPilot({ name: asker, corporationId });
    const session = await openSession(asker);
    await session.send(`/characters/${pilot.id}/refresh`, "POST");
    const asked = await session.send(`/groups/${id}/join-requests`, "POST", {});
    expect(asked.status, await asked.text()).toBe(201);
  }

  let taps = 0;
  const tap = async (role: "link" | "button" | "checkbox", label: string | RegExp) => {
    taps += 1;
    await page.getByRole(role, { name: label }).first().tap();
  };
  await page.goto("/dashboard");
  const start = Date.now();
  await tap("link", /^Review/);
  await tap("button", `Sable Meridian ${MATCHING}`);
  await tap("checkbox", `Select all ${MATCHING}`);
  await tap("button", `Approve ${MATCHING}`);
  await expect(page.getByText(`${MATCHING} players are members now.`)).toBeVisible();
  const seconds = (Date.now() - start) / 1000;
  await expect(page.getByText(`${OTHERS} waiting · ${MATCHING} approved`)).toBeVisible();
  info.annotations.push({ type: "review", description: `${taps} taps, ${seconds} s` });
  expect(taps).toBe(4);
});
