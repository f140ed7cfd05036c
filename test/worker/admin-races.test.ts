import { expect, test } from "vitest";
import { AURELIA_VOSS_ID, MIRA_TAL_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, eventsOf } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";

const muster = await startMuster({ ADMIN_CHARACTER_IDS: `${AURELIA_VOSS_ID},${MIRA_TAL_ID}` });
const one = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
const other = await buildUser(muster, { name: "Mira Tal", characterId: MIRA_TAL_ID });

/** A group that belongs to neither administrator, with an admin and a member. */
async function buildScene() {
  const owner = await buildUser(muster);
  const manager = await buildUser(muster, { name: "Juno Castellan" });
  const member = await buildUser(muster, { name: "Tovi Renn" });
  const group = await buildGroup(muster, {
    owner,
    admins: [manager],
    members: [member],
    name: "Scouts",
  });
  return {
    group,
    param: { id: group.id },
    memberParam: { id: group.id, userId: member.userId },
    manager,
    member,
  };
}

/** Sends both requests at once, expects one success, and returns the refusal. */
async function oneIsRefused(first: Promise<Response>, second: Promise<Response>) {
  const answers = await Promise.all([first, second]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const refusal = answers.find(({ ok }) => !ok);
  return refusal && { status: refusal.status, message: (await readError(refusal)).message };
}

test("of two administrators who remove a member at once, one gets the error that the user is not a member", async () => {
  const { group, memberParam } = await buildScene();
  const remove = (who: BuiltUser) =>
    who.api.groups[":id"].members[":userId"].$delete({ param: memberParam });
  expect(await oneIsRefused(remove(one), remove(other))).toEqual({
    status: 404,
    message: "This player is not a member of Scouts.",
  });
  expect(await eventsOf(muster, group.id)).toEqual(["member_removed"]);
});

test("of two administrators who promote a member at once, one gets the error that the member is an admin", async () => {
  const { group, param, member } = await buildScene();
  const promote = (who: BuiltUser) =>
    who.api.groups[":id"].admins.$post({ param, json: { userId: member.userId } });
  expect(await oneIsRefused(promote(one), promote(other))).toEqual({
    status: 409,
    message: "Tovi Renn is already an admin of Scouts.",
  });
  expect(await eventsOf(muster, group.id)).toEqual(["admin_appointed"]);
});

test("of two administrators who demote an admin at once, one gets the error that the member is not an admin", async () => {
  const { group, manager } = await buildScene();
  const demote = (who: BuiltUser) =>
    who.api.groups[":id"].admins[":userId"].$delete({
      param: { id: group.id, userId: manager.userId },
    });
  expect(await oneIsRefused(demote(one), demote(other))).toEqual({
    status: 409,
    message: "Juno Castellan is not an admin of Scouts.",
  });
  expect(await eventsOf(muster, group.id)).toEqual(["admin_dismissed"]);
});

test("of making a member the owner and removing that member at once, exactly one holds", async () => {
  const { group, param, memberParam, member } = await buildScene();
  const refusal = await oneIsRefused(
    one.api.groups[":id"].transfer.$post({ param, json: { newOwnerId: member.userId } }),
    other.api.groups[":id"].members[":userId"].$delete({ param: memberParam }),
  );
  expect([await eventsOf(muster, group.id), refusal?.message]).toBeOneOf([
    [["ownership_transferred"], "Tovi Renn owns Scouts and cannot be removed."],
    [["member_removed"], "This player is not a member of Scouts."],
  ]);
});

test("of two administrators who invite a pilot at once, one gets the error that the pilot is invited", async () => {
  const { group, param } = await buildScene();
  const nyx = await buildUser(muster, { name: "Nyx Halloran" });
  const invite = (who: BuiltUser) =>
    who.api.groups[":id"].invitations.$post({
      param,
      json: { characterName: nyx.mainCharacterName },
    });
  expect(await oneIsRefused(invite(one), invite(other))).toEqual({
    status: 409,
    message: "Nyx Halloran is already invited to Scouts.",
  });
  expect(await eventsOf(muster, group.id)).toEqual(["invitation_sent"]);
});

test("of two administrators who delete a category at once, one gets not found", async () => {
  const { id, name } = await buildCategory(muster, { name: "Old Wars" });
  const remove = (who: BuiltUser) =>
    who.api.groups.categories[":id"].$delete({ param: { id }, json: { name } });
  expect(await oneIsRefused(remove(one), remove(other))).toEqual({
    status: 404,
    message: "Category not found",
  });
});

test("an owner cannot be demoted, not even by a system administrator", async () => {
  const owner = await buildUser(muster, { name: "Kestrel Ansgar" });
  const group = await buildGroup(muster, { owner, name: "Scouts" });
  const answer = await one.api.groups[":id"].admins[":userId"].$delete({
    param: { id: group.id, userId: owner.userId },
  });
  expect([answer.status, (await readError(answer)).message]).toEqual([
    409,
    "Kestrel Ansgar owns Scouts. Transfer it to another member first.",
  ]);
});
