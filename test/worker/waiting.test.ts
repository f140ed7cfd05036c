import { expect, test } from "vitest";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildInvitation, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";

const muster = await startMuster();

const waiting = async (who: BuiltUser) => (await who.api.groups.waiting.$get()).json();
const mine = async (who: BuiltUser) =>
  (await who.api.groups["my-groups"].$get({ query: {} })).json();

test("requests wait for the owner and the admins of a group, and for no one else", async () => {
  const [owner, manager, member, asker] = await buildUsers(muster, 4);
  const administrator = await buildAdministrator(muster);
  const given = {
    owner,
    admins: [manager],
    members: [member],
    joinMode: "approval" as const,
  };
  const group = await buildGroup(muster, { ...given, name: "Capitals Wing" });
  await buildGroup(muster, { ...given, name: "Without requests" });
  const id = await buildRequest(muster, group, asker);
  await buildRequest(muster, group, await buildUser(muster));
  await buildInvitation(muster, await buildGroup(muster, { owner: member }), manager, member);

  const requests = [{ groupId: group.id, groupName: "Capitals Wing", count: 2 }];
  const others = {
    problems: [],
    ends: [],
    emergencies: [],
    held: null,
    corporations: [],
    rosters: [],
    reviews: [],
  };
  expect(await waiting(owner)).toEqual({ invitations: 0, requests, ...others });
  expect(await waiting(manager)).toEqual({ invitations: 1, requests, ...others });
  for (const who of [member, asker]) {
    expect(await waiting(who)).toEqual({ invitations: 0, requests: [], ...others });
  }
  expect(await waiting(administrator)).toEqual({
    invitations: 0,
    requests: [],
    ...others,
    held: 0,
  });
  muster.costs.reset();
  await waiting(owner);
  expect(muster.costs.roundTrips).toBe(1);
  await owner.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
  expect(await waiting(owner)).toMatchObject({ requests: [{ count: 1 }] });
});

test("for members of the reviewing group, only requests wait that they can decide", async () => {
  const [owner, reviewer, asker] = await buildUsers(muster, 3);
  const reviewers = await buildGroup(muster, { owner, members: [reviewer] });
  const group = await buildGroup(muster, { owner, joinMode: "approval", name: "Reviewed" });
  const param = { id: group.id };
  const json = { version: null, form: null, reviewerGroupId: reviewers.id };
  expect((await owner.api.groups[":id"].form.$put({ param, json })).status).toBe(204);
  const seen = async (who: BuiltUser) => {
    const { pendingRequestCount } = await (await who.api.groups[":id"].$get({ param })).json();
    const requests = who.api.groups[":id"]["join-requests"];
    const { total, items } = await (await requests.$get({ param, query: {} })).json();
    const filtered = await (await requests.$get({ param, query: { assignee: "none" } })).json();
    const [waits] = (await waiting(who)).requests;
    return [waits?.count, pendingRequestCount, total, items.length, filtered.total];
  };
  await buildRequest(muster, group, reviewer);
  expect(await seen(reviewer)).toEqual([undefined, 0, 0, 0, 0]);
  await buildRequest(muster, group, asker);
  expect(await seen(reviewer)).toEqual([1, 1, 1, 1, 1]);
  expect(await seen(owner)).toEqual([2, 2, 2, 2, 2]);
  await owner.api.groups[":id"].$patch({ param, json: { visibility: "hidden" } });
  expect((await waiting(reviewer)).requests).toEqual([]);
  expect((await waiting(owner)).requests).toMatchObject([{ count: 2 }]);
});

test("a user sees the own pending requests, until they are answered or the group is hidden", async () => {
  const [owner, asker] = await buildUsers(muster, 2);
  const names = ["Answered", "Hidden", "Open"];
  const groups = [];
  for (const name of names) {
    const group = await buildGroup(muster, { owner, joinMode: "approval", name });
    const request = await asker.api.groups[":id"]["join-requests"].$post({
      param: { id: group.id },
      json: { reason: `For ${name}` },
    });
    groups.push({ ...group, request: await request.json() });
  }
  const [answered, hidden, open] = groups;
  if (!answered || !hidden || !open) throw new Error("There are three.");
  expect((await mine(asker)).requests.map(({ groupName }) => groupName)).toEqual(names);
  await owner.api.groups["join-requests"][":id"].reject.$post({
    param: { id: answered.request.id },
    json: {},
  });
  await owner.api.groups[":id"].$patch({
    param: { id: hidden.id },
    json: { visibility: "hidden" },
  });
  muster.costs.reset();
  const { total, requests } = await mine(asker);
  expect(muster.costs.roundTrips).toBe(1);
  expect({ total, requests }).toEqual({
    total: 0,
    requests: [
      {
        id: open.request.id,
        groupId: open.id,
        groupName: "Open",
        reason: "For Open",
        createdAt: open.request.createdAt,
        isExtension: false,
      },
    ],
  });
  expect((await mine(owner)).requests).toEqual([]);
});

test("what an owner does not meet ends nothing: the owner stays", async () => {
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner, members: [] });
  await setRule(muster, group.id, { type: "discord_linked" });
  await muster.context.db.insert(membershipProblems).values({
    groupId: group.id,
    userId: owner.userId,
    outcome: "unmet",
    since: new Date(),
    checkedAt: new Date(),
    causes: [],
  });
  expect((await waiting(owner)).problems).toMatchObject([
    { groupId: group.id, isOwner: true, outcome: "unmet", graceEndsAt: null },
  ]);
});
