import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { GroupQuery } from "#shared/groups/groups.ts";
import { fold } from "#shared/fold.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { share } from "#test/support/workerd/share.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

const list = async (who: BuiltUser, query: GroupQuery) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return (await who.api.groups.$get({ query: Object.fromEntries(given) })).json();
};
const namesOf = async (who: BuiltUser, query: GroupQuery) =>
  (await list(who, query)).items.map((group) => group.name);

test("groups are filtered by category, visibility, join mode and name, all at once", async () => {
  const mira = await buildUser(muster);
  const category = await buildCategory(muster);
  const build = (name: string, more: Partial<Parameters<typeof buildGroup>[1]> = {}) =>
    buildGroup(muster, { owner: mira, name, category, ...more });
  await build("Home Fleet");
  await build("Strat Fleet", { joinMode: "approval" });
  await build("Secret Fleet", { visibility: "hidden" });
  await build("Builders");
  await buildGroup(muster, { owner: mira, name: "Fleet Elsewhere" });
  const { id: categoryId } = category;

  const all = ["Builders", "Home Fleet", "Secret Fleet", "Strat Fleet"];
  expect(await namesOf(mira, { categoryId })).toEqual(all);
  expect(await namesOf(mira, { categoryId, joinMode: "approval" })).toEqual(["Strat Fleet"]);
  expect(await namesOf(mira, { categoryId, visibility: "hidden" })).toEqual(["Secret Fleet"]);
  expect(await namesOf(mira, { categoryId, search: "fLEET", joinMode: "open" })).toEqual([
    "Home Fleet",
    "Secret Fleet",
  ]);
  expect(await namesOf(mira, { categoryId, search: "" })).toEqual(all);
  expect(await namesOf(mira, { categoryId: "elsewhere" })).toEqual([]);
  expect(await namesOf(admin, { categoryId, visibility: "public", search: "s" })).toEqual([
    "Builders",
    "Strat Fleet",
  ]);
});

test("the filter for my groups combines with the other filters", async () => {
  const [mira, juno] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const category = await buildCategory(muster);
  await buildGroup(muster, { owner: mira, members: [juno], name: "Both", category });
  await buildGroup(muster, { owner: juno, name: "Mine", category, joinMode: "approval" });
  await buildGroup(muster, { owner: mira, name: "Theirs", category });
  expect(await namesOf(juno, { myGroups: "true" })).toEqual(["Both", "Mine"]);
  expect(await namesOf(juno, { myGroups: "true", joinMode: "approval" })).toEqual(["Mine"]);
  expect(await namesOf(juno, { myGroups: "true", search: "bo" })).toEqual(["Both"]);
  expect(await namesOf(juno, { myGroups: "false", categoryId: category.id })).toHaveLength(3);
  expect((await list(juno, { myGroups: "true" })).total).toBe(2);
});

test("the joinable groups are those that a user can join, request or accept", async () => {
  const [owner, ben] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const category = await buildCategory(muster);
  const build = (name: string, more: Partial<Parameters<typeof buildGroup>[1]> = {}) =>
    buildGroup(muster, { owner, name, category, ...more });
  await build("Open");
  await build("Asked", { joinMode: "approval" });
  await build("Joined", { members: [ben] });
  await build("Closed", { joinMode: "invitation_only" });
  await build("Hidden", { visibility: "hidden" });
  const invited = await build("Invited", { joinMode: "invitation_only" });
  const secret = await build("Secret", { visibility: "hidden" });
  const system = await build("System", { visibility: "system" });
  for (const group of [invited, secret, system]) await buildInvitation(muster, group, ben, owner);
  const query = { categoryId: category.id, joinable: "true" } as const;

  const all = ["Asked", "Invited", "Open", "Secret"];
  expect(await namesOf(ben, query)).toEqual(all);
  expect((await list(ben, query)).total).toBe(4);
  expect(await namesOf(ben, { ...query, joinMode: "approval" })).toEqual(["Asked"]);
  expect(await namesOf(ben, { ...query, joinMode: "invitation_only" })).toEqual(["Invited"]);
  expect(await namesOf(ben, { ...query, visibility: "hidden" })).toEqual(["Secret"]);
  expect(await namesOf(ben, { ...query, search: "in" })).toEqual(["Invited"]);
  expect(await namesOf(owner, query)).toEqual([]);
  for (const { name } of (await list(ben, query)).items) {
    const { items } = await list(ben, { ...query, search: name });
    const { can, pendingInvitationId } = items[0] ?? {};
    expect([name, can?.join || can?.request || pendingInvitationId !== null]).toEqual([name, true]);
  }
});

test("in every order, a list of more than a hundred groups is paged, complete and without duplicates, for every user", async () => {
  const [owner, viewer, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => buildUser(muster)),
  );
  if (!owner || !viewer) throw new Error("There are no users.");
  const category = await buildCategory(muster);
  const built: { id: string; name: string; size: number; isShown: boolean }[] = [];
  for (let n = 0; n < 140; n++) {
    const isHidden = n % 4 === 0;
    const members = [...others.slice(0, n % 4), ...(n % 8 === 0 ? [viewer] : [])];
    const group = await buildGroup(muster, {
      owner,
      members,
      // Names repeat, so the pages must also agree on the order of equal names.
      name: `Wing ${n % 30}`,
      category,
      visibility: isHidden ? "hidden" : "public",
      joinMode: (["open", "approval", "invitation_only"] as const)[n % 3] ?? "open",
    });
    built.push({ ...group, size: members.length + 1, isShown: !isHidden || n % 8 === 0 });
  }
  type Built = (typeof built)[number];
  const byName = (a: Built, b: Built) =>
    compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.id, b.id);
  const orders = {
    name: built.toSorted(byName),
    "-members": built.toSorted((a, b) => b.size - a.size || byName(a, b)),
  };
  const idsIn = {
    ...orders,
    "-name": orders.name.toReversed(),
    members: orders["-members"].toReversed(),
  };
  for (const [who, isSeen] of [
    [owner, () => true],
    [admin, () => true],
    [viewer, ({ isShown }: Built) => isShown],
  ] as const) {
    for (const search of [undefined, "wing"]) {
      for (const sort of keysOf(idsIn)) {
        const ids = idsIn[sort].filter(isSeen).map(({ id }) => id);
        const listed: string[] = [];
        let cursor: string | null | undefined;
        do {
          const query = { categoryId: category.id, sort, search, ...(cursor && { cursor }) };
          const page = await list(who, query);
          expect(page.total).toBe(ids.length);
          listed.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor);
        expect([sort, search, listed]).toEqual([sort, search, ids]);
      }
    }
  }
  const mine = await list(viewer, { categoryId: category.id, myGroups: "true", sort: "-members" });
  const sizes = mine.items.map(({ memberCount }) => memberCount);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(mine.total).toBe(18);
});

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

test("my groups lists owned groups first, then admin roles, then the others, with a count of each", async () => {
  const [mira, juno] = await Promise.all([buildUser(muster), buildUser(muster)]);
  await buildGroup(muster, { owner: mira, members: [juno], name: "A member" });
  await buildGroup(muster, { owner: mira, admins: [juno], name: "An admin role" });
  await buildGroup(muster, { owner: juno, name: "Owned", joinMode: "approval" });
  await buildGroup(muster, { owner: juno, name: "Also owned" });
  const mine = await (await juno.api.groups["my-groups"].$get({ query: {} })).json();
  expect(mine).toMatchObject({ total: 4, owned: 2, admin: 1, nextCursor: null });
  expect(
    mine.items.map(({ groupName, isOwner, isAdmin }) => [groupName, isOwner, isAdmin]),
  ).toEqual([
    ["Also owned", true, false],
    ["Owned", true, false],
    ["An admin role", false, true],
    ["A member", false, false],
  ]);
  expect(mine.items.map((one) => one.pendingRequestCount)).toEqual([0, 0, 0, null]);
  expect(mine.items.map((one) => one.can.leave)).toEqual([false, false, true, true]);
});

test("my groups beyond a hundred are paged in the same order", async () => {
  const [mira, juno] = await Promise.all([buildUser(muster), buildUser(muster)]);
  for (let n = 0; n < 104; n++) {
    const owner = n < 3 ? juno : mira;
    await buildGroup(muster, { owner, ...(n >= 3 && { members: [juno] }), name: `G ${n % 7}` });
  }
  const first = await (await juno.api.groups["my-groups"].$get({ query: {} })).json();
  const query = { cursor: first.nextCursor ?? "" };
  const second = await (await juno.api.groups["my-groups"].$get({ query })).json();
  const all = [...first.items, ...second.items];
  expect(new Set(all.map(({ groupId }) => groupId)).size).toBe(104);
  expect(all.slice(0, 3).every(({ isOwner }) => isOwner)).toBe(true);
  const members = all.slice(3).map(({ groupName }) => groupName);
  expect(members).toEqual(members.toSorted());
  expect([first.total, second.total, second.nextCursor]).toEqual([104, 104, null]);
});

test("a search may have up to 255 characters, more than D1 allows in a LIKE pattern", async () => {
  const mira = await buildUser(muster);
  const name = `The ${"very ".repeat(20)}long name of a group`;
  await buildGroup(muster, { owner: mira, name });
  expect(await namesOf(mira, { search: name.slice(0, 60).toUpperCase() })).toEqual([name]);
  await expectRefusal(mira.api.groups.$get({ query: { search: "x".repeat(256) } }), 400);
});

test("a search finds exactly the names that contain it, in any case of any script", async () => {
  const mira = await buildUser(muster);
  const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 });
  const letters = fc.string({
    unit: fc.constantFrom(
      "a",
      "A",
      "b",
      "Б",
      "б",
      "ß",
      "İ",
      "ı",
      "Σ",
      "σ",
      "ς",
      " ",
      "é",
      "%",
      "_",
      "\\",
      "'",
      '"',
      "🚀",
    ),
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(word, letters), { minLength: 1, maxLength: 4 }),
      fc.oneof(word, letters),
      async (words, search) => {
        const category = await buildCategory(muster);
        const names: string[] = [];
        for (const name of words) {
          const response = await mira.api.groups.$post({
            json: { categoryId: category.id, name, visibility: "public", joinMode: "open" },
          });
          if (response.ok) names.push((await response.json()).name);
        }
        const found = await namesOf(mira, { categoryId: category.id, search });
        const sought = fold(search.trim());
        expect(found.toSorted()).toEqual(
          names.filter((name) => fold(name).includes(sought)).toSorted(),
        );
      },
    ),
    // "ı" is in "İa", although no lower case of "İ" has it; and what means something in a LIKE pattern or in SQL.
    {
      numRuns: share(100, 20),
      examples: [
        [["İa"], "ı"],
        [["100% effort", "1000 effort"], "0% "],
        [["under_score", "undertscore"], "R_S"],
        [["a\\b", "ab"], "\\"],
        [[`"quoted" 'names'`, "' or '1'='1"], `D" '`],
      ],
    },
  );
});

test("an invalid filter or cursor is refused with 400", async () => {
  const mira = await buildUser(muster);
  const get = (path: string) =>
    muster.send(`/api/groups${path}`, {
      headers: { authorization: `Bearer ${mira.sessionToken}` },
    });
  for (const path of [
    "?visibility=secret",
    "?joinMode=",
    "?myGroups=yes",
    "?categoryId=%00",
    "?cursor=nonsense",
    `?cursor=${btoa(JSON.stringify([1, 2]))}`,
    `?cursor=${btoa(JSON.stringify(["a"]))}`,
    `?cursor=${"x".repeat(5000)}`,
    `/my-groups?cursor=${btoa(JSON.stringify(["a", "b", "c"]))}`,
    `/my-groups?cursor=${btoa(JSON.stringify([1.5, "b", "c"]))}`,
    "/invitations/blocked?cursor=%F0%9F",
    "/%20",
    `/${"x".repeat(65)}`,
  ]) {
    await expectRefusal(get(path), 400);
  }
});
