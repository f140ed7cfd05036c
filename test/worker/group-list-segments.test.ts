import { expect, test } from "vitest";
import type { GroupQuery } from "#shared/groups/groups.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

const list = async (who: BuiltUser, query: GroupQuery) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return (await who.api.groups.$get({ query: Object.fromEntries(given) })).json();
};
const namesOf = async (who: BuiltUser, query: GroupQuery) =>
  (await list(who, query)).items.map((group) => group.name);

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

test("a list in the other direction has the same groups, across its pages", async () => {
  const owner = await buildUser(muster);
  const category = await buildCategory(muster);
  const names = Array.from({ length: 130 }, (_, n) => `Wing ${String(n).padStart(3, "0")}`);
  for (const name of names) await buildGroup(muster, { owner, name, category });
  for (const who of [owner, admin]) {
    for (const search of [undefined, "wing"]) {
      const query: GroupQuery = { categoryId: category.id, sort: "-name", search };
      const first = await list(who, query);
      const second = await list(who, { ...query, cursor: first.nextCursor ?? "" });
      const listed = [...first.items, ...second.items].map(({ name }) => name);
      expect(listed).toEqual(names.toReversed());
      expect([first.total, second.total, second.nextCursor]).toEqual([130, 130, null]);
    }
  }
});

test("groups are sorted by their number of members, equal ones by name, across pages, for every user", async () => {
  const [owner, viewer, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => buildUser(muster)),
  );
  if (!owner || !viewer) throw new Error("There are no users.");
  const category = await buildCategory(muster);
  const built: { id: string; name: string; size: number; isShown: boolean }[] = [];
  for (let n = 0; n < 130; n++) {
    const isHidden = n % 4 === 0;
    const members = [...others.slice(0, n % 4), ...(n % 8 === 0 ? [viewer] : [])];
    const group = await buildGroup(muster, {
      owner,
      members,
      name: `Wing ${n % 30}`,
      category,
      visibility: isHidden ? "hidden" : "public",
      joinMode: (["open", "approval", "invitation_only"] as const)[n % 3] ?? "open",
    });
    built.push({ ...group, size: members.length + 1, isShown: !isHidden || n % 8 === 0 });
  }
  const order = built.toSorted(
    (a, b) =>
      b.size - a.size || compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.id, b.id),
  );
  for (const [who, shown] of [
    [owner, order],
    [admin, order],
    [viewer, order.filter(({ isShown }) => isShown)],
  ] as const) {
    for (const search of [undefined, "wing"]) {
      for (const sort of ["-members", "members"] as const) {
        const query: GroupQuery = { categoryId: category.id, sort, search };
        const first = await list(who, query);
        const cursor = first.nextCursor ?? undefined;
        const second = cursor === undefined ? undefined : await list(who, { ...query, cursor });
        const listed = [...first.items, ...(second?.items ?? [])].map(({ id }) => id);
        const ids = shown.map(({ id }) => id);
        expect(listed).toEqual(sort === "members" ? ids.toReversed() : ids);
        expect(first.total).toBe(shown.length);
      }
    }
  }
  const mine = await list(viewer, { categoryId: category.id, myGroups: "true", sort: "-members" });
  const sizes = mine.items.map(({ memberCount }) => memberCount);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(mine.total).toBe(17);
});

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
