import { expect, test } from "vitest";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

const muster = await startMuster();
const admin = await buildAdministrator(muster);
const open = await buildCategory(muster, { name: "Fleets" });

const edit = (who: BuiltUser, id: string, json: object) =>
  who.api.groups[":id"].$patch({ param: { id }, json });

test("only system administrators move a group out of system visibility", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner: mira, category: open, visibility: "system" });
  for (const visibility of ["public", "hidden"]) {
    await expectRefusal(
      edit(mira, group.id, { visibility }),
      403,
      "Only system administrators can change the visibility of a system group.",
    );
  }
  const other = await buildCategory(muster);
  const moved = await edit(mira, group.id, { categoryId: other.id, visibility: "system" });
  expect(await moved.json()).toMatchObject({
    visibility: "system",
    category: { id: other.id },
    can: { edit: true, changeCategory: true, changeVisibility: false },
  });
  const shown = await edit(admin, group.id, { visibility: "hidden" });
  expect(await shown.json()).toMatchObject({ visibility: "hidden" });
});

test("only system administrators move a group out of a system category", async () => {
  const mira = await buildUser(muster);
  const category = await buildCategory(muster, { name: "Black Ops HQ", visibility: "system" });
  const group = await buildGroup(muster, { owner: mira, category });
  await expectRefusal(
    edit(mira, group.id, { categoryId: open.id }),
    403,
    /^Only system administrators can move a group out of this category\.$/,
  );
  const renamed = await edit(mira, group.id, { categoryId: category.id, name: "Ours" });
  expect(await renamed.json()).toMatchObject({
    name: "Ours",
    can: { edit: true, changeCategory: false, changeVisibility: true },
  });
  expect((await edit(admin, group.id, { categoryId: open.id })).status).toBe(200);
});

test("no answer has the name of a system category, except for system administrators", async () => {
  const [mira, juno, member, invitee, asker] = await buildUsers(muster, 5);
  const category = await buildCategory(muster, { name: "Black Ops HQ", visibility: "system" });
  const group = await buildGroup(muster, {
    owner: mira,
    admins: [juno],
    members: [member],
    category: open,
    name: "Wardens",
    joinMode: "approval",
  });
  // The log has the former name as well, in moves to and from the category. The edits are six minutes apart, else they merge.
  await edit(admin, group.id, { categoryId: category.id });
  await muster.later(6 * 60, () => edit(admin, group.id, { categoryId: open.id }));
  await admin.api.groups.categories[":id"].$patch({
    param: { id: category.id },
    json: { name: "Black Ops Command" },
  });
  await muster.later(12 * 60, () => edit(admin, group.id, { categoryId: category.id }));
  await buildInvitation(muster, group, invitee, mira);
  await buildRequest(muster, group, asker);
  const code = await buildCode(muster, group, mira);

  const reads = [
    `/api/groups/${group.id}`,
    `/api/groups/${group.id}/members`,
    `/api/groups/${group.id}/activity`,
    `/api/groups/${group.id}/invitations`,
    `/api/groups/${group.id}/join-requests`,
    `/api/groups/${group.id}/invite-codes`,
    "/api/groups",
    "/api/groups?myGroups=true",
    `/api/groups?categoryId=${category.id}`,
    "/api/groups?search=black",
    "/api/groups/my-groups",
    "/api/groups/invitations",
    "/api/groups/categories",
    `/api/groups/categories/${category.id}`,
    "/api/auth/session",
    "/api/auth/events",
  ];
  const writes: [string, string, unknown][] = [
    ["PATCH", `/api/groups/${group.id}`, { description: "o7" }],
    ["PATCH", `/api/groups/${group.id}`, { categoryId: open.id }],
    ["PATCH", `/api/groups/${group.id}`, { visibility: "system" }],
    ["POST", "/api/groups", newGroupIn(category.id)],
    ["POST", `/api/groups/${group.id}/join`, undefined],
    ["POST", `/api/groups/${group.id}/invitations`, { characterName: "Nobody At All" }],
    ["POST", "/api/groups/invite-codes/redeem", { code: code.code }],
    ["DELETE", `/api/groups/${group.id}`, { name: "Black Ops Command" }],
    ["POST", `/api/groups/${group.id}/leave`, undefined],
  ];
  const ask = async (who: BuiltUser, method: string, path: string, body?: unknown) => {
    const response = await muster.send(path, {
      method,
      headers: {
        authorization: `Bearer ${who.sessionToken}`,
        "content-type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.text();
  };
  for (const who of [mira, juno, member, invitee]) {
    for (const path of reads) {
      expect({ path, text: await ask(who, "GET", path) }).toEqual({
        path,
        text: expect.not.stringContaining("Black Ops"),
      });
    }
    for (const [method, path, body] of writes) {
      expect({ path, text: await ask(who, method, path, body) }).toEqual({
        path,
        text: expect.not.stringContaining("Black Ops"),
      });
    }
  }
  const log = await (
    await mira.api.groups[":id"].activity.$get({ param: { id: group.id }, query: {} })
  ).json();
  const moves = log.items.flatMap(({ detail }) => detail.changes?.["categoryName"] ?? []);
  expect(moves).toEqual([
    { from: "Fleets", to: null },
    { from: null, to: "Fleets" },
    { from: "Fleets", to: null },
  ]);
  expect(await ask(admin, "GET", `/api/groups/${group.id}`)).toContain("Black Ops Command");
  expect(await ask(admin, "GET", `/api/groups/${group.id}/activity`)).toContain("Black Ops HQ");
});

function newGroupIn(categoryId: string) {
  return { categoryId, name: "Mine", visibility: "public", joinMode: "open" };
}

test("no number that a plain member reads counts a system group", async () => {
  const [mira, juno, member] = await buildUsers(muster, 3);
  const category = await buildCategory(muster, { name: "Black Ops HQ", visibility: "system" });
  await buildGroup(muster, { owner: mira, admins: [juno], members: [member], category });
  await buildGroup(muster, { owner: mira, admins: [juno], members: [member], category: open });
  const counts = async ({ api }: BuiltUser) => [
    (await (await api.account.deletion.$get()).json()).membershipCount,
    (await (await api.groups["my-groups"].$get({ query: {} })).json()).total,
  ];
  expect(await counts(member)).toEqual([1, 1]);
  expect(await counts(juno)).toEqual([2, 2]);
});
