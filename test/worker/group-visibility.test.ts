import { keysOf } from "#test/support/answers/records.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Visibility } from "#shared/groups/categories.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { share } from "#test/support/workerd/share.ts";

const muster = await startMuster();
const roles = {
  administrator: await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID }),
  owner: await buildUser(muster),
  admin: await buildUser(muster),
  member: await buildUser(muster),
  invitee: await buildUser(muster),
  stranger: await buildUser(muster),
};
type Role = keyof typeof roles;

const EVERYBODY = keysOf(roles);
const SEES: Record<Visibility, Role[]> = {
  public: EVERYBODY,
  hidden: ["administrator", "owner", "admin", "member", "invitee"],
  system: ["administrator", "owner", "admin"],
};
const STRICTNESS: Visibility[] = ["public", "hidden", "system"];

async function buildFor(own: Visibility, ofCategory: Visibility) {
  const category = await buildCategory(muster, { visibility: ofCategory });
  const group = await buildGroup(muster, {
    owner: roles.owner,
    admins: [roles.admin],
    members: [roles.member],
    visibility: own,
    category,
  });
  await buildInvitation(muster, group, roles.invitee, roles.owner);
  return { ...group, category };
}

/** Every place that could show a group: each function tells whether this user finds it there. */
const PLACES: Record<
  string,
  (who: BuiltUser, group: Awaited<ReturnType<typeof buildFor>>) => Promise<boolean>
> = {
  "its own address": async (who, { id }) =>
    (await who.api.groups[":id"].$get({ param: { id } })).status === 200,
  "its members": async (who, { id }) =>
    (await who.api.groups[":id"].members.$get({ param: { id }, query: {} })).status === 200,
  "the list of its category": async (who, { id, category }) => {
    const page = await (await who.api.groups.$get({ query: { categoryId: category.id } })).json();
    const isListed = page.items.some((group) => group.id === id);
    expect(page.total).toBe(isListed ? 1 : 0);
    return isListed;
  },
  "a search": async (who, { id, name }) => {
    const page = await (await who.api.groups.$get({ query: { search: name } })).json();
    const isListed = page.items.some((group) => group.id === id);
    expect(page.total).toBe(isListed ? 1 : 0);
    return isListed;
  },
};

for (const own of STRICTNESS) {
  for (const ofCategory of STRICTNESS) {
    const effective = STRICTNESS.indexOf(own) > STRICTNESS.indexOf(ofCategory) ? own : ofCategory;

    test(`a ${own} group in a ${ofCategory} category shows to ${SEES[effective].join(", ")} and to nobody else`, async () => {
      const group = await buildFor(own, ofCategory);
      for (const [place, finds] of Object.entries(PLACES)) {
        const finders: Role[] = [];
        for (const role of EVERYBODY) {
          if (await finds(roles[role], group)) finders.push(role);
        }
        expect({ place, finders }).toEqual({ place, finders: SEES[effective] });
      }
    });
  }
}

test("a system group is among the own groups of its admins, but not of its plain members", async () => {
  const group = await buildFor("system", "public");
  const finders: Role[] = [];
  for (const role of EVERYBODY) {
    const { api } = roles[role];
    const mine = await (await api.groups["my-groups"].$get({ query: {} })).json();
    const listed = await (await api.groups.$get({ query: { myGroups: "true" } })).json();
    expect(listed.items.map(({ id }) => id).toSorted()).toEqual(
      mine.items.map(({ groupId }) => groupId).toSorted(),
    );
    expect(listed.total).toBe(mine.total);
    if (mine.items.some(({ groupId }) => groupId === group.id)) finders.push(role);
  }
  expect(finders).toEqual(["owner", "admin"]);
});

test("a plain member of a system group cannot leave it, but can be removed", async () => {
  const group = await buildFor("system", "public");
  const leave = roles.member.api.groups[":id"].leave.$post({ param: { id: group.id } });
  await expectRefusal(leave, 404);
  const removed = await roles.admin.api.groups[":id"].members[":userId"].$delete({
    param: { id: group.id, userId: roles.member.userId },
  });
  expect(removed.status).toBe(204);
});

test("lists, totals and details agree for every user in any community", async () => {
  const query = fc.record({
    visibility: fc.option(fc.constantFrom(...STRICTNESS)),
    joinMode: fc.option(fc.constantFrom("open", "approval", "invitation_only")),
    search: fc.option(fc.constantFrom("a", "fleet", "zz")),
  });
  const shape = fc.record({
    own: fc.constantFrom(...STRICTNESS),
    joinMode: fc.constantFrom("open", "approval", "invitation_only"),
    name: fc.constantFrom("Alpha", "Fleet", "Home fleet", "Zulu"),
    owner: fc.nat(2),
    place: fc.constantFrom("admins", "members", "invited", "outside"),
  });
  const viewer = await buildUser(muster);
  const others = [await buildUser(muster), await buildUser(muster)];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...STRICTNESS),
      fc.array(shape, { maxLength: 6 }),
      query,
      async (ofCategory, shapes, { visibility, joinMode, search }) => {
        const category = await buildCategory(muster, { visibility: ofCategory });
        const ids: string[] = [];
        for (const { own, owner, place, ...rest } of shapes) {
          const group = await buildGroup(muster, {
            ...rest,
            category,
            visibility: own,
            owner: others[owner - 1] ?? viewer,
            ...(owner > 0 && (place === "admins" || place === "members") && { [place]: [viewer] }),
          });
          if (owner > 0 && place === "invited") await buildInvitation(muster, group, viewer);
          ids.push(group.id);
        }
        for (const who of [viewer, roles.administrator]) {
          const page = await (
            await who.api.groups.$get({
              query: {
                categoryId: category.id,
                ...(visibility && { visibility }),
                ...(joinMode && { joinMode }),
                ...(search && { search }),
              },
            })
          ).json();
          const details = await Promise.all(
            ids.map((id) => who.api.groups[":id"].$get({ param: { id } })),
          );
          const seen = await Promise.all(
            details.filter(({ ok }) => ok).map((response) => response.json()),
          );
          const expected = seen
            .filter(
              (group) =>
                (!visibility || group.visibility === visibility) &&
                (!joinMode || group.joinMode === joinMode) &&
                (!search || group.name.toLowerCase().includes(search)),
            )
            .toSorted((a, b) =>
              a.name.toLowerCase() === b.name.toLowerCase()
                ? a.id < b.id
                  ? -1
                  : 1
                : a.name.toLowerCase() < b.name.toLowerCase()
                  ? -1
                  : 1,
            );
          expect(page).toEqual({ items: expected, total: expected.length, nextCursor: null });
        }
      },
    ),
    { numRuns: share(60, 20) },
  );
});
