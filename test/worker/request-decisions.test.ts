import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
  eventsOf,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";

const muster = await startMuster();
const { db } = muster.context;
const MINUTE_MS = 60_000;

afterEach(() => vi.useRealTimers());

async function buildScene(askers = 3) {
  const [owner, manager] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, {
    owner,
    admins: [manager],
    joinMode: "approval",
    name: "Capitals",
  });
  const pilots: BuiltUser[] = [];
  const ids: string[] = [];
  for (let n = 0; n < askers; n++) {
    const pilot = await buildUser(muster);
    pilots.push(pilot);
    ids.push(await buildRequest(muster, group, pilot));
  }
  const [id = "", ...others] = ids;
  const [pilot = owner] = pilots;
  return { owner, manager, group, pilots, pilot, ids, id, others };
}

const requestsOf = (who: BuiltUser) => who.api.groups[":id"]["join-requests"];
const approve = (who: BuiltUser, { id }: { id: string }, ids: string[]) =>
  requestsOf(who).approve.$post({ param: { id }, json: { ids } });
const reject = (who: BuiltUser, { id }: { id: string }, ids: string[], reason?: string) =>
  requestsOf(who).reject.$post({
    param: { id },
    json: { ids, ...(reason !== undefined && { reason }) },
  });
const undo = (who: BuiltUser, { id }: { id: string }, ids: string[]) =>
  requestsOf(who).undo.$post({ param: { id }, json: { ids } });
const list = async (who: BuiltUser, { id }: { id: string }) =>
  (await requestsOf(who).$get({ param: { id }, query: {} })).json();
const view = async (who: BuiltUser, { id }: { id: string }) =>
  (await who.api.groups[":id"].$get({ param: { id } })).json();
const log = async (who: BuiltUser, { id }: { id: string }) =>
  (await (await who.api.groups[":id"].activity.$get({ param: { id }, query: {} })).json()).items;

const UNDO_REFUSED = "You can undo only your own decision, and only for 5 minutes.";

test("many requests are approved in one call, with the same cost as one", async () => {
  const { owner, group, pilots, ids } = await buildScene(40);
  muster.costs.reset();
  const response = await approve(owner, group, ids);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(3);
  expect(await response.json()).toEqual({ done: ids, refused: [] });
  expect(await view(owner, group)).toMatchObject({ memberCount: 42, pendingRequestCount: 0 });
  for (const pilot of pilots) expect(await view(pilot, group)).toMatchObject({ isMember: true });
  expect(await eventsOf(muster, group.id)).toEqual(ids.map(() => "request_approved"));
});

test("of many requests, those that cannot be approved stay, each with the reason", async () => {
  const { owner, manager, group, pilots, ids, id, others } = await buildScene(4);
  const [suspended = "", withdrawn = ""] = others;
  const [, locked = owner, leaver = owner] = pilots;
  await db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + MINUTE_MS) })
    .where(eq(users.id, locked.userId));
  await leaver.api.groups["join-requests"][":id"].withdraw.$post({ param: { id: withdrawn } });
  await manager.api.groups["join-requests"][":id"].reject.$post({ param: { id }, json: {} });
  const elsewhere = await buildScene(1);
  const response = await approve(owner, group, [...ids, elsewhere.id]);
  expect(await response.json()).toEqual({
    done: [others[2]],
    refused: [
      { id, message: "This request is no longer open: it was rejected." },
      {
        id: suspended,
        message: `${locked.mainCharacterName} is suspended and cannot be admitted until the suspension ends.`,
      },
      { id: withdrawn, message: "This request is no longer open: it was withdrawn." },
      { id: elsewhere.id, message: "Join request not found" },
    ],
  });
  expect(await view(owner, group)).toMatchObject({ memberCount: 3, pendingRequestCount: 1 });
  expect(await view(elsewhere.pilot, elsewhere.group)).toMatchObject({ isMember: false });
});

test("two managers who decide the same requests at once do not both succeed", async () => {
  const { owner, manager, group, ids } = await buildScene(5);
  const [one, other] = await Promise.all([
    approve(owner, group, ids).then((answer) => answer.json()),
    reject(manager, group, ids.toReversed()).then((answer) => answer.json()),
  ]);
  expect([...one.done, ...other.done].toSorted()).toEqual(ids.toSorted());
  expect(one.refused.length + other.refused.length).toBe(5);
  expect(await view(owner, group)).toMatchObject({
    memberCount: 2 + one.done.length,
    pendingRequestCount: 0,
  });
  expect(await eventsOf(muster, group.id)).toHaveLength(5);
});

test("the reason of a rejection is in the events of all requests, and has at most 300 characters", async () => {
  const { owner, group, ids } = await buildScene(2);
  await expectRefusal(
    reject(owner, group, ids, "x".repeat(301)),
    400,
    "Reason must be 300 characters or less",
  );
  await reject(owner, group, ids, " Come back\u202E with\r\nCapitals IV. ");
  const events = await log(owner, group);
  expect(events).toMatchObject(
    ids.map(() => ({
      kind: "request_rejected",
      detail: { reason: "Come back with\nCapitals IV." },
    })),
  );
});

test("one request is rejected with a reason or without", async () => {
  const { owner, group, ids } = await buildScene(2);
  const [one = "", other = ""] = ids;
  const routes = owner.api.groups["join-requests"][":id"];
  await routes.reject.$post({ param: { id: one }, json: { reason: "Not yet." } });
  await routes.reject.$post({ param: { id: other }, json: {} });
  const details = (await log(owner, group)).map(({ detail }) => detail);
  expect(details).toEqual([{}, { reason: "Not yet." }]);
});

test("an approval is undone by its decider: the membership ends and the request is pending again", async () => {
  const { owner, group, pilot, ids, id } = await buildScene();
  await approve(owner, group, ids);
  expect(await (await undo(owner, group, [id])).json()).toEqual({ done: [id], refused: [] });
  expect(await view(pilot, group)).toMatchObject({ isMember: false, pendingRequestId: id });
  expect(await view(owner, group)).toMatchObject({ memberCount: 4, pendingRequestCount: 1 });
  const [event] = await log(owner, group);
  expect(event).toMatchObject({
    kind: "approval_undone",
    actor: { userId: owner.userId },
    subject: { userId: pilot.userId },
  });
  expect(await (await approve(owner, group, [id])).json()).toEqual({ done: [id], refused: [] });
  expect(await view(pilot, group)).toMatchObject({ isMember: true });
});

test("a decision that has left the tab is undone from the log, which names the player", async () => {
  const { owner, manager, group, pilot, id } = await buildScene();
  await approve(owner, group, [id]);
  const { userId } = pilot;
  const byUser = (who: BuiltUser) =>
    requestsOf(who).undo.$post({ param: { id: group.id }, json: { userId } });
  expect((await (await byUser(manager)).json()).refused).toEqual([{ id, message: UNDO_REFUSED }]);
  expect((await byUser(pilot)).status).toBeGreaterThanOrEqual(403);
  expect(await (await byUser(owner)).json()).toEqual({ done: [id], refused: [] });
  expect((await list(owner, group)).items.map((one) => one.id)).toContain(id);
});

test("rejections are undone together, and the reason is gone from the request", async () => {
  const { manager, group, pilot, ids } = await buildScene();
  await reject(manager, group, ids, "By mistake");
  muster.costs.reset();
  const response = await undo(manager, group, ids);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(3);
  expect((await response.json()).done).toEqual(ids);
  expect((await list(manager, group)).total).toBe(3);
  expect((await eventsOf(muster, group.id)).slice(3)).toEqual(ids.map(() => "rejection_undone"));
  expect(await view(pilot, group)).toMatchObject({ can: { request: false } });
});

test("a decision is not undone by another manager, later, twice, or after another decision", async () => {
  const { owner, manager, group, ids, id } = await buildScene(2);
  const refused = [{ id, message: UNDO_REFUSED }];
  await approve(owner, group, ids);
  expect(await (await undo(manager, group, [id])).json()).toEqual({ done: [], refused });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * MINUTE_MS });
  expect(await (await undo(owner, group, [id])).json()).toEqual({ done: [], refused });
  vi.useRealTimers();
  await undo(owner, group, [id]);
  expect((await (await undo(owner, group, [id])).json()).refused).toEqual([
    { id, message: "This request is already pending." },
  ]);
  await reject(manager, group, [id]);
  expect((await (await undo(owner, group, [id])).json()).refused).toEqual(refused);
});

const CHANGED =
  "The player's membership has changed since then, so the decision can no longer be undone.";

test("an approval is not undone when the member has got a role, or has left and come back", async () => {
  const { owner, group, pilots, ids } = await buildScene(2);
  const [promoted = owner, returned = owner] = pilots;
  await approve(owner, group, ids);
  const param = { id: group.id };
  await owner.api.groups[":id"].admins.$post({ param, json: { userId: promoted.userId } });
  await returned.api.groups[":id"].leave.$post({ param });
  const { code } = await buildCode(muster, group, owner);
  await returned.api.groups["invite-codes"].redeem.$post({ json: { code } });
  expect((await (await undo(owner, group, ids)).json()).refused).toEqual(
    ids.map((id) => ({ id, message: CHANGED })),
  );
  expect(await view(owner, group)).toMatchObject({ memberCount: 4 });
});

test("an approval is not undone when the member has asked to stay", async () => {
  const { owner, group, pilots, ids } = await buildScene(2);
  const [staying = owner] = pilots;
  const [first = "", other = ""] = ids;
  await owner.api.groups[":id"].$patch({ param: { id: group.id }, json: { membershipDays: 9 } });
  await approve(owner, group, ids);
  const asked = await requestsOf(staying).$post({ param: { id: group.id }, json: {} });
  expect(await asked.json()).toMatchObject({ isExtension: true });
  expect(await (await undo(owner, group, ids)).json()).toEqual({
    done: [other],
    refused: [{ id: first, message: CHANGED }],
  });
});

test("a rejection is not undone when the player has asked again, was invited, or has joined", async () => {
  const { owner, group, pilots, ids } = await buildScene(3);
  const [again = owner, invited = owner, joined = owner] = pilots;
  await reject(owner, group, ids);
  const { id } = await (
    await requestsOf(again).$post({ param: { id: group.id }, json: {} })
  ).json();
  await buildInvitation(muster, group, invited, owner);
  const { code } = await buildCode(muster, group, owner);
  await joined.api.groups["invite-codes"].redeem.$post({ json: { code } });
  expect((await (await undo(owner, group, ids)).json()).refused).toEqual(
    ids.map((one) => ({ id: one, message: CHANGED })),
  );
  // Only the last of two rejected requests of one player can be pending again.
  await reject(owner, group, [id]);
  const [first = ""] = ids;
  expect(await (await undo(owner, group, [first, id])).json()).toEqual({
    done: [id],
    refused: [{ id: first, message: CHANGED }],
  });
});

test("a decider who no longer reviews requests cannot undo", async () => {
  const { owner, manager, group, ids } = await buildScene(1);
  await approve(manager, group, ids);
  await owner.api.groups[":id"].admins[":userId"].$delete({
    param: { id: group.id, userId: manager.userId },
  });
  await expectRefusal(undo(manager, group, ids), 404);
  expect(await db.$count(groupMembers, eq(groupMembers.groupId, group.id))).toBe(3);
});

test("at least one and at most a hundred requests are decided at once", async () => {
  const { owner, group } = await buildScene(1);
  await expectRefusal(approve(owner, group, []), 400, "Select at least one request");
  const many = Array.from({ length: 101 }, (_, nth) => `r${nth}`);
  await expectRefusal(approve(owner, group, many), 400, "Select at most 100 requests");
});
