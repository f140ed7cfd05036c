import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { app } from "#worker/app/app.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);

/** A group, and a player who has done everything in it with the former main. */
async function buildScene(nth: number) {
  const [former, present] = [`Former Main ${nth}`, `Present Main ${nth}`];
  const [owner, manager, member, invitee, stranger] = [
    await buildUser(muster, { name: `Owner ${nth}` }),
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster, { name: `Invitee ${nth}` }),
    await buildUser(muster),
  ];
  const player = await buildUser(muster, { name: former, alts: [present] });
  const group = await buildGroup(muster, { owner, admins: [manager], members: [member] });
  const param = { id: group.id };
  const { groups } = player.api;
  await groups[":id"].join.$post({ param });
  await groups[":id"].leave.$post({ param });
  await owner.api.groups[":id"].$patch({ param, json: { joinMode: "approval" } });
  const asked = await (await groups[":id"]["join-requests"].$post({ param, json: {} })).json();
  await owner.api.groups["join-requests"][":id"].approve.$post({ param: { id: asked.id } });
  await owner.api.groups[":id"].admins.$post({ param, json: { userId: player.userId } });
  await groups[":id"].$patch({ param, json: { name: "Not theirs to rename" } });
  await groups[":id"]["invite-codes"].$post({ param, json: {} });
  await groups[":id"].invitations.$post({ param, json: { characterName: `Invitee ${nth}` } });
  return { former, present, player, group, asked, owner, manager, member, invitee, stranger };
}

async function changeMain(player: BuiltUser) {
  const [, alt = 0] = player.characterIds;
  await db.update(users).set({ mainCharacterId: alt }).where(eq(users.id, player.userId));
}

const READS = [
  ...new Set(app.routes.filter(({ method }) => method === "GET").map(({ path }) => path)),
]
  .filter((path) => path.startsWith("/api/groups"))
  .toSorted();

/** All answers about groups that a viewer can get, as one text. */
async function everythingSeenBy(viewer: BuiltUser, group: { id: string }, asked: { id: string }) {
  const texts = [];
  for (const path of READS) {
    const { id } = path.includes("/join-requests/:id") ? asked : group;
    const response = await muster.send(path.replace(":id", id), {
      headers: { authorization: `Bearer ${viewer.sessionToken}` },
    });
    texts.push(`${path} ${response.status} ${await response.text()}`);
  }
  return texts.join("\n");
}

test("after a main was changed, no answer about a group has the former one, except for administrators", async () => {
  expect(READS).toContain("/api/groups/:id/activity");
  const { former, present, player, group, ...others } = await buildScene(1);
  await changeMain(player);
  const { owner, manager, member, invitee, stranger } = others;
  for (const viewer of [owner, manager, member, invitee, stranger]) {
    expect(await everythingSeenBy(viewer, group, others.asked)).not.toContain(former);
  }
  // The managers read the present name wherever the player is on a list.
  for (const viewer of [owner, manager]) {
    const seen = await everythingSeenBy(viewer, group, others.asked);
    for (const path of ["activity", "members", "invite-codes", "invitations"]) {
      expect(seen).toMatch(new RegExp(`/api/groups/:id/${path} 200 .*"${present}"`));
    }
  }
  const log = await admin.api.groups[":id"].activity.$get({ param: { id: group.id }, query: {} });
  expect(await log.text()).toContain(former);
});

test("users who have left every list of a group are no longer named or identified in it", async () => {
  const { former, present, player, group, asked, ...others } = await buildScene(2);
  await player.api.groups[":id"].leave.$post({ param: { id: group.id } });
  await changeMain(player);
  const { owner, manager, member, invitee, stranger } = others;
  for (const viewer of [owner, manager, member, invitee, stranger]) {
    const seen = await everythingSeenBy(viewer, group, asked);
    for (const secret of [former, present]) expect(seen).not.toContain(secret);
    // The page of a request keeps the id that its reviewers have read.
    const lists = seen
      .split("\n")
      .filter((answer) => !answer.startsWith("/api/groups/join-requests"));
    expect(lists.join("\n")).not.toContain(player.userId);
  }
  const review = await owner.api.groups["join-requests"][":id"].reject.$post({
    param: { id: asked.id },
    json: {},
  });
  expect(review.status).toBe(409);
  expect(await review.text()).not.toContain(present);

  const { items } = await (
    await owner.api.groups[":id"].activity.$get({ param: { id: group.id }, query: {} })
  ).json();
  expect(items.find(({ kind }) => kind === "member_left")).toMatchObject({
    actor: { userId: null, name: null },
    subject: { userId: null, name: null },
  });
  expect(items.find(({ kind }) => kind === "admin_appointed")).toMatchObject({
    actor: { userId: owner.userId, name: "Owner 2" },
    subject: { userId: null, name: null },
  });
  // Administrators still see the creator of a code and the inviter.
  const byAdmin = await everythingSeenBy(admin, group, asked);
  expect(byAdmin).toMatch(new RegExp(`/api/groups/:id/invite-codes 200 .*"${present}"`));
  expect(byAdmin).toMatch(new RegExp(`/api/groups/:id/invitations 200 .*"${present}"`));
  expect(byAdmin).toContain(former);
});

test("the log names users with a pending request or invitation, but not after the answer", async () => {
  const owner = await buildUser(muster, { name: "Owner 3" });
  const asker = await buildUser(muster, { name: "Asker" });
  const group = await buildGroup(muster, { owner, joinMode: "approval" });
  const param = { id: group.id };
  await asker.api.groups[":id"]["join-requests"].$post({ param, json: {} });
  const read = async () =>
    (await (await owner.api.groups[":id"].activity.$get({ param, query: {} })).json()).items;
  expect(await read()).toMatchObject([{ kind: "request_made", actor: { name: "Asker" } }]);
  await db
    .update(joinRequests)
    .set({ status: "rejected" })
    .where(eq(joinRequests.groupId, group.id));
  expect(await read()).toMatchObject([{ kind: "request_made", actor: { name: null } }]);
  await buildRequest(muster, group, asker);
  expect(await read()).toMatchObject([{ kind: "request_made", actor: { name: "Asker" } }]);
});
