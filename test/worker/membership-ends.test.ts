import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { buildUser, buildUsers } from "#test/support/people/builders.ts";
import { DAY, endsOf } from "#test/support/people/end-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import {
  evaluateAll,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { inAlliance } from "#test/support/requirements/requirement-builders.ts";
import { startWithSuspensions } from "#test/support/people/suspension-builders.ts";
import { groups } from "#worker/db/schema/groups.ts";

const { muster, admin, suspend } = await startWithSuspensions();
const { endOf, setEnds, eventsOf, minuteAfter } = endsOf(muster);
const { db } = muster.context;

afterEach(() => vi.useRealTimers());

type Given = Partial<Parameters<typeof buildGroup>[1]> & { days?: number | null };

async function scene({ days = null, ...given }: Given = {}) {
  const owner = await buildUser(muster);
  const pilot = await buildUser(muster);
  const group = await buildGroup(muster, { owner, ...given });
  await db.update(groups).set({ membershipDays: days }).where(eq(groups.id, group.id));
  return { owner, pilot, group };
}

const daysFrom = (end: Awaited<ReturnType<typeof endOf>>) =>
  typeof end === "number" ? Math.round((end - Date.now()) / DAY / 1000) : end;

test("a new membership lasts as long as the group says, or the approval, the invitation or the code", async () => {
  const { owner, pilot, group } = await scene({ days: 30, joinMode: "approval" });
  const [asking, invited, redeeming, kept] = await buildUsers(muster, 4);
  const param = { id: group.id };
  for (const [who, membershipDays] of [
    [pilot, undefined],
    [asking, 7],
    [kept, null],
  ] as const) {
    const made = await who.api.groups[":id"]["join-requests"].$post({ param, json: {} });
    const { id } = await made.json();
    const json = { ids: [id], ...(membershipDays !== undefined && { membershipDays }) };
    await owner.api.groups[":id"]["join-requests"].approve.$post({ param, json });
  }
  const invitation = await owner.api.groups[":id"].invitations.$post({
    param,
    json: { characterName: invited.mainCharacterName, membershipDays: 3 },
  });
  const { id } = await invitation.json();
  await invited.api.groups.invitations[":id"].accept.$post({ param: { id } });
  const made = await owner.api.groups[":id"]["invite-codes"].$post({
    param,
    json: { membershipDays: 14 },
  });
  const { code } = await made.json();
  await redeeming.api.groups["invite-codes"].redeem.$post({ json: { code: code ?? "" } });
  const ends = await Promise.all(
    [owner, pilot, asking, kept, invited, redeeming].map((who) => endOf(group, who)),
  );
  expect(ends.map(daysFrom)).toEqual([null, 30, 7, null, 3, 14]);
});

test("a membership ends once, with its cause in the log, and the member can join again", async () => {
  const { pilot, group } = await scene({ days: 10 });
  await pilot.api.groups[":id"].join.$post({ param: { id: group.id } });
  await minuteAfter(10 * DAY - 60);
  expect(daysFrom(await endOf(group, pilot))).toBe(10);
  await minuteAfter(10 * DAY + 60);
  expect(await endOf(group, pilot)).toBe("no member");
  await minuteAfter(10 * DAY + 120);
  const ends = (await eventsOf(group, pilot)).filter(({ kind }) => kind === "member_removed");
  expect(ends).toMatchObject([{ actorKind: "job", detail: { until: expect.any(String) } }]);
  const again = await pilot.api.groups[":id"].join.$post({ param: { id: group.id } });
  expect(again.status).toBe(200);
  const access = await (await pilot.api.access.$get()).json();
  expect(access.held.find(({ groupId }) => groupId === group.id)?.endsAt).not.toBeNull();
});

test("leaders set, extend and remove ends, of those whom they may remove", async () => {
  const [adminOfGroup, member, endless] = await Promise.all([1, 2, 3].map(() => buildUser(muster)));
  if (!adminOfGroup || !member || !endless) throw new Error();
  const { owner, group } = await scene({ admins: [adminOfGroup], members: [member, endless] });
  const all = [owner, adminOfGroup, member, endless];
  const changed = async (who: typeof owner, end: Parameters<typeof setEnds>[3], some = all) =>
    (await (await setEnds(who, group, some, end)).json()).changed;
  expect(
    await changed(adminOfGroup, { kind: "days", days: 5 }, [owner, adminOfGroup, member]),
  ).toBe(1);
  expect(await changed(owner, { kind: "days", days: 5 }, [owner, adminOfGroup])).toBe(1);
  // An end that is not there is not extended.
  expect(await changed(owner, { kind: "extend", days: 5 })).toBe(2);
  const ends = await Promise.all(all.map((who) => endOf(group, who)));
  expect(ends.map(daysFrom)).toEqual([null, 10, 10, null]);
  expect(await changed(owner, { kind: "none" })).toBe(2);
  const refused = await setEnds(member, group, [endless], { kind: "days", days: 1 });
  expect(refused.status).toBe(403);
  const events = (await eventsOf(group, member)).map(({ kind, detail }) => [kind, detail.changes]);
  expect(events).toEqual([
    ["membership_end_set", { endsAt: { from: null, to: expect.any(String) } }],
    ["membership_end_set", { endsAt: { from: expect.any(String), to: expect.any(String) } }],
    ["membership_end_set", { endsAt: { from: expect.any(String), to: null } }],
  ]);
});

test("a member asks to stay, and the approval sets another end", async () => {
  const { owner, pilot, group } = await scene({ days: 10 });
  const param = { id: group.id };
  await pilot.api.groups[":id"].join.$post({ param });
  const before = await endOf(group, pilot);
  const asked = await pilot.api.groups[":id"]["join-requests"].$post({ param, json: {} });
  expect(await asked.json()).toMatchObject({ isExtension: true });
  const mine = await (await pilot.api.groups["my-groups"].$get({ query: {} })).json();
  expect(mine.items).toMatchObject([{ groupId: group.id, can: { requestExtension: false } }]);
  const twice = await pilot.api.groups[":id"]["join-requests"].$post({ param, json: {} });
  expect((await readError(twice)).message).toContain("already asked to stay");
  const list = await (
    await owner.api.groups[":id"]["join-requests"].$get({ param, query: {} })
  ).json();
  expect(list.items).toMatchObject([{ isExtension: true, endsAt: expect.any(String) }]);
  const ids = list.items.map(({ id }) => id);
  await owner.api.groups[":id"]["join-requests"].reject.$post({ param, json: { ids } });
  const undone = await owner.api.groups[":id"]["join-requests"].undo.$post({
    param,
    json: { ids },
  });
  expect(await undone.json()).toEqual({ done: ids, refused: [] });
  await owner.api.groups[":id"]["join-requests"].approve.$post({ param, json: { ids } });
  expect(await endOf(group, pilot)).toBe(Number(before) + 10 * DAY * 1000);
  const kinds = (await eventsOf(group, pilot)).map(({ kind }) => kind);
  expect(kinds).not.toContain("request_approved");
  expect(kinds.at(-1)).toBe("membership_end_set");
});

test("a member who leaves takes back the wish to stay; one whose membership ends still asks", async () => {
  const { owner, pilot, group } = await scene({ days: 10, joinMode: "approval" });
  const stayer = await buildUser(muster);
  const param = { id: group.id };
  const requests = owner.api.groups[":id"]["join-requests"];
  for (const who of [pilot, stayer]) {
    const { id } = await (
      await who.api.groups[":id"]["join-requests"].$post({ param, json: {} })
    ).json();
    await requests.approve.$post({ param, json: { ids: [id] } });
    await who.api.groups[":id"]["join-requests"].$post({ param, json: {} });
  }
  await pilot.api.groups[":id"].leave.$post({ param });
  const left = (await eventsOf(group, pilot)).map(({ kind }) => kind);
  expect(left.slice(-2)).toEqual(["member_left", "request_withdrawn"]);
  await minuteAfter(10 * DAY + 60);
  const { items } = await (await requests.$get({ param, query: {} })).json();
  expect(items.map(({ userId }) => userId)).toEqual([stayer.userId]);
  await requests.approve.$post({ param, json: { ids: items.map(({ id }) => id) } });
  expect(daysFrom(await endOf(group, stayer))).toBe(10);
});

test("the dashboard tells of an end seven days before", async () => {
  const { pilot, group } = await scene({ days: 10 });
  await pilot.api.groups[":id"].join.$post({ param: { id: group.id } });
  const ends = async () => (await (await pilot.api.groups.waiting.$get()).json()).ends;
  expect(await ends()).toEqual([]);
  expect(await muster.later(4 * DAY, ends)).toMatchObject([
    { groupId: group.id, isRequested: false },
  ]);
});

test("the owner has no end, and neither do members whom the requirements have made", async () => {
  const { owner, pilot, group } = await scene({ days: 10 });
  const param = { id: group.id };
  await pilot.api.groups[":id"].join.$post({ param });
  await owner.api.groups[":id"].transfer.$post({ param, json: { newOwnerId: pilot.userId } });
  expect(await endOf(group, pilot)).toBe(null);

  const ruled = await scene({ days: 10 });
  await ruled.pilot.api.groups[":id"].join.$post({ param: { id: ruled.group.id } });
  const enrolled = await buildUser(muster);
  for (const who of [ruled.pilot, enrolled])
    await setAlliance(muster, who, who.mainCharacterId, 42);
  const rule = ruleOf(inAlliance("any", 42), { enrolment: "automatic" });
  expect((await saveRule(admin, ruled.group.id, rule)).status).toBe(200);
  await evaluateAll(muster);
  expect(await endOf(ruled.group, enrolled)).toBe(null);
  const members = ruled.owner.api.groups[":id"].members;
  const query = { problem: "ending" as const };
  const listed = await (await members.$get({ param: { id: ruled.group.id }, query })).json();
  expect([listed.items, listed.problemCounts?.ending]).toEqual([[], 0]);
  await minuteAfter(11 * DAY);
  expect(await endOf(ruled.group, ruled.pilot)).toBe(null);
  const refused = await setEnds(ruled.owner, ruled.group, [enrolled], { kind: "days", days: 1 });
  expect(refused.status).toBe(409);
});

test("the end comes before the end of a grace period, and also for a suspended member", async () => {
  const { owner, pilot, group } = await scene({ days: 2 });
  const param = { id: group.id };
  const suspended = await buildUser(muster);
  for (const who of [pilot, suspended]) await who.api.groups[":id"].join.$post({ param });
  await suspend(suspended.userId);
  for (const who of [pilot, suspended]) await setAlliance(muster, who, who.mainCharacterId, 1);
  await saveRule(admin, group.id, ruleOf(inAlliance("main", 99)));
  await evaluateAll(muster);
  await minuteAfter(2 * DAY + 60);
  for (const who of [pilot, suspended]) {
    expect(await endOf(group, who)).toBe("no member");
    const removals = (await eventsOf(group, who)).filter(({ kind }) => kind === "member_removed");
    expect(removals).toMatchObject([{ actorKind: "job" }]);
  }
  expect(await endOf(group, owner)).toBe(null);
});
