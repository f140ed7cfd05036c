import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCode,
  buildGroup,
  buildRequest,
  eventsOf,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

const muster = await startMuster();

async function buildCapitals() {
  const [owner, manager, member, tovi] = await Promise.all([
    buildUser(muster, { name: "Mira Tal" }),
    buildUser(muster),
    buildUser(muster),
    buildUser(muster, { name: "Tovi Renn" }),
  ]);
  const group = await buildGroup(muster, {
    owner,
    admins: [manager],
    members: [member],
    joinMode: "approval",
    name: "Capitals",
  });
  return { owner, manager, member, tovi, group };
}

const ask = (who: BuiltUser, id: string, reason?: string) =>
  who.api.groups[":id"]["join-requests"].$post({
    param: { id },
    json: { ...(reason !== undefined && { reason }) },
  });
const decide = (who: BuiltUser, id: string, what: "approve" | "reject" | "withdraw") =>
  who.api.groups["join-requests"][":id"][what].$post({ param: { id }, json: {} });
const list = (who: BuiltUser, id: string) =>
  who.api.groups[":id"]["join-requests"].$get({ param: { id }, query: {} });
const view = async (who: BuiltUser, id: string) =>
  (await who.api.groups[":id"].$get({ param: { id } })).json();

test("a user sends a request with a reason, and the managers read and approve it", async () => {
  const { owner, manager, tovi, group } = await buildCapitals();
  const response = await ask(tovi, group.id, "I fly a Naglfar.\nAnd a Moros.");
  expect(response.status).toBe(201);
  const request = await response.json();
  expect(request).toMatchObject({ groupId: group.id, status: "pending" });
  expect(await view(tovi, group.id)).toMatchObject({
    pendingRequestId: request.id,
    pendingRequestCount: null,
    can: { request: false, join: false },
  });
  expect(await view(owner, group.id)).toMatchObject({ pendingRequestCount: 1 });
  for (const who of [owner, manager]) {
    expect(await (await list(who, group.id)).json()).toEqual({
      items: [
        { ...request, endsAt: null, inTalks: false, assignee: null, facts: expect.anything() },
      ],
      total: 1,
      nextCursor: null,
    });
  }
  expect(request).toMatchObject({
    mainCharacterName: "Tovi Renn",
    reason: "I fly a Naglfar.\nAnd a Moros.",
  });
  expect((await decide(manager, request.id, "approve")).status).toBe(204);
  expect(await view(tovi, group.id)).toMatchObject({ isMember: true, pendingRequestId: null });
  expect(await view(owner, group.id)).toMatchObject({ memberCount: 4, pendingRequestCount: 0 });
  expect(await eventsOf(muster, group.id)).toEqual(["request_made", "request_approved"]);
});

test("a reason may be left out and has at most 1000 characters", async () => {
  const { tovi, member, group } = await buildCapitals();
  await expectRefusal(
    ask(tovi, group.id, "x".repeat(1001)),
    400,
    "Reason must be 1000 characters or less",
  );
  expect(await (await ask(tovi, group.id)).json()).toMatchObject({ reason: null });
  await expectRefusal(ask(member, group.id), 409, "You are already a member of Capitals.");
});

test("a pending request is withdrawn when its user redeems a code", async () => {
  const { owner, tovi, group } = await buildCapitals();
  await buildRequest(muster, group, tovi);
  const { code } = await buildCode(muster, group, owner);
  await tovi.api.groups["invite-codes"].redeem.$post({ json: { code } });
  expect((await (await list(owner, group.id)).json()).total).toBe(0);
  expect(await view(owner, group.id)).toMatchObject({ memberCount: 4, pendingRequestCount: 0 });
  expect(await eventsOf(muster, group.id)).toEqual(["code_redeemed", "request_withdrawn"]);
});

test("a request made while the group was public can be approved when it is hidden", async () => {
  const { owner, tovi, group } = await buildCapitals();
  const { id } = await (await ask(tovi, group.id)).json();
  const hide = { param: { id: group.id }, json: { visibility: "hidden" } } as const;
  await owner.api.groups[":id"].$patch(hide);
  await expectRefusal(tovi.api.groups[":id"].$get({ param: { id: group.id } }), 404);
  expect((await decide(owner, id, "approve")).status).toBe(204);
  expect(await view(tovi, group.id)).toMatchObject({ isMember: true });
});

test("requests are listed oldest first, a hundred a page, and the total counts all", async () => {
  const { owner, group } = await buildCapitals();
  const asked: string[] = [];
  for (let n = 0; n < 103; n++) {
    asked.push(await buildRequest(muster, group, await buildUser(muster)));
  }
  const first = await (await list(owner, group.id)).json();
  const second = await (
    await owner.api.groups[":id"]["join-requests"].$get({
      param: { id: group.id },
      query: { cursor: first.nextCursor ?? "" },
    })
  ).json();
  expect([first.items.length, second.items.length]).toEqual([100, 3]);
  expect([first.total, second.total]).toEqual([103, 103]);
  expect(second.nextCursor).toBe(null);
  const listed = [...first.items, ...second.items];
  expect(listed.map(({ id }) => id).toSorted()).toEqual(asked.toSorted());
  const instants = listed.map(({ createdAt }) => createdAt);
  expect(instants).toEqual(instants.toSorted());
});
