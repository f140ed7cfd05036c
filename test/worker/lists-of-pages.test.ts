import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  ALL_SCOPES,
  authorizeAgain,
  buildManaged,
  linkMember,
} from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { heldData } from "#test/support/corporations/held-data.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { hasStanding } from "#test/support/requirements/condition-builders.ts";
import { ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";

// ESI's headers of lists of several pages, as other programs have met them.

const HOUR = 60 * 60;
const EVERY_MINUTE = "* * * * *";
const WITH_RULES = [...ALL_SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];

const { drive, muster, world } = await startDriven();

beforeEach(async () => {
  await newEdenControl(muster.newEdenBase).clearFaults();
  await drive.advance(2 * HOUR);
});

async function fetchAgain(corporation: Managed, category: "assets" | "financial" | "requirements") {
  await corporation.newEden.clearRequests();
  await corporation.fetch(category);
  await drive.drain();
  const { categories } = await corporation.data();
  return categories.find((one) => one.category === category);
}

async function pagesAsked({ newEden }: Managed, path: RegExp) {
  return (await newEden.requests({ path })).map(({ query }) => Number(query["page"]));
}

test("contacts without X-Pages end no standing and remove no pilot, though no grace is given", async () => {
  const corporation = await buildManaged(world);
  const { id, newEden, pilots } = corporation;
  await authorizeAgain(muster, pilots[0]?.pilot.id ?? 0, WITH_RULES);
  const member = await linkMember(muster, id);
  // The member is on the second page.
  const contact = { ownerId: id, type: "character", standing: 5 } as const;
  await newEden.setContact({ ...contact, id: 2_115_000_000, count: 1200 });
  await newEden.setContact({ ...contact, id: member.pilot.id });
  const group = await buildGroup(muster, { owner: world.admin, members: [member.user] });
  const rule = ruleOf(hasStanding("corporation", id), { graceDays: 0 });
  expect((await saveRule(world.admin, group.id, rule)).status).toBe(200);
  const readAndEvaluate = async () => {
    const state = await fetchAgain(corporation, "requirements");
    await drive.cron(EVERY_MINUTE);
    await drive.drain();
    const rows = await muster.context.db
      .select()
      .from(groupMembers)
      .where(and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, member.user.userId)));
    return [state?.state, rows.length];
  };
  expect(await readAndEvaluate()).toEqual(["fresh", 1]);

  await newEden.addFault({ service: "esi", kind: "no_pages", path: "/contacts$" });
  await newEden.setContact({ ...contact, id: 2_115_000_000, standing: 0 });
  await drive.advance(HOUR);
  expect(await readAndEvaluate()).toEqual(["failed", 1]);
  expect((await heldData(muster, id))["contacts"]?.count).toBe(1201);

  // The standing is taken away on both pages: that ends the membership.
  await newEden.clearFaults();
  await newEden.setContact({ ...contact, id: member.pilot.id, standing: 0 });
  await drive.advance(HOUR);
  expect(await readAndEvaluate()).toEqual(["fresh", 0]);
});

test("a bare 304 keeps all pages of a corporation's assets", async () => {
  const corporation = await buildManaged(world, { holdings: { assets: 3500 } });
  await fetchAgain(corporation, "assets");
  await corporation.newEden.addFault({ service: "esi", kind: "bare_not_modified" });
  await drive.advance(2 * HOUR);
  expect(await fetchAgain(corporation, "assets")).toMatchObject({ state: "fresh", error: null });
  expect(await pagesAsked(corporation, /assets$/)).toHaveLength(4);
  expect((await corporation.data()).assetsData.assetCount).toBe(3500);
  expect((await heldData(muster, corporation.id))["assets"]?.count).toBe(3500);
});

test("a corporation's assets of three pages are loaded from two servers in nine calls", async () => {
  const corporation = await buildManaged(world, { holdings: { assets: 2500 } });
  const expected = await corporation.newEden.fingerprints(corporation.id);
  await corporation.newEden.addFault({ service: "esi", kind: "two_servers", path: "/assets$" });
  expect(await fetchAgain(corporation, "assets")).toMatchObject({ state: "fresh", error: null });
  expect(await pagesAsked(corporation, /assets$/)).toHaveLength(9);
  expect((await heldData(muster, corporation.id))["assets"]).toEqual(expected["assets"]);
});

test("a wallet's journal is loaded from two servers in one call a page", async () => {
  const corporation = await buildManaged(world, { holdings: { journal: 2500 } });
  await corporation.newEden.addFault({ service: "esi", kind: "two_servers", path: "/journal$" });
  expect(await fetchAgain(corporation, "financial")).toMatchObject({ state: "fresh" });
  const first = await pagesAsked(corporation, /wallets\/1\/journal$/);
  const { count } = (await corporation.newEden.fingerprints(corporation.id))["journal:1"] ?? {};
  expect((await heldData(muster, corporation.id))["journal:1"]?.count).toBe(count);
  expect(first).toHaveLength(Math.max(1, Math.ceil((count ?? 0) / 1000)));
});

test("a pilot's assets are loaded from two servers, and kept by bare 304 and by lists without X-Pages", async () => {
  const pilot = await linkPilot(muster, { assetCount: 25_000 });
  const refreshToTheEnd = async () => {
    for (let times = 1; times < 20; times++) {
      const { sections } = await pilot.refresh();
      if (sections.assets?.state !== "in_progress") return [sections.assets?.state, times];
    }
    throw new Error("The assets were never read to the end.");
  };
  const countOf = async () => (await pilot.detail()).private?.assets?.assetCount;
  const { newEden } = pilot;
  const fault = { service: "esi", path: "/assets$" } as const;
  await newEden.addFault({ ...fault, kind: "two_servers" });
  await newEden.clearRequests();
  expect(await refreshToTheEnd()).toEqual(["fresh", expect.any(Number)]);
  expect(await countOf()).toBe(25_000);
  // Twenty of the first reading, then two calls a page.
  expect((await newEden.requests({ path: /assets$/ })).length).toBeLessThanOrEqual(20 + 3 * 25);
  await newEden.clearFaults();

  await drive.advance(2 * HOUR);
  await newEden.addFault({ ...fault, kind: "bare_not_modified" });
  expect((await refreshToTheEnd())[0]).toBe("fresh");
  expect(await countOf()).toBe(25_000);
  await newEden.clearFaults();

  await drive.advance(2 * HOUR);
  await newEden.setSheet(pilot.pilot.id, { assetCount: 24_000, touchAssets: true });
  await newEden.addFault({ ...fault, kind: "no_pages" });
  const { sections } = await pilot.refresh();
  expect(sections.assets).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/could not be read/),
  });
  expect(await countOf()).toBe(25_000);
});
