import { expect, test } from "vitest";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildInvitation, eventsOf } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

const muster = await startMuster();
const admin = await buildAdministrator(muster);

const invite = (who: BuiltUser, id: string, { mainCharacterName: characterName }: BuiltUser) =>
  who.api.groups[":id"].invitations.$post({ param: { id }, json: { characterName } });
const block = (who: BuiltUser, id: string) =>
  who.api.groups.invitations[":id"].block.$post({ param: { id } });
const unblock = (who: BuiltUser, id: string) =>
  who.api.groups.invitations.blocked[":id"].$delete({ param: { id } });
const inbox = async (who: BuiltUser) => (await who.api.groups.invitations.$get()).json();
const blocked = async (who: BuiltUser) =>
  (await who.api.groups.invitations.blocked.$get({ query: {} })).json();

test("a blocked group cannot invite the user again until the user allows it", async () => {
  const [owner, tovi] = [await buildUser(muster), await buildUser(muster, { name: "Tovi Renn" })];
  const group = await buildGroup(muster, { owner, name: "Pushy Recruits", visibility: "hidden" });
  const invitation = await buildInvitation(muster, group, tovi, owner);
  expect((await block(tovi, invitation)).status).toBe(204);
  expect((await inbox(tovi)).total).toBe(0);
  expect((await blocked(tovi)).items).toEqual([
    { groupId: group.id, groupName: "Pushy Recruits", createdAt: expect.any(String) },
  ]);
  const refusal =
    "Tovi Renn does not accept invitations from Pushy Recruits. The player can still request to join or use an invite code.";
  for (const who of [owner, admin]) await expectRefusal(invite(who, group.id, tovi), 409, refusal);
  await expectRefusal(block(tovi, invitation), 409, /was already declined/);

  // Neither another group of the same owner nor another user is blocked.
  const other = await buildGroup(muster, { owner });
  expect((await invite(owner, other.id, tovi)).status).toBe(201);
  expect((await invite(owner, group.id, await buildUser(muster))).status).toBe(201);

  expect((await unblock(tovi, group.id)).status).toBe(204);
  expect((await blocked(tovi)).items).toEqual([]);
  await expectRefusal(unblock(tovi, group.id), 404, "You have not blocked this group.");
  expect((await invite(owner, group.id, tovi)).status).toBe(201);
});

test("the group's log has only the declined invitation, and the account's log has the block", async () => {
  const [owner, tovi] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner, name: "Pushy Recruits" });
  await block(tovi, await buildInvitation(muster, group, tovi, owner));
  await unblock(tovi, group.id);
  expect(await eventsOf(muster, group.id)).toEqual(["invitation_declined"]);
  const { events } = await (await tovi.api.auth.events.$get()).json();
  expect(events.slice(0, 2)).toMatchObject([
    { kind: "group_unblocked", groupName: "Pushy Recruits" },
    { kind: "group_blocked", groupName: "Pushy Recruits" },
  ]);
});

test("the list shows the name from the invitation, not a hidden group's new name", async () => {
  const [owner, tovi] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner, name: "Before", visibility: "hidden" });
  await block(tovi, await buildInvitation(muster, group, tovi, owner));
  await owner.api.groups[":id"].$patch({ param: { id: group.id }, json: { name: "Secret" } });
  expect((await blocked(tovi)).items[0]?.groupName).toBe("Before");
  await owner.api.groups[":id"].$delete({ param: { id: group.id }, json: { name: "Secret" } });
  expect((await blocked(tovi)).items).toEqual([]);
});

test("a user who blocked a group can still join it", async () => {
  const [owner, tovi] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner, joinMode: "open" });
  await block(tovi, await buildInvitation(muster, group, tovi, owner));
  expect((await tovi.api.groups[":id"].join.$post({ param: { id: group.id } })).status).toBe(200);
});

test("only the invitee can block a group, and only that user can unblock it", async () => {
  const [owner, tovi, juno] = await buildUsers(muster, 3);
  const group = await buildGroup(muster, { owner });
  const invitation = await buildInvitation(muster, group, tovi, owner);
  for (const who of [owner, juno, admin]) {
    await expectRefusal(block(who, invitation), 404, "Invitation not found");
  }
  await block(tovi, invitation);
  for (const who of [owner, juno, admin]) {
    await expectRefusal(unblock(who, group.id), 404);
    expect((await blocked(who)).items).toEqual([]);
  }
});

test("declining all declines the invitations that the user saw, and none of other users", async () => {
  const [owner, tovi, juno] = await buildUsers(muster, 3);
  const groups = [await buildGroup(muster, { owner }), await buildGroup(muster, { owner })];
  for (const group of groups) await buildInvitation(muster, group, tovi, owner);
  const seen = (await inbox(tovi)).items.map(({ id }) => id);
  const late = await buildInvitation(muster, await buildGroup(muster, { owner }), tovi, owner);
  const foreign = await buildInvitation(muster, groups[0] ?? { id: "" }, juno, owner);
  const decline = (ids: string[]) =>
    tovi.api.groups.invitations["decline-all"].$post({ json: { ids } });
  muster.costs.reset();
  expect(await (await decline([...seen, foreign, "no-such-one"])).json()).toEqual({ declined: 2 });
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(2);
  expect((await inbox(tovi)).items.map(({ id }) => id)).toEqual([late]);
  expect((await inbox(juno)).total).toBe(1);
  expect(await (await decline(seen)).json()).toEqual({ declined: 0 });
  for (const group of groups) {
    expect(await eventsOf(muster, group.id)).toEqual(["invitation_declined"]);
  }
  await expectRefusal(decline(Array.from({ length: 51 }, () => late)), 400);
});
