import { QUIET_ENGINES_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { openSession, signIn } from "./api-session.ts";
import { makeGroup, test } from "./group-pages.ts";
import { expect, pilotName } from "./product.ts";

const MATCHING = 40;
const OTHERS = 4;

test("forty requests of one corporation are approved on a phone with four taps", async ({
  page,
  newEden,
  category,
  isMobile,
  newPilot,
}) => {
  test.skip(!isMobile, "A story of a phone.");
  const founder = await newPilot("Founder");
  await signIn(page, founder);
  const { id } = await makeGroup(page, category, { joinMode: "approval" });
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
  await tap("link", /^Review/);
  await tap("button", `Sable Meridian ${MATCHING}`);
  await tap("checkbox", `Select all ${MATCHING}`);
  await tap("button", `Approve ${MATCHING}`);
  await expect(page.getByText(`${MATCHING} players are members now.`)).toBeVisible();
  await expect(page.getByText(`${OTHERS} waiting · ${MATCHING} approved`)).toBeVisible();
  expect(taps).toBe(4);
});
