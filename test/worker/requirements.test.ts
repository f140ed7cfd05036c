import { expect, test } from "vitest";
import { jobNameSchema } from "#worker/work/crons.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, eventsOf } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { evaluationMarks, membershipProblems } from "#worker/db/schema/requirements.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import {
  evaluateAll,
  inAlliance,
  isMember,
  problemOf,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const OURS = 99_000_001;
const THEIRS = 99_000_002;

const muster = await startMuster();
const admin = await buildAdministrator(muster);
await setAlliance(muster, admin, admin.mainCharacterId, OURS);

async function buildPilot(allianceId: number | null, given: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(muster, given);
  for (const id of user.characterIds) await setAlliance(muster, user, id, allianceId);
  return user;
}

/** A group of the alliance with these members; everybody meets the rule. */
async function buildAllied(members: BuiltUser[], graceDays = 3) {
  const owner = await buildPilot(OURS);
  const group = await buildGroup(muster, { owner, members, joinMode: "open" });
  const saved = await saveRule(admin, group.id, ruleOf(inAlliance("main", OURS), { graceDays }));
  expect(saved.status).toBe(200);
  await evaluateAll(muster);
  return { ...group, owner };
}

test("a member who no longer meets the requirements is removed when the grace period has ended", async () => {
  const pilot = await buildPilot(OURS, { name: "Rook Ansgar" });
  const group = await buildAllied([pilot]);
  expect(await problemOf(muster, group.id, pilot.userId)).toBe(undefined);

  await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS);
  await evaluateAll(muster);
  const problem = await problemOf(muster, group.id, pilot.userId);
  expect(problem).toMatchObject({
    outcome: "unmet",
    causes: [{ character: { characterName: "Rook Ansgar" }, which: "main" }],
  });
  expect((problem?.graceEndsAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(
    (3 * DAY - 60) * 1000,
  );
  expect(await isMember(muster, group.id, pilot.userId)).toBe(true);

  const { problems } = await (await pilot.api.groups.waiting.$get()).json();
  expect(problems).toMatchObject([{ groupId: group.id, outcome: "unmet", isHeld: false }]);

  await muster.later(3 * DAY - HOUR, () => evaluateAll(muster));
  expect(await isMember(muster, group.id, pilot.userId)).toBe(true);
  await muster.later(3 * DAY + 60, async () => {
    await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS, new Date());
    await evaluateAll(muster);
  });
  expect(await isMember(muster, group.id, pilot.userId)).toBe(false);
  const activity = await (
    await admin.api.groups[":id"].activity.$get({ param: { id: group.id }, query: {} })
  ).json();
  const [removed, started] = activity.items;
  expect(removed).toMatchObject({
    kind: "member_removed",
    actor: null,
    subject: { userId: pilot.userId },
    detail: { causes: [{ condition: { type: "alliance" } }] },
  });
  expect(started).toMatchObject({ kind: "grace_started", subject: { userId: pilot.userId } });
});

test("the causes that leaders read name no alts, and no groups that they do not see", async () => {
  const pilot = await buildPilot(OURS, { name: "Rook Ansgar", alts: ["Rook's Alt"] });
  const owner = await buildPilot(OURS);
  const [group, secret] = await Promise.all([
    buildGroup(muster, { owner, members: [pilot] }),
    buildGroup(muster, { owner: admin, name: "Secret Council", visibility: "hidden" }),
  ]);
  const tree = {
    type: "all" as const,
    of: [inAlliance("every", OURS), { type: "member_of" as const, groupIds: [secret.id] }],
  };
  await saveRule(admin, group.id, ruleOf(tree));
  const [, alt = 0] = pilot.characterIds;
  await setAlliance(muster, pilot, alt, THEIRS);
  await evaluateAll(muster);
  const param = { id: group.id };
  const read = async ({ api }: BuiltUser) =>
    JSON.stringify([
      await (await api.groups[":id"].activity.$get({ param, query: {} })).json(),
      await (await api.groups[":id"].members.$get({ param, query: {} })).json(),
    ]);
  const forLeaders = await read(owner);
  expect(forLeaders).toContain("grace_started");
  expect(forLeaders).not.toMatch(/Rook's Alt|Secret Council/);
  expect(forLeaders).not.toContain(secret.id);
  expect(await read(admin)).toMatch(/Rook's Alt.*Secret Council|Secret Council.*Rook's Alt/);
  await saveRule(admin, group.id, null);
});

test("requirements and what they say about the reader are two round trips, the second for names and evidence", async () => {
  const pilot = await buildPilot(OURS);
  const group = await buildAllied([pilot]);
  const read = () => pilot.api.groups[":id"].requirements.$get({ param: { id: group.id } });
  await read();
  muster.costs.reset();
  expect(await (await read()).json()).toMatchObject({ rule: { enrolment: "manual" } });
  expect(muster.costs.roundTrips).toBe(2);
});

test("evidence that has become too old removes nobody, and starts no grace period", async () => {
  const pilot = await buildPilot(OURS);
  const group = await buildAllied([pilot], 0);
  await muster.later(2 * DAY, () => evaluateAll(muster));
  expect(await isMember(muster, group.id, pilot.userId)).toBe(true);
  expect(await problemOf(muster, group.id, pilot.userId)).toMatchObject({
    outcome: "unknown",
    graceEndsAt: null,
    causes: [{ reading: { unknown: "too_old" } }],
  });
});

test("a member who meets the requirements again keeps the membership", async () => {
  const pilot = await buildPilot(OURS);
  const group = await buildAllied([pilot]);
  await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS);
  await evaluateAll(muster);
  await setAlliance(muster, pilot, pilot.mainCharacterId, OURS);
  await evaluateAll(muster);
  expect(await problemOf(muster, group.id, pilot.userId)).toBe(undefined);
  expect(await eventsOf(muster, group.id)).toContain("grace_ended");
});

test("the owner is never removed, and is shown not to meet the requirements", async () => {
  const group = await buildAllied([], 0);
  await setAlliance(muster, group.owner, group.owner.mainCharacterId, THEIRS);
  await evaluateAll(muster);
  expect(await isMember(muster, group.id, group.owner.userId)).toBe(true);
  const page = await (
    await admin.api.groups[":id"].members.$get({ param: { id: group.id }, query: {} })
  ).json();
  expect(page.items[0]?.problem).toMatchObject({ outcome: "unmet", graceEndsAt: null });
});

test("a member who becomes the owner when the removal is due stays, and other removals go on", async () => {
  const [heir, leaver] = await Promise.all([buildPilot(OURS), buildPilot(OURS)]);
  const group = await buildAllied([heir, leaver], 0);
  const { db } = muster.context;
  const past = new Date(Date.now() - 1000);
  for (const pilot of [heir, leaver]) {
    await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS);
    await db.insert(membershipProblems).values({
      groupId: group.id,
      userId: pilot.userId,
      outcome: "unmet",
      since: past,
      graceStartedAt: past,
      graceEndsAt: past,
      causes: [],
      checkedAt: past,
    });
  }
  // Both are evaluated, and the removals not applied yet.
  await db.delete(evaluationMarks);
  const transferred = await group.owner.api.groups[":id"].transfer.$post({
    param: { id: group.id },
    json: { newOwnerId: heir.userId },
  });
  expect(transferred.ok).toBe(true);
  await evaluateAll(muster);
  expect(await isMember(muster, group.id, heir.userId)).toBe(true);
  expect(await isMember(muster, group.id, leaver.userId)).toBe(false);
  expect(await problemOf(muster, group.id, heir.userId)).toMatchObject({ graceEndsAt: null });
});

test("with automatic enrolment, users who meet the requirements are members and cannot leave", async () => {
  const pilot = await buildPilot(THEIRS);
  const owner = await buildPilot(OURS);
  const group = await buildGroup(muster, { owner });
  await saveRule(
    admin,
    group.id,
    ruleOf(inAlliance("every", OURS), { enrolment: "automatic", graceDays: 0 }),
  );
  await evaluateAll(muster);
  expect(await isMember(muster, group.id, pilot.userId)).toBe(false);
  await setAlliance(muster, pilot, pilot.mainCharacterId, OURS);
  await evaluateAll(muster);
  expect(await isMember(muster, group.id, pilot.userId)).toBe(true);
  const param = { id: group.id };
  await expectRefusal(pilot.api.groups[":id"].leave.$post({ param }), 409);
});

test("removals of more than a fifth of a group are held, and applied when a person releases them", async () => {
  const pilots = await Promise.all(Array.from({ length: 12 }, () => buildPilot(OURS)));
  const group = await buildAllied(pilots, 0);
  for (const pilot of pilots.slice(0, 8)) {
    await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS);
  }
  await evaluateAll(muster);
  const members = async () =>
    (await Promise.all(pilots.map(({ userId }) => isMember(muster, group.id, userId)))).filter(
      Boolean,
    ).length;
  expect(await members()).toBe(12);

  const list = async () => (await admin.api.admin.held.$get()).json();
  const held = (await list()).waiting.find(({ groupId }) => groupId === group.id);
  expect(held).toMatchObject({ removalCount: 8, memberCount: 13, limit: "group", state: "held" });
  const param = { id: held?.id ?? "" };
  const detail = await (await admin.api.admin.held[":id"].$get({ param })).json();
  expect(detail.users).toHaveLength(8);

  const reason = "The corporation left";
  const stale = admin.api.admin.held[":id"].release.$post({
    param,
    json: { removalCount: 7, reason },
  });
  await expectRefusal(stale, 409);
  // One of them comes back before the release.
  const [returned] = pilots;
  if (returned) await setAlliance(muster, returned, returned.mainCharacterId, OURS);
  const released = await admin.api.admin.held[":id"].release.$post({
    param,
    json: { removalCount: 8, reason },
  });
  expect(released.status).toBe(200);
  await evaluateAll(muster);
  expect(await members()).toBe(5);
  expect(await isMember(muster, group.id, returned?.userId ?? "")).toBe(true);
  expect((await list()).decided[0]).toMatchObject({ id: held?.id, state: "applied", reason });
});

test("a minute without changes reads no user", async () => {
  await evaluateAll(muster);
  muster.costs.reset();
  await evaluateAll(muster);
  // One for everything that the minute asks.
  expect(muster.costs).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
  // Two are read for each job: when it ran.
  expect(muster.costs.rowsRead).toBeLessThan(25 + 2 * jobNameSchema.options.length);
});

test("a rule that would require its own group is refused, with the circle in words", async () => {
  const owner = await buildPilot(OURS);
  const [first, second] = await Promise.all([
    buildGroup(muster, { owner, name: "Scouts" }),
    buildGroup(muster, { owner, name: "Siege Fleet" }),
  ]);
  const memberOf = (id: string) => ruleOf({ type: "member_of" as const, groupIds: [id] });
  expect((await saveRule(owner, first.id, memberOf(second.id))).status).toBe(200);
  await expectRefusal(saveRule(owner, second.id, memberOf(first.id)), 400);
});

test("an edit of requirements that were removed since is refused, also if others were saved", async () => {
  const owner = await buildPilot(OURS);
  const { id } = await buildGroup(muster, { owner });
  await saveRule(owner, id, ruleOf(inAlliance("main", OURS)));
  const requirements = owner.api.groups[":id"].requirements;
  const { editable } = await (await requirements.$get({ param: { id } })).json();
  await saveRule(owner, id, null);
  await saveRule(owner, id, ruleOf(inAlliance("main", THEIRS)));
  const stale = { rule: ruleOf(inAlliance("main", OURS)), version: editable?.version ?? null };
  await expectRefusal(requirements.$put({ param: { id }, json: stale }), 409);
});

test("owners write rules about mains only, and only with manual enrolment", async () => {
  const owner = await buildPilot(OURS);
  const { id } = await buildGroup(muster, { owner });
  await expectRefusal(saveRule(owner, id, ruleOf(inAlliance("any", OURS))), 403);
  const automatic = ruleOf(inAlliance("main", OURS), { enrolment: "automatic" });
  await expectRefusal(saveRule(owner, id, automatic), 403);
  expect((await saveRule(owner, id, ruleOf(inAlliance("main", OURS)))).status).toBe(200);
});
