import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, eventsOf } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { users } from "#worker/db/schema/accounts.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

/** A group with an owner, two admins and two members, and another user. */
async function buildCrew(visibility: "public" | "hidden" = "public") {
  const [owner, first, second, member, other, stranger] = await Promise.all([
    buildUser(muster, { name: "Mira Tal" }),
    buildUser(muster, { name: "Juno Castellan" }),
    buildUser(muster, { name: "Oskar Wren" }),
    buildUser(muster, { name: "Tovi Renn" }),
    buildUser(muster, { name: "Kestrel Ansgar" }),
    buildUser(muster, { name: "Nyx Halloran" }),
  ]);
  const group = await buildGroup(muster, {
    owner,
    admins: [first, second],
    members: [member, other],
    name: "Scouts",
    visibility,
  });
  return { group, owner, first, second, member, other, stranger };
}

const remove = (who: BuiltUser, id: string, { userId }: BuiltUser) =>
  who.api.groups[":id"].members[":userId"].$delete({ param: { id, userId } });
const appoint = (who: BuiltUser, id: string, { userId }: BuiltUser) =>
  who.api.groups[":id"].admins.$post({ param: { id }, json: { userId } });
const dismiss = (who: BuiltUser, id: string, { userId }: BuiltUser) =>
  who.api.groups[":id"].admins[":userId"].$delete({ param: { id, userId } });
const transfer = (who: BuiltUser, id: string, { userId }: BuiltUser) =>
  who.api.groups[":id"].transfer.$post({ param: { id }, json: { newOwnerId: userId } });

async function rolesOf(who: BuiltUser, id: string) {
  const page = await (
    await who.api.groups[":id"].members.$get({ param: { id }, query: {} })
  ).json();
  return Object.fromEntries(page.items.map((one) => [one.mainCharacterName, one.role]));
}

test("members are listed with the owner first, then the admins, then the others by joining date", async () => {
  const { group, owner, stranger } = await buildCrew();
  const response = await stranger.api.groups[":id"].members.$get({
    param: { id: group.id },
    query: {},
  });
  const page = await response.json();
  expect(page.items.map((one) => one.role)).toEqual([
    "owner",
    "admin",
    "admin",
    "member",
    "member",
  ]);
  expect(page).toMatchObject({ total: 5, nextCursor: null });
  expect(page.items[0]).toMatchObject({
    userId: owner.userId,
    mainCharacterId: owner.mainCharacterId,
    mainCharacterName: "Mira Tal",
    joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test("the list states what the reader may do with each member", async () => {
  const { group, owner, first, member, stranger } = await buildCrew();
  const nothing = {
    remove: false,
    makeAdmin: false,
    removeAdmin: false,
    makeOwner: false,
    setEnd: false,
  };
  const ofAdmin = { ...nothing, remove: true, removeAdmin: true, makeOwner: true, setEnd: true };
  const ofMember = { ...nothing, remove: true, makeAdmin: true, makeOwner: true, setEnd: true };
  const read = async (who: BuiltUser) => {
    const page = await (
      await who.api.groups[":id"].members.$get({ param: { id: group.id }, query: {} })
    ).json();
    return page.items.map((one) => one.can);
  };
  for (const who of [owner, admin]) {
    expect(await read(who)).toEqual([nothing, ofAdmin, ofAdmin, ofMember, ofMember]);
  }
  const plainOnly = { ...nothing, remove: true, setEnd: true };
  expect(await read(first)).toEqual([nothing, nothing, nothing, plainOnly, plainOnly]);
  const all = [nothing, nothing, nothing, nothing, nothing];
  for (const who of [member, stranger]) expect(await read(who)).toEqual(all);
});

test("a member whose account is locked is listed without a name", async () => {
  const { group, owner, member } = await buildCrew();
  await muster.context.db
    .update(users)
    .set({ mainCharacterId: null })
    .where(eq(users.id, member.userId));
  const page = await (
    await owner.api.groups[":id"].members.$get({ param: { id: group.id }, query: {} })
  ).json();
  const locked = page.items.find((one) => one.userId === member.userId);
  expect(locked).toMatchObject({ mainCharacterId: null, mainCharacterName: null });
});

test("admins remove plain members, the owner also removes admins", async () => {
  const { group, owner, first, second, member, other, stranger } = await buildCrew();
  await expectRefusal(remove(member, group.id, other), 403, /Only the owner and the admins/);
  await expectRefusal(remove(stranger, group.id, member), 403);
  await expectRefusal(remove(first, group.id, second), 403, /Only the owner of Scouts/);
  await expectRefusal(remove(first, group.id, owner), 409, "Mira Tal owns Scouts and cannot be");
  expect((await remove(first, group.id, member)).status).toBe(204);
  expect((await remove(owner, group.id, second)).status).toBe(204);
  await expectRefusal(remove(owner, group.id, owner), 409);
  await expectRefusal(remove(owner, group.id, member), 404, "This player is not a member of");
  expect((await remove(admin, group.id, other)).status).toBe(204);
  expect(await rolesOf(owner, group.id)).toEqual({
    "Mira Tal": "owner",
    "Juno Castellan": "admin",
  });
  expect(await eventsOf(muster, group.id)).toEqual(Array(3).fill("member_removed"));
});

test("the owner appoints and dismisses admins; admins and members do not", async () => {
  const { group, owner, first, second, member, stranger } = await buildCrew();
  for (const who of [first, member, stranger]) {
    await expectRefusal(
      appoint(who, group.id, member),
      403,
      "Only the owner of Scouts can do this",
    );
    await expectRefusal(dismiss(who, group.id, second), 403);
  }
  expect((await appoint(owner, group.id, member)).status).toBe(204);
  await expectRefusal(appoint(owner, group.id, member), 409, "Tovi Renn is already an admin of");
  await expectRefusal(appoint(owner, group.id, owner), 409, "Mira Tal is already the owner of");
  await expectRefusal(appoint(owner, group.id, stranger), 404);
  expect((await dismiss(owner, group.id, first)).status).toBe(204);
  await expectRefusal(dismiss(owner, group.id, first), 409, "Juno Castellan is not an admin of");
  for (const who of [owner, admin]) await expectRefusal(dismiss(who, group.id, owner), 409);
  const { adminUserIds } = await (
    await stranger.api.groups[":id"].$get({ param: { id: group.id } })
  ).json();
  expect(adminUserIds.toSorted()).toEqual([second.userId, member.userId].toSorted());
  expect(await eventsOf(muster, group.id)).toEqual(["admin_appointed", "admin_dismissed"]);
});

test("a transfer makes the member the owner and the owner an admin, and can be reversed", async () => {
  const { group, owner, first, member } = await buildCrew();
  const handed = await (await transfer(owner, group.id, member)).json();
  expect(handed).toMatchObject({ ownerId: member.userId, isOwner: false, isAdmin: true });
  expect(handed.can).toMatchObject({ transfer: false, leave: true, invite: true });
  await expectRefusal(transfer(owner, group.id, first), 403);
  expect((await transfer(member, group.id, owner)).status).toBe(200);
  expect(await rolesOf(owner, group.id)).toMatchObject({
    "Mira Tal": "owner",
    "Tovi Renn": "admin",
  });
});

test("ownership can be transferred only to another member", async () => {
  const { group, owner, stranger } = await buildCrew();
  await expectRefusal(transfer(owner, group.id, stranger), 404);
  await expectRefusal(transfer(owner, group.id, owner), 409, "Mira Tal already owns Scouts.");
});

test("a system administrator transfers another user's group, and its owner becomes an admin", async () => {
  const { group, member } = await buildCrew();
  const handed = await (await transfer(admin, group.id, member)).json();
  expect(handed).toMatchObject({ ownerId: member.userId, isMember: false });
  expect(await rolesOf(admin, group.id)).toMatchObject({ "Mira Tal": "admin" });
});
