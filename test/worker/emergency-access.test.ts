import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { endsOf } from "#test/support/people/end-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import {
  evaluateAll,
  ruleOf,
  saveRule,
  inAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { setAlliance } from "#test/support/requirements/requirement-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { startWithSuspensions } from "#test/support/people/suspension-builders.ts";

const { muster, admin } = await startWithSuspensions();
const { endOf, setEnds, eventsOf, minuteAfter } = endsOf(muster);

const HOUR = 60 * 60;
const REASON = "The owner is away, and the fleet forms up";

async function scene() {
  const owner = await buildUser(muster);
  const manager = await buildUser(muster);
  const member = await buildUser(muster);
  const group = await buildGroup(muster, { owner, admins: [manager], members: [member] });
  return { owner, manager, member, group };
}

const take = (group: { id: string }, role: "member" | "admin" = "admin", hours = 4) =>
  admin.api.groups[":id"]["emergency-access"].$post({
    param: { id: group.id },
    json: { role, hours, reason: REASON },
  });

test("a system administrator is a member for some hours, which everybody sees and the managers are told", async () => {
  const { owner, manager, member, group } = await scene();
  expect((await take(group)).status).toBe(201);
  for (const who of [owner, manager]) {
    const { emergencies } = await (await who.api.groups.waiting.$get()).json();
    expect(emergencies).toMatchObject([
      { groupId: group.id, name: "Aurelia Voss", role: "admin", reason: REASON, isActive: true },
    ]);
  }
  const shown = await (await member.api.groups[":id"].$get({ param: { id: group.id } })).json();
  expect(shown.emergencies).toMatchObject([{ name: "Aurelia Voss", reason: null }]);
  const told = await (await member.api.groups.waiting.$get()).json();
  expect(told.emergencies).toEqual([]);
  const events = await eventsOf(group, admin);
  expect(events.map(({ kind, detail }) => [kind, detail.reason])).toEqual([
    ["member_added", undefined],
    ["emergency_access_taken", REASON],
  ]);

  await minuteAfter(4 * HOUR - 60);
  expect(await endOf(group, admin)).toEqual(expect.any(Number));
  await minuteAfter(4 * HOUR + 60);
  expect(await endOf(group, admin)).toBe("no member");
  const { emergencies } = await (await owner.api.groups.waiting.$get()).json();
  expect(emergencies).toMatchObject([{ isActive: false }]);
  const after = await (await member.api.groups[":id"].$get({ param: { id: group.id } })).json();
  expect(after.emergencies).toEqual([]);
});

test("emergency access gets no other end and no other role, and the owner can end it", async () => {
  const { owner, group } = await scene();
  await take(group, "member");
  const param = { id: group.id };
  const changed = await setEnds(owner, group, [admin], { kind: "days", days: 30 });
  expect(await changed.json()).toEqual({ changed: 0 });
  const appointed = await owner.api.groups[":id"].admins.$post({
    param,
    json: { userId: admin.userId },
  });
  expect((await readError(appointed)).message).toContain("emergency access");
  const owning = await owner.api.groups[":id"].transfer.$post({
    param,
    json: { newOwnerId: admin.userId },
  });
  expect(owning.status).toBe(409);
  const again = await take(group);
  expect(again.status).toBe(409);
  const removed = await owner.api.groups[":id"].members[":userId"].$delete({
    param: { ...param, userId: admin.userId },
  });
  expect(removed.status).toBe(204);
});

test("requirements do not end emergency access", async () => {
  const { group } = await scene();
  await take(group, "member", 2);
  await setAlliance(muster, admin, admin.mainCharacterId, 1);
  const rule = ruleOf(inAlliance("main", 99), { graceDays: 0, enrolment: "automatic" });
  await saveRule(admin, group.id, rule);
  await evaluateAll(muster);
  await minuteAfter(HOUR);
  expect(await endOf(group, admin)).toEqual(expect.any(Number));
  await minuteAfter(2 * HOUR + 60);
  expect(await endOf(group, admin)).toBe("no member");
});

test("a stolen session of an administrator takes no emergency access", async () => {
  const { group } = await scene();
  const answer = await muster.later(11 * 60, () => take(group));
  expect([answer.status, (await readError(answer)).code]).toEqual([403, "fresh_proof_required"]);
  expect(await endOf(group, admin)).toBe("no member");
});
