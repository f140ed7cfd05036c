import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Requirement } from "#shared/requirements/tree.ts";
import { eveDate } from "#test/support/eve-date.ts";
import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { anyCharacter, hasRole, skill } from "#test/support/requirements/condition-builders.ts";
import { buildGroup, prepareRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { readCharacterEvidence } from "#test/support/requirements/read-evidence.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { write } from "#test/support/answers/write.ts";
import {
  evidenceWork,
  refreshDueEvidence,
  refreshNextEvidence,
  selectDueEvidence,
} from "#worker/characters/evidence-job.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { readConfig } from "#worker/ground/config.ts";
import { run } from "#worker/db/batch.ts";
import { beginDue } from "#worker/work/begin-due.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  characterChecks,
  unknownCharacters,
} from "#worker/db/schema/characters.ts";
import { completedPasses, directorLists, evidenceRefreshes } from "#worker/db/schema/evidence.ts";
import { groupMembers, joinRequests } from "#worker/db/schema/groups.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";

const muster = await startMuster({ PLAN: "free" });
const newEden = newEdenControl(muster.newEdenBase);
const { db } = muster.context;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const SKILLED = anyCharacter(skill(3300, 1));
const owner = await buildUser(muster);
const group = await buildGroup(muster, { owner });
// EVE does not know the owner's character.
await db.update(users).set({ mainCharacterId: null }).where(eq(users.id, owner.userId));
await db.update(characters).set({ userId: null }).where(eq(characters.userId, owner.userId));

let drive: Driver;
beforeAll(async () => {
  drive = await driveQueue(muster);
});
afterAll(() => drive.stop());
beforeEach(async () => {
  await db.delete(groupRequirements);
  await db.delete(evidenceRefreshes);
  await db.delete(completedPasses);
  await db.delete(groupMembers).where(eq(groupMembers.role, "member"));
  await db.delete(joinRequests);
});

const ruleIs = (tree: Requirement) => setRule(muster, group.id, tree);

const join = ({ userId }: BuiltUser) =>
  db
    .insert(groupMembers)
    .values({ groupId: group.id, userId, role: "member", joinedAt: new Date() });

/** A pilot whose sheet has been read, as a member of the group. */
async function linkMember(
  ...args: Parameters<typeof linkPilot> extends [unknown, ...infer Rest] ? Rest : never
) {
  const linked = await linkPilot(muster, ...args);
  muster.queue.push({ kind: "refresh", characterId: linked.pilot.id });
  await drive.drain();
  await join(linked.user);
  return linked;
}

/** Refreshes what is due as the cron of every minute does, and returns whose evidence that is. */
async function refreshByMinute(minutes: number) {
  const refreshed = new Set<number>();
  for (let minute = 0; minute < minutes; minute += 1) {
    const [due] = await run(muster.context.db, selectDueEvidence({ now: Date.now(), limit: 1 }));
    if (due === undefined) break;
    refreshed.add(due.characterId);
    await beginDue(muster.context, evidenceWork);
  }
  return [...refreshed];
}

/**
 * Runs the job once, after so many hours, and the cron of every minute until nothing is due. Returns how many characters were
 * refreshed, and the paths that ESI was asked for, for each.
 */
async function runAfter(hours: number) {
  await drive.advance(hours * HOUR);
  await newEden.clearRequests();
  await refreshDueEvidence(muster.context);
  const sent = (await refreshByMinute(60)).length;
  const requests = await newEden.requests({ service: "esi" });
  const asked = new Map<number, string[]>();
  for (const { path } of requests) {
    const [, id = "", section = "info"] = /^\/characters\/(\d+)(?:\/(\w+))?$/.exec(path) ?? [];
    asked.set(Number(id), [...(asked.get(Number(id)) ?? []), section].toSorted());
  }
  return { sent, asked };
}

test("a member's skills are read again after three days, and nothing that no rule needs", async () => {
  const { pilot, user } = await linkMember();
  const outsider = await linkPilot(muster);
  await outsider.refresh();
  await ruleIs(SKILLED);
  expect((await runAfter(1)).sent).toBe(0);
  expect((await runAfter(60)).sent).toBe(0);
  expect((await runAfter(12)).asked).toEqual(new Map([[pilot.id, ["skillqueue", "skills"]]]));
  const evidence = await readCharacterEvidence(muster, user, pilot.id, SKILLED);
  expect(Date.now() - (evidence.skills.asOf ?? 0)).toBeLessThan(HOUR * 1000);
  // Refreshed in the background, the skills of a pilot who never comes stay known.
  for (let day = 0; day < 14; day++) await runAfter(24);
  expect(await readCharacterEvidence(muster, user, pilot.id, SKILLED)).toMatchObject({
    skills: { isKnown: true },
  });
});

test("what a member has never shown is read within an hour of the rule, alts included", async () => {
  const member = await linkPilot(muster);
  const alt = await linkPilot(muster, {}, { altOf: member.user });
  await join(member.user);
  await ruleIs(anyCharacter({ type: "time_in_corporation", days: 1 }));
  const { asked } = await runAfter(1);
  expect(asked).toEqual(
    new Map([member, alt].map(({ pilot }) => [pilot.id, ["corporationhistory"]])),
  );
});

test("a user who asks to join is read like a member", async () => {
  const applicant = await linkPilot(muster);
  await write(muster, prepareRequest(muster, group, applicant.user));
  await ruleIs(SKILLED);
  expect([...(await runAfter(1)).asked.keys()]).toEqual([applicant.pilot.id]);
});

test("a minute reads one character, the oldest first; on the paid plan the queue reads one after another", async () => {
  const users = await Promise.all(
    Array.from({ length: 5 }, () => linkPilot(muster, {}, { scopes: CHARACTER_SCOPES })),
  );
  for (const [nth, { user, pilot }] of users.entries()) {
    await join(user);
    const checkedAt = eveDate(Date.now() - (nth + 4) * DAY * 1000);
    const check = { checkedAt, dueAt: 0, failure: null };
    await db
      .insert(characterChecks)
      .values({ characterId: pilot.id, record: { checks: { skills: check, skillQueue: check } } });
  }
  await ruleIs(SKILLED);
  await refreshDueEvidence(muster.context);
  expect(muster.queue.waiting).toEqual([]);
  const oldest = users.toReversed().map(({ pilot }) => pilot.id);
  expect(await refreshByMinute(1)).toEqual(oldest.slice(0, 1));
  expect(await refreshByMinute(60)).toEqual(expect.arrayContaining(oldest.slice(1, 4)));

  await db.delete(characterChecks);
  await db.delete(completedPasses);
  const paid: Env = { ...muster.env, PLAN: "paid" };
  await refreshDueEvidence({ ...muster.context, config: await readConfig(paid) });
  expect(muster.queue.waiting.map(({ body }) => body.kind)).toEqual(["refresh-evidence"]);
  await drive.drain();
  expect(await run(muster.context.db, selectDueEvidence({ now: Date.now(), limit: 1 }))).toEqual(
    [],
  );
});

test("what a person waits for comes after one character of the hour's evidence, and not after all", async () => {
  for (let nth = 0; nth < 5; nth += 1) await linkMember();
  await ruleIs(SKILLED);
  await drive.advance(80 * HOUR);
  const paid: Env = { ...muster.env, PLAN: "paid" };
  await refreshDueEvidence({ ...muster.context, config: await readConfig(paid) });
  muster.queue.push({ kind: "evaluate" });
  const order: string[] = [];
  for (let next = muster.queue.take(); next !== undefined; next = muster.queue.take()) {
    order.push(next.body.kind);
    await drive.deliver(next);
  }
  expect(order.indexOf("evaluate")).toBe(1);
  expect(order.filter((kind) => kind === "refresh-evidence").length).toBeGreaterThanOrEqual(5);
});

test("an hour without due characters reads a few rows, however many members there are", async () => {
  await ruleIs(SKILLED);
  const costWith = async (members: number) => {
    for (let nth = 0; nth < members; nth++) await linkMember();
    await runAfter(25);
    muster.costs.reset();
    expect(await refreshDueEvidence(muster.context)).toBe(0);
    const { roundTrips, rowsRead, rowsWritten } = muster.costs;
    return { roundTrips, rowsRead, rowsWritten };
  };
  const few = await costWith(1);
  expect(few).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
  expect(few.rowsRead).toBeLessThan(10);
  expect(await costWith(6)).toEqual(few);
});

test("while EVE does not answer, a refresh is tried again after six hours", async () => {
  const { pilot } = await linkMember();
  await ruleIs(SKILLED);
  await newEden.addFault({ service: "esi", kind: "server_error" });
  expect((await runAfter(80)).sent).toBe(1);
  expect((await runAfter(5)).sent).toBe(0);
  await newEden.clearFaults();
  const { asked } = await runAfter(2);
  expect([...asked.keys()]).toEqual([pilot.id]);
  expect((await runAfter(7)).sent).toBe(0);
});

test("a refresh whose invocation dies is tried again at once, and if that one dies after six hours", async () => {
  await linkMember();
  await ruleIs(SKILLED);
  await drive.advance(80 * HOUR);
  await refreshDueEvidence(muster.context);
  for (const _try of [1, 2]) {
    const life = killAfter(muster.env, 1);
    const context = { ...muster.context, db: openTestDatabase(life.env.DB) };
    expect(await Promise.race([refreshNextEvidence(context), life.died])).toBe("killed");
    life.restore();
  }
  expect((await runAfter(5)).sent).toBe(0);
  expect((await runAfter(2)).sent).toBe(1);
});

test("a character whose authorization is revoked, or does not cover it, is not tried", async () => {
  await linkMember({}, { scopes: ["publicData"] });
  const revoked = await linkMember();
  await db
    .update(eveTokens)
    .set({ state: "revoked" })
    .where(eq(eveTokens.characterId, revoked.pilot.id));
  await ruleIs(SKILLED);
  expect((await runAfter(100)).sent).toBe(0);
});

test("an authorization that was revoked at EVE is noticed within days", async () => {
  const { pilot } = await linkMember();
  await ruleIs(anyCharacter({ type: "authorization", scopes: [] }));
  await newEden.revoke(pilot.id);
  expect((await runAfter(2)).sent).toBe(0);
  expect((await runAfter(80)).sent).toBe(1);
  const [token] = await db.select().from(eveTokens).where(eq(eveTokens.characterId, pilot.id));
  expect(token?.state).toBe("revoked");
});

test("own roles are read every day, unless a director reads those of the corporation", async () => {
  const scopes = [...CHARACTER_SCOPES, ...STEP_UP_SCOPES];
  const { pilot } = await linkMember(
    { corporationId: SABLE_MERIDIAN_ID, roles: ["Trader"] },
    { scopes },
  );
  await ruleIs(hasRole("Trader"));
  expect((await runAfter(1)).asked).toEqual(new Map([[pilot.id, ["roles"]]]));
  // A rule is saved.
  await db.delete(completedPasses);
  await refreshDueEvidence(muster.context);
  // Until EVE has told the corporation of a later time, it is not known whose roles they are.
  const { asked: again } = await runAfter(2);
  expect(again.size).toBe(2);
  expect(again.get(pilot.id)).toEqual(["roles"]);
  expect((await runAfter(12)).sent).toBe(0);
  expect((await runAfter(15)).asked).toEqual(new Map([[pilot.id, ["roles"]]]));
  await drive.advance(25 * HOUR);
  await db
    .insert(directorLists)
    .values({ ownerId: SABLE_MERIDIAN_ID, list: "roles", readAt: new Date() });
  expect((await runAfter(1)).sent).toBe(0);
});

test("for a rule about every character, those in NPC corporations are checked for deletion", async () => {
  const member = await linkMember({ corporationId: SABLE_MERIDIAN_ID });
  const alt = await linkPilot(muster, {}, { altOf: member.user });
  await alt.refresh();
  await ruleIs({
    type: "characters",
    which: "every",
    meet: { type: "corporation", corporationIds: [SABLE_MERIDIAN_ID] },
  });
  await newEden.biomass(alt.pilot.id);
  expect((await runAfter(80)).asked).toEqual(new Map([[alt.pilot.id, ["info"]]]));
  expect(await readCharacterEvidence(muster, member.user, alt.pilot.id)).toMatchObject({
    isGone: true,
  });
  expect((await runAfter(80)).sent).toBe(0);
});

test("the history of a character is read within a day after its corporation was first seen, and after each move", async () => {
  const { pilot } = await linkPilot(muster);
  await refreshAllAffiliations(muster.context);
  const historyOf = (asked: Map<number, string[]>) => asked.get(pilot.id);
  expect(historyOf((await runAfter(1)).asked)).toEqual(["corporationhistory"]);
  expect((await runAfter(25)).sent).toBe(0);
  await newEden.leaveCorporation(pilot.id, SABLE_MERIDIAN_ID);
  await refreshAllAffiliations(muster.context);
  expect(historyOf((await runAfter(25)).asked)).toEqual(["corporationhistory"]);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  "a move that is seen before call %i of a refresh has its history read",
  async (at) => {
    const { pilot } = await linkMember();
    await ruleIs(SKILLED);
    await drive.advance(80 * HOUR);
    await refreshDueEvidence(muster.context);
    const movedAt = Date.now();
    const slice = interleave(muster.env, at, async () => {
      await newEden.leaveCorporation(pilot.id, SABLE_MERIDIAN_ID);
      await refreshAllAffiliations(muster.context);
    });
    // The second invocation reads what the first could not afford, and ends.
    await refreshNextEvidence(muster.context);
    await refreshNextEvidence({ ...muster.context, db: openTestDatabase(slice.env.DB) });
    await slice.finish();
    await refreshByMinute(5);
    const [found] = await db
      .select()
      .from(characterChecks)
      .where(eq(characterChecks.characterId, pilot.id));
    // EVE's dates are whole seconds.
    const inSeconds = Math.floor(movedAt / 1000) * 1000;
    expect(found?.record.checks.corporationHistory?.checkedAt).toBeGreaterThanOrEqual(inSeconds);
  },
);

test("a history that EVE did not give is tried again, also when a rule changes meanwhile", async () => {
  const { pilot } = await linkPilot(muster);
  await refreshAllAffiliations(muster.context);
  await newEden.addFault({ service: "esi", kind: "server_error" });
  await runAfter(1);
  await newEden.clearFaults();
  await db.delete(completedPasses);
  await refreshDueEvidence(muster.context);
  expect((await runAfter(7)).asked.get(pilot.id)).toEqual(["corporationhistory"]);
});

test("an entry of EVE's answer about corporations that cannot be read holds up only itself", async () => {
  const [one, other] = [await linkPilot(muster), await linkPilot(muster)];
  const asked = globalThis.fetch;
  const spied = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const response = await asked(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes("/characters/affiliation")) return response;
    const text = await response.text();
    const changed = text.replace(`"character_id":${one.pilot.id}`, '"character_id":"?"');
    return new Response(changed, response);
  });
  try {
    await expect(refreshAllAffiliations(muster.context)).rejects.toThrow(
      `could not be read, for instance about ${one.pilot.id}. They keep their corporation`,
    );
  } finally {
    spied.mockRestore();
  }
  const affiliationOf = async (id: number) =>
    (
      await db
        .select({ corporationId: characterAffiliations.corporationId })
        .from(characterAffiliations)
        .where(eq(characterAffiliations.characterId, id))
    )[0]?.corporationId;
  expect(await affiliationOf(other.pilot.id)).toBe(other.pilot.corporationId);
  expect(
    await db
      .select()
      .from(unknownCharacters)
      .where(eq(unknownCharacters.characterId, one.pilot.id)),
  ).toHaveLength(1);
  await drive.advance(HOUR);
  await refreshAllAffiliations(muster.context);
  expect(await affiliationOf(one.pilot.id)).toBe(one.pilot.corporationId);
});
