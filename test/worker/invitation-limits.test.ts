import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_PENDING_PER_INVITEE, MAX_UNANSWERED_PER_DAY } from "#shared/groups/invitations.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildGroup,
  buildInvitation,
  eventsOf,
  prepareGroup,
  prepareInvitation,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { write } from "#test/support/answers/write.ts";
import { invitations } from "#worker/db/schema/groups.ts";

const DAY_SECONDS = 24 * 60 * 60;

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);

const invite = (who: BuiltUser, id: string, { mainCharacterName: characterName }: BuiltUser) =>
  who.api.groups[":id"].invitations.$post({ param: { id }, json: { characterName } });

/** Creates this many groups of one owner, each with an invitation to this user. */
async function fillInbox(invitee: BuiltUser, count: number, visibility: "public" | "hidden") {
  const owner = await buildUser(muster);
  const category = await buildCategory(muster);
  const prepared = Array.from({ length: count }, () => {
    const { group, statements } = prepareGroup(muster, { owner, category, visibility });
    return [...statements, ...prepareInvitation(muster, group, invitee, owner).statements];
  });
  await write(muster, { statements: prepared.flat() });
}

test("an inviter may have twenty unanswered invitations per day", async () => {
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner });
  const invitees = await buildUsers(muster, MAX_UNANSWERED_PER_DAY);
  const ids: string[] = [];
  for (const invitee of invitees) {
    const response = await invite(owner, group.id, invitee);
    expect(response.status).toBe(201);
    ids.push((await response.json()).id);
  }
  const next = await buildUser(muster);
  const refusal = await invite(owner, group.id, next);
  await expectRefusal(
    Promise.resolve(refusal.clone()),
    429,
    /^20 of your invitations from the last 24 hours are unanswered, the maximum\. Wait for answers or create an invite code\.$/,
  );
  const wait = Number(refusal.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(DAY_SECONDS - 60);
  expect(wait).toBeLessThanOrEqual(DAY_SECONDS);

  // Neither another group nor revoking makes room for another invitation. An answer does, and so does the next day.
  const other = await buildGroup(muster, { owner });
  await expectRefusal(invite(owner, other.id, next), 429);
  const [first = "", second = ""] = ids;
  await owner.api.groups.invitations[":id"].revoke.$post({ param: { id: first } });
  await expectRefusal(invite(owner, other.id, next), 429);
  await invitees[1]?.api.groups.invitations[":id"].decline.$post({ param: { id: second } });
  expect((await invite(owner, other.id, next)).status).toBe(201);
  const last = await buildUser(muster);
  await expectRefusal(invite(owner, group.id, last), 429);
  await muster.later(DAY_SECONDS + 1, async () => {
    expect((await invite(owner, group.id, last)).status).toBe(201);
  });
});

test("a user may have fifty pending invitations", async () => {
  const owner = await buildUser(muster);
  const invitee = await buildUser(muster, { name: "Popular Pilot" });
  await fillInbox(invitee, MAX_PENDING_PER_INVITEE, "public");
  const group = await buildGroup(muster, { owner });
  await expectRefusal(
    invite(owner, group.id, invitee),
    409,
    "Popular Pilot has 50 unanswered invitations, the maximum. Try again after some are answered.",
  );
  const inbox = await (await invitee.api.groups.invitations.$get()).json();
  expect([inbox.items.length, inbox.total]).toEqual([50, 50]);
  const id = inbox.items[0]?.id ?? "";
  await invitee.api.groups.invitations[":id"].decline.$post({ param: { id } });
  expect((await invite(owner, group.id, invitee)).status).toBe(201);
});

test("of two simultaneous invitations, one gets the last place", async () => {
  const invitee = await buildUser(muster);
  await fillInbox(invitee, MAX_PENDING_PER_INVITEE - 1, "public");
  const [one, two] = await buildUsers(muster, 2);
  const groups = [
    await buildGroup(muster, { owner: one }),
    await buildGroup(muster, { owner: two }),
  ] as const;
  const answers = await Promise.all([
    invite(one, groups[0].id, invitee),
    invite(two, groups[1].id, invitee),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
});

test("an invitation takes at most four round trips, also with full counters", async () => {
  const owner = await buildUser(muster);
  const [invitee] = await buildUsers(muster, 1);
  await fillInbox(invitee, MAX_PENDING_PER_INVITEE - 1, "public");
  const group = await buildGroup(muster, { owner });
  for (const one of await buildUsers(muster, MAX_UNANSWERED_PER_DAY - 1)) {
    await buildInvitation(muster, group, one, owner);
  }
  muster.costs.reset();
  expect((await invite(owner, group.id, invitee)).status).toBe(201);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(4);
  expect(muster.costs.rowsRead).toBeLessThan(250);
});

test("counting invitations and listing categories reads few of many pending invitations", async () => {
  const [nobody, popular] = await buildUsers(muster, 2);
  for (let n = 0; n < 5; n++) await buildCategory(muster, { visibility: "hidden" });
  // More than the limit allows, as if sent before the limit existed.
  await fillInbox(popular, 400, "hidden");
  for (const who of [nobody, popular]) await who.api.groups.categories.$get();
  const costs = async (read: (who: BuiltUser) => Promise<Response>) => {
    const rows: number[] = [];
    for (const who of [nobody, popular]) {
      muster.costs.reset();
      expect((await read(who)).status).toBe(200);
      rows.push(muster.costs.rowsRead);
    }
    return rows;
  };
  const [few = 0, many = 0] = await costs((who) => who.api.groups.categories.$get());
  const id = (await buildCategory(muster, { visibility: "hidden" })).id;
  expect(many - few).toBeLessThanOrEqual(20);
  const [, count = 0] = await costs((who) => who.api.groups.waiting.$get());
  expect(count).toBeLessThanOrEqual(MAX_PENDING_PER_INVITEE + 20);
  const counted = await (await popular.api.groups.waiting.$get()).json();
  expect(counted).toMatchObject({ invitations: MAX_PENDING_PER_INVITEE, requests: [] });
  await expectRefusal(popular.api.groups.categories[":id"].$get({ param: { id } }), 404);
});

test("an invitation shows a hidden category as long as it shows its group", async () => {
  const [owner, invitee] = await buildUsers(muster, 2);
  const category = await buildCategory(muster, { visibility: "hidden" });
  const other = await buildCategory(muster, { visibility: "hidden" });
  const group = await buildGroup(muster, { owner, category });
  const sees = async () => {
    const listed = await (await invitee.api.groups.categories.$get()).json();
    return [category, other].map(({ id }) => listed.some((one) => one.id === id));
  };
  expect(await sees()).toEqual([false, false]);
  expect((await invite(owner, group.id, invitee)).status).toBe(201);
  expect(await sees()).toEqual([true, false]);
  const edit = (json: object) => admin.api.groups[":id"].$patch({ param: { id: group.id }, json });
  await edit({ categoryId: other.id });
  expect(await sees()).toEqual([false, true]);
  await edit({ visibility: "system" });
  expect(await sees()).toEqual([false, false]);
  await edit({ visibility: "public" });
  expect(await sees()).toEqual([false, true]);
  await admin.api.groups.categories[":id"].$patch({
    param: { id: other.id },
    json: { visibility: "system" },
  });
  expect(await sees()).toEqual([false, false]);
  await admin.api.groups.categories[":id"].$patch({
    param: { id: other.id },
    json: { visibility: "hidden" },
  });
  expect(await sees()).toEqual([false, true]);
  await muster.later(8 * DAY_SECONDS, async () => expect(await sees()).toEqual([false, false]));
  await db.update(invitations).set({ status: "revoked" }).where(eq(invitations.groupId, group.id));
  expect(await sees()).toEqual([false, false]);
});

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
