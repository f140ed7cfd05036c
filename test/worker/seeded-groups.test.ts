import { expect, test } from "vitest";
import { normalizeCode } from "#shared/groups/invitations.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { seedApplication } from "#test/new-eden/seed/applications.ts";
import { seedGroups } from "#test/new-eden/seed/groups.ts";
import { FLEET_GROUPS } from "#test/new-eden/seed/fleet-groups.ts";
import { RULED_GROUPS } from "#test/new-eden/seed/ruled-groups.ts";
import { seedVetting } from "#test/new-eden/seed/vetting.ts";
import { withProof } from "#test/new-eden/seed/proven-session.ts";
import { TRADE_GROUPS } from "#test/new-eden/seed/trade-groups.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { decryptCode } from "#worker/groups/codes/encrypted-code.ts";
import { groups, inviteCodes } from "#worker/db/schema/groups.ts";

const muster = await startMuster();
const seeded = [...FLEET_GROUPS, ...TRADE_GROUPS, ...RULED_GROUPS];

const named = [
  "Aurelia Voss",
  "Mira Tal",
  "Juno Castellan",
  "Oskar Wren",
  "Kestrel Ansgar",
  "Tovi Renn",
];
const mentioned = seeded.flatMap(
  ({ owner, admins = [], members = [], requests = [], invited = [] }) => [
    owner,
    ...admins,
    ...members,
    ...[...requests, ...invited].map(([name]) => name),
  ],
);
const people = new Map<string, BuiltUser>();
for (const name of new Set([...named, ...mentioned])) {
  const characterId = name === "Aurelia Voss" ? { characterId: AURELIA_VOSS_ID } : {};
  people.set(name, await buildUser(muster, { name, ...characterId }));
}
await seedGroups(muster.context, new Map([...people].map(([name, { userId }]) => [name, userId])));

function person(name: string): BuiltUser {
  const found = people.get(name);
  if (found === undefined) throw new Error(`Nobody is called ${name}.`);
  return found;
}

test("the seeded community has groups of every kind, with correct counts", async () => {
  const { api } = person("Aurelia Voss");
  const page = await (await api.groups.$get({ query: {} })).json();
  expect(page.total).toBe(seeded.length);
  const kinds = new Set(page.items.map((group) => `${group.visibility} ${group.joinMode}`));
  for (const joinMode of ["open", "approval", "invitation_only"]) {
    expect(kinds).toContain(`public ${joinMode}`);
  }
  expect(kinds).toContain("hidden approval");
  expect(kinds).toContain("system invitation_only");
  for (const { id, memberCount, pendingRequestCount } of page.items.slice(0, 10)) {
    const param = { id };
    const members = await (await api.groups[":id"].members.$get({ param, query: {} })).json();
    expect(members.items).toHaveLength(memberCount);
    const asked = await (
      await api.groups[":id"]["join-requests"].$get({ param, query: {} })
    ).json();
    expect(asked.items).toHaveLength(pendingRequestCount ?? -1);
  }
});

test("each of the six documented users has groups, and something to answer or to decide", async () => {
  for (const name of named) {
    const { api } = person(name);
    const mine = await (await api.groups["my-groups"].$get({ query: {} })).json();
    expect({ name, hasGroups: mine.total > 2, owns: mine.owned > 0 }).toEqual({
      name,
      hasGroups: true,
      owns: true,
    });
    const { total } = await (await api.groups.invitations.$get()).json();
    expect({ name, isInvited: total > 0 }).toEqual({ name, isInvited: true });
  }
});

test("a seeded group has a plausible history", async () => {
  const { api } = person("Aurelia Voss");
  const found = await (await api.groups.$get({ query: { search: "Capitals Wing" } })).json();
  const param = { id: found.items[0]?.id ?? "" };
  const log = await (await api.groups[":id"].activity.$get({ param, query: {} })).json();
  const instants = log.items.map(({ createdAt }) => createdAt);
  expect(instants).toEqual(instants.toSorted().toReversed());
  expect(log.items.at(-1)).toMatchObject({
    kind: "group_created",
    actor: { name: "Aurelia Voss" },
  });
});

test("seeded codes can be typed, and seeded names are within the limits", async () => {
  const { db, config } = muster.context;
  const codes = await db.select().from(inviteCodes);
  expect(codes.length).toBeGreaterThan(4);
  for (const row of codes) {
    const code = await decryptCode(config, row);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(normalizeCode(code.toLowerCase())).toBe(code);
  }
  for (const { name } of await muster.context.db.select({ name: groups.name }).from(groups)) {
    expect(name.length).toBeLessThanOrEqual(255);
  }
});

test("a seeded group has a form and two applicants, of whom one shares and was looked at", async () => {
  const mainId = AURELIA_VOSS_ID;
  await withProof(muster.context, { userId: person("Aurelia Voss").userId, mainId }, () =>
    seedVetting(muster.context, new Map([...people].map(([name, { userId }]) => [name, userId]))),
  );
  const { api } = person("Mira Tal");
  const found = await (await api.groups.$get({ query: { search: "Capitals Wing" } })).json();
  const param = { id: found.items[0]?.id ?? "" };
  const { items } = await (
    await api.groups[":id"]["join-requests"].$get({ param, query: {} })
  ).json();
  const pages = await Promise.all(
    items.map(async ({ id }) => {
      const page = await api.groups["join-requests"][":id"].$get({ param: { id } });
      return page.json();
    }),
  );
  const byName = new Map(pages.map((page) => [page.mainCharacterName, page]));
  const [seen, waiting] = [byName.get("Oskar Wren"), byName.get("Valka Stroud")];
  expect(seen).toMatchObject({
    inTalks: true,
    assignee: { name: "Mira Tal" },
    answered: { answers: { voice: true } },
    reviewer: { notes: [{ byName: "Mira Tal" }] },
  });
  expect(seen?.reviewer?.sections.filter(({ shared }) => shared > 0)).toHaveLength(3);
  expect(seen?.reviewer?.history.map(({ kind }) => kind)).toContain("sharing_viewed");
  expect(waiting).toMatchObject({
    inTalks: false,
    answered: { answers: { voice: false } },
    reviewer: { sharedUntil: null, notes: [] },
  });
});

test("the seeded wiki is told about groups, and has a token and a webhook", async () => {
  const { api, userId } = person("Aurelia Voss");
  await seedApplication(muster.context, userId);
  const { applications, keys } = await (await api.admin.applications.$get()).json();
  expect(applications).toMatchObject([{ name: "Sable Meridian Wiki", isOn: true }]);
  expect(keys.map(({ state }) => state)).toEqual(["next", "current"]);
  const param = { id: applications[0]?.id ?? "" };
  const routes = api.admin.applications[":id"];
  const wiki = await (await routes.$get({ param })).json();
  expect(wiki.redirectUris).toEqual(["http://localhost:8080/callback"]);
  expect(wiki.grantedGroups.map(({ name }) => name)).toEqual(["Diplomacy", "Home Defence"]);
  const tokens = await (await routes.tokens.$get({ param })).json();
  expect(tokens.items.map(({ rights }) => rights)).toEqual([["pilots", "groups"]]);
  const webhooks = await (await routes.webhooks.$get({ param })).json();
  expect(webhooks.items.map(({ isOn }) => isOn)).toEqual([true]);
});
