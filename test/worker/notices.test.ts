import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groups } from "#worker/db/schema/groups.ts";

const muster = await startMuster();

const overview = async (who: BuiltUser) => (await who.api.characters.$get()).json();
const noticesOf = async (who: BuiltUser) =>
  (await overview(who)).notices.map(({ kind, groupName, groupId }) => ({
    kind,
    groupName,
    isLinked: groupId !== null,
  }));
const activityOf = async (who: BuiltUser) =>
  (await (await who.api.auth.events.$get()).json()).events.map(({ kind }) => kind);

const decide = (who: BuiltUser, id: string, what: "approve" | "reject") =>
  who.api.groups["join-requests"][":id"][what].$post({ param: { id }, json: {} });
const remove = (who: BuiltUser, id: string, { userId }: BuiltUser) =>
  who.api.groups[":id"].members[":userId"].$delete({ param: { id, userId } });
const appoint = (who: BuiltUser, id: string, { userId }: BuiltUser) =>
  who.api.groups[":id"].admins.$post({ param: { id }, json: { userId } });
const invite = (who: BuiltUser, id: string, { mainCharacterName: characterName }: BuiltUser) =>
  who.api.groups[":id"].invitations.$post({ param: { id }, json: { characterName } });
const setVisibility = (id: string, visibility: "public" | "hidden" | "system") =>
  muster.context.db
    .update(groups)
    .set({ visibility, effectiveVisibility: visibility })
    .where(eq(groups.id, id));

type Given = Omit<Parameters<typeof buildGroup>[1], "owner"> & { owner?: BuiltUser };

async function scene(given: Given = {}) {
  const owner = given.owner ?? (await buildUser(muster, { name: "Mira Tal" }));
  const player = await buildUser(muster);
  const group = await buildGroup(muster, {
    joinMode: "approval",
    name: "Capitals Wing",
    ...given,
    owner,
  });
  return { owner, player, group };
}

test("a player is told of decisions at the next visit, in the round trip of the dashboard", async () => {
  const { owner, player, group } = await scene();
  await decide(owner, await buildRequest(muster, group, player), "reject");
  await decide(owner, await buildRequest(muster, group, player), "approve");
  await appoint(owner, group.id, player);
  await remove(owner, group.id, player);
  await invite(owner, group.id, player);
  await noticesOf(player);

  muster.costs.reset();
  const notices = await noticesOf(player);
  expect(muster.costs.roundTrips).toBe(1);
  const ofGroup = { groupName: "Capitals Wing", isLinked: true };
  expect(notices).toEqual([
    { kind: "invitation_sent", ...ofGroup },
    { kind: "member_removed", ...ofGroup },
    { kind: "admin_appointed", ...ofGroup },
    { kind: "request_approved", ...ofGroup },
    { kind: "request_rejected", ...ofGroup },
  ]);
  expect(await activityOf(player)).toEqual(notices.map(({ kind }) => kind));
  expect(await noticesOf(owner)).toEqual([]);
});

test("no notice names the user who decided", async () => {
  const { owner, player, group } = await scene({ members: [] });
  await decide(owner, await buildRequest(muster, group, player), "approve");
  await remove(owner, group.id, player);
  const answers = [
    await (await player.api.characters.$get()).text(),
    await (await player.api.auth.events.$get()).text(),
  ];
  for (const answer of answers) {
    expect(answer).toContain("member_removed");
    expect(answer).not.toContain("Mira Tal");
    expect(answer).not.toContain(owner.userId);
  }
});

test("dismissed notices stay in the activity, and later ones are shown", async () => {
  const { owner, player, group } = await scene();
  await decide(owner, await buildRequest(muster, group, player), "reject");
  const [notice] = (await overview(player)).notices;
  const until = notice?.createdAt ?? "";
  muster.costs.reset();
  expect((await player.api.auth.events.seen.$post({ json: { until } })).status).toBe(204);
  expect(muster.costs.roundTrips).toBe(2);
  expect(await noticesOf(player)).toEqual([]);
  expect(await activityOf(player)).toEqual(["request_rejected"]);

  await muster.later(60, async () => {
    await decide(owner, await buildRequest(muster, group, player), "approve");
    expect((await noticesOf(player)).map(({ kind }) => kind)).toEqual(["request_approved"]);
    // An earlier time does not bring notices back, and a time in the future hides no later ones.
    await player.api.auth.events.seen.$post({ json: { until: "2001-01-01T00:00:00Z" } });
    await player.api.auth.events.seen.$post({ json: { until: "2101-01-01T00:00:00Z" } });
    expect(await noticesOf(player)).toEqual([]);
  });
  await muster.later(120, async () => {
    await remove(owner, group.id, player);
    expect((await noticesOf(player)).map(({ kind }) => kind)).toEqual(["member_removed"]);
  });
});

test("an undone decision is no notice, and the next one is", async () => {
  const { owner, player, group } = await scene();
  const id = await buildRequest(muster, group, player);
  const reject = { param: { id }, json: { reason: "Train Logistics first" } };
  await owner.api.groups["join-requests"][":id"].reject.$post(reject);
  expect((await overview(player)).notices).toMatchObject([
    { kind: "request_rejected", reason: "Train Logistics first", suspension: null },
  ]);
  const undo = { param: { id: group.id }, json: { ids: [id] } };
  expect((await owner.api.groups[":id"]["join-requests"].undo.$post(undo)).status).toBe(200);
  expect(await noticesOf(player)).toEqual([]);
  expect(await activityOf(player)).toEqual([]);
  await decide(owner, id, "approve");
  expect(await activityOf(player)).toEqual(["request_approved"]);
});

test("notices end after thirty days", async () => {
  const { owner, player, group } = await scene();
  await decide(owner, await buildRequest(muster, group, player), "reject");
  await muster.later(31 * 24 * 3600, async () => {
    const again = await buildUser(muster);
    expect(again.userId).not.toBe(player.userId);
  });
  const old = new Date(Date.now() - 31 * 24 * 3600 * 1000);
  await muster.context.db
    .update(auditEvents)
    .set({ id: old.getTime().toString(36).padStart(9, "0") })
    .where(eq(auditEvents.subjectId, player.userId));
  expect(await noticesOf(player)).toEqual([]);
  expect(await activityOf(player)).toEqual(["request_rejected"]);
});

test("what users do themselves is no notice", async () => {
  const { owner, player, group } = await scene({ joinMode: "open" });
  await player.api.groups[":id"].join.$post({ param: { id: group.id } });
  await player.api.groups[":id"].leave.$post({ param: { id: group.id } });
  expect(await noticesOf(player)).toEqual([]);
  expect(await noticesOf(owner)).toEqual([]);
});

test("a former member of a hidden group is told of the removal, without a link", async () => {
  const player = await buildUser(muster);
  const { owner, group } = await scene({ visibility: "hidden", members: [player] });
  await remove(owner, group.id, player);
  expect(await noticesOf(player)).toEqual([
    { kind: "member_removed", groupName: "Capitals Wing", isLinked: false },
  ]);
  await setVisibility(group.id, "system");
  expect(await noticesOf(player)).toEqual([]);
  expect(await activityOf(player)).toEqual([]);
});

test("a plain member of a system group is told nothing, not even after it becomes public", async () => {
  const player = await buildUser(muster);
  const { owner, group } = await scene({ visibility: "system", members: [player] });
  await remove(owner, group.id, player);
  expect(await noticesOf(player)).toEqual([]);
  await setVisibility(group.id, "public");
  expect(await noticesOf(player)).toEqual([]);
  expect(await activityOf(player)).toEqual([]);
});

test("a new admin of a system group is told, and a dismissed one is not", async () => {
  const player = await buildUser(muster);
  const { owner, group } = await scene({ visibility: "system", members: [player] });
  await appoint(owner, group.id, player);
  expect(await noticesOf(player)).toEqual([
    { kind: "admin_appointed", groupName: "Capitals Wing", isLinked: true },
  ]);
  await owner.api.groups[":id"].admins[":userId"].$delete({
    param: { id: group.id, userId: player.userId },
  });
  expect(await noticesOf(player)).toEqual([]);
});

test("a request that is rejected after the group was hidden tells nothing of the group", async () => {
  const { owner, player, group } = await scene();
  const id = await buildRequest(muster, group, player);
  await setVisibility(group.id, "hidden");
  await decide(owner, id, "reject");
  expect(await noticesOf(player)).toEqual([]);
  const second = await buildRequest(muster, group, player);
  await decide(owner, second, "approve");
  expect((await noticesOf(player))[0]?.kind).toBe("request_approved");
});

test("a revoked invitation is no notice, and a hidden group's leaves the activity too", async () => {
  const { owner, player, group } = await scene({ visibility: "hidden" });
  const invitation = await (await invite(owner, group.id, player)).json();
  expect(await noticesOf(player)).toEqual([
    { kind: "invitation_sent", groupName: "Capitals Wing", isLinked: true },
  ]);
  if (!("id" in invitation)) throw new Error("not invited");
  await owner.api.groups.invitations[":id"].revoke.$post({ param: { id: invitation.id } });
  expect(await noticesOf(player)).toEqual([]);
  expect(await activityOf(player)).toEqual([]);
});

test("a session that another session ended is a notice, but not in the session that ended it", async () => {
  const [first, second] = [openBrowser(muster), openBrowser(muster)];
  const [pilot] = await first.newEden.createPilots();
  await first.signUp(pilot.id);
  await second.logIn(pilot.id);
  expect((await second.send("/auth/sessions", "DELETE")).status).toBe(204);
  expect(await (await second.send("/characters")).text()).not.toContain("sessions_ended");
  await first.logIn(pilot.id);
  expect(await (await first.send("/characters")).text()).toContain("sessions_ended");
});

test("a sold character is a notice", async () => {
  const browser = openBrowser(muster);
  const [main, alt] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  await browser.link(alt.id);
  await browser.newEden.sell(alt.id);
  await openBrowser(muster).signUp(alt.id);
  expect(await (await browser.send("/characters")).text()).toContain("character_sold");
});

test("notices read a bounded number of rows, however long the log of a user is", async () => {
  const { owner, player, group } = await scene();
  await decide(owner, await buildRequest(muster, group, player), "reject");
  const rowsRead = async () => {
    await overview(player);
    muster.costs.reset();
    await overview(player);
    return muster.costs.rowsRead;
  };
  const [event] = await muster.context.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, player.userId));
  if (!event) throw new Error("no event");
  const copies = async (from: number, count: number) => {
    for (let n = from; n < from + count; n += 1) {
      const { seq: _, ...copy } = event;
      await muster.context.db.insert(auditEvents).values({ ...copy, id: `${copy.id}-${n}` });
    }
  };
  await copies(0, 60);
  const full = await rowsRead();
  await copies(100, 60);
  expect(await rowsRead()).toBeLessThanOrEqual(full);
  expect((await overview(player)).notices).toHaveLength(50);
});
