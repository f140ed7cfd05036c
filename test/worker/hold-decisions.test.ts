import { and, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { oneOf, share } from "#test/support/workerd/share.ts";
import { keysOf } from "#test/support/answers/records.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import worker from "#worker/index.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { heldChanges, membershipProblems } from "#worker/db/schema/requirements.ts";

const OURS = 99_000_001;
const THEIRS = 99_000_002;
const LEAVERS = 8;
const STAYERS = 5;
/** As many of a group of this size need no release. */
const FEW = 5;

const RULES = {
  strict: ruleOf(inAlliance("main", OURS), { graceDays: 0 }),
  loose: ruleOf(inAlliance("main", OURS, THEIRS), { graceDays: 0 }),
  patient: ruleOf(inAlliance("main", OURS), { graceDays: 3 }),
  mistyped: ruleOf(inAlliance("main", OURS + 900), { graceDays: 0 }),
};

vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => vi.useRealTimers());
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Group = {
  id: string;
  members: BuiltUser[];
  gone: Set<string>;
  rule: keyof typeof RULES;
};
type Decision = {
  holdId: string;
  group: Group;
  kind: "release" | "discard";
  /** Whom the hold concerned. */
  users: Set<string>;
  /** The users among them who have met the requirements at some time since, or had time to. */
  spared: Set<string>;
};

/** Two groups whose removals are held, and what people do to them. */
async function openScene(muster: Muster, admin: BuiltUser, undoer: BuiltUser) {
  const { db } = muster.context;
  const decisions: Decision[] = [];
  const refusals: string[] = [];

  async function buildHeld(): Promise<Group> {
    const members = await Promise.all(
      Array.from({ length: LEAVERS + STAYERS }, () => buildUser(muster)),
    );
    for (const one of members) await setAlliance(muster, one, one.mainCharacterId, OURS);
    const { id } = await buildGroup(muster, { owner: admin, members });
    expect((await saveRule(undoer, id, RULES.strict)).status).toBe(200);
    const group: Group = { id, members, gone: new Set(), rule: "strict" };
    await evaluateAll(muster);
    for (const one of members.slice(0, LEAVERS)) await move(group, one, THEIRS);
    await evaluateAll(muster);
    return group;
  }

  async function move(group: Group, one: BuiltUser, allianceId: number) {
    await setAlliance(muster, one, one.mainCharacterId, allianceId);
    if (allianceId === THEIRS) group.gone.add(one.userId);
    else group.gone.delete(one.userId);
    spare();
  }

  function spare() {
    for (const { group, users, spared } of decisions) {
      for (const id of users) {
        const isMet = group.rule === "strict" && !group.gone.has(id);
        if (isMet || group.rule === "loose" || group.rule === "patient") spared.add(id);
      }
    }
  }

  const usersOf = async (holdId: string) =>
    new Set(
      (
        await db
          .select({ userId: membershipProblems.userId })
          .from(membershipProblems)
          .where(
            and(eq(membershipProblems.heldId, holdId), eq(membershipProblems.outcome, "unmet")),
          )
      ).map(({ userId }) => userId),
    );

  /** The hold as a person reads it. */
  async function read(group: Group) {
    const { waiting } = await (await admin.api.admin.held.$get()).json();
    return waiting.find(({ groupId, state }) => groupId === group.id && state === "held");
  }

  async function decide(
    group: Group,
    held: Awaited<ReturnType<typeof read>>,
    kind: Decision["kind"],
  ) {
    if (held === undefined) return;
    const users = await usersOf(held.id);
    const answer = await admin.api.admin.held[":id"][kind].$post({
      param: { id: held.id },
      json: { removalCount: held.removalCount, reason: "As agreed" },
    });
    if (answer.status === 200) {
      decisions.push({ holdId: held.id, group, kind, users, spared: new Set() });
      return spare();
    }
    const { message } = await readError(answer);
    refusals.push(`${answer.status} ${message}`);
  }

  async function compute(held: Awaited<ReturnType<typeof read>>) {
    if (held === undefined) return;
    const answer = await admin.api.admin.held[":id"].compute.$post({ param: { id: held.id } });
    expect([200, 409]).toContain(answer.status);
  }

  async function edit(group: Group, rule: keyof typeof RULES) {
    expect((await saveRule(admin, group.id, RULES[rule])).status).toBe(200);
    group.rule = rule;
    spare();
  }

  async function ruleNow({ id }: Group): Promise<Group["rule"]> {
    const answer = await admin.api.groups[":id"].requirements.$get({ param: { id } });
    const { editable } = await answer.json();
    const isNow = (name: Group["rule"]) =>
      JSON.stringify([editable?.tree, editable?.graceDays]) ===
      JSON.stringify([RULES[name].tree, RULES[name].graceDays]);
    const found = keysOf(RULES).find(isNow);
    if (found === undefined) throw new Error("The group has one of these rules.");
    return found;
  }

  /** Another administrator undoes what the first has done since. */
  async function undo(groups: readonly Group[], since: number) {
    const span = {
      userId: admin.userId,
      from: new Date(since).toISOString(),
      to: new Date(Date.now() + 1000).toISOString(),
    };
    const preview = await undoer.api.admin.undo.$get({ query: span });
    if (!preview.ok) throw new Error(`The preview failed: ${preview.status}.`);
    const { digest } = await preview.json();
    const answer = await undoer.api.admin.undo.$post({ json: { ...span, digest } });
    // Refused if nothing is left to undo.
    expect([200, 409]).toContain(answer.status);
    for (const group of groups) group.rule = await ruleNow(group);
    spare();
  }

  const eventsOf = ({ id }: Group) =>
    db.select().from(auditEvents).where(eq(auditEvents.groupId, id)).orderBy(auditEvents.id);

  /** What the log and the members say against a decision. */
  async function faultsOf({ holdId, group, kind, users, spared }: Decision) {
    const [hold] = await db.select().from(heldChanges).where(eq(heldChanges.id, holdId));
    const ofHold = (await eventsOf(group)).filter(({ detail }) => detail["heldId"] === holdId);
    const removed = ofHold
      .filter((event) => event.kind === "member_removed")
      .map(({ subjectId }) => subjectId ?? "");
    const decided = ofHold.filter(
      (event) => event.kind === "removals_released" || event.kind === "removals_discarded",
    );
    const rows = await db
      .select({ userId: groupMembers.userId })
      .from(groupMembers)
      .where(eq(groupMembers.groupId, group.id));
    const left = new Set(rows.map(({ userId }) => userId));
    const unspared = [...users].filter((id) => !spared.has(id));
    const wanted =
      kind === "discard" ? "discarded" : new Set(removed).size > 0 ? "applied" : "ended";
    const isWrong = {
      "is in another state": hold?.state !== wanted,
      "was recorded more than once": decided.length !== 1,
      "removed somebody twice": new Set(removed).size < removed.length,
      "removed somebody whom the hold did not have": removed.some((id) => !users.has(id)),
      "removed nobody it should have":
        kind === "release" && unspared.some((id) => left.has(id) || !removed.includes(id)),
      "kept nobody it should have":
        kind === "discard" && (removed.length > 0 || unspared.some((id) => !left.has(id))),
    };
    return keysOf(isWrong)
      .filter((what) => isWrong[what])
      .map((what) => `A ${kind} ${what} (${hold?.state}).`);
  }

  async function faults(groups: readonly Group[]) {
    const released = new Set(
      decisions.filter(({ kind }) => kind === "release").map(({ holdId }) => holdId),
    );
    const found = refusals.filter(
      (text) => !/^409 .*(decided already|number of removals has changed)/u.test(text),
    );
    for (const decision of decisions) found.push(...(await faultsOf(decision)));
    for (const group of groups) {
      const unasked = (await eventsOf(group)).filter(
        ({ kind, detail }) => kind === "member_removed" && !released.has(String(detail["heldId"])),
      );
      if (unasked.length > FEW) found.push(`${unasked.length} were removed without a release.`);
    }
    return found;
  }

  return { faults, buildHeld, move, read, decide, compute, edit, undo };
}

const step = fc.record({
  act: fc.constantFrom(
    "release",
    "release",
    "release",
    "discard",
    "compute",
    "loose",
    "patient",
    "mistyped",
    "strict",
    "undo",
    "leave",
    "return",
  ),
  of: fc.constantFrom(0, 1),
  who: fc.nat(LEAVERS + STAYERS - 1),
  /** Before which call of the slice. */
  at: fc.nat(4),
  /** Whether the person decides on what was read before the slice began. */
  isStale: fc.boolean(),
  /** How far the clock of the slice is behind that of the person. */
  behindMs: fc.constantFrom(0, 0, 700),
});

const PLANS = [
  ["free", [2_113_910_001, 2_113_910_002]],
  ["paid", [2_113_910_003, 2_113_910_004]],
] as const;

for (const [PLAN, ADMIN_IDS] of oneOf(PLANS)) {
  test(`on the ${PLAN} plan, a decision about held removals takes effect once or is refused, whatever runs meanwhile`, async () => {
    const muster = await startMuster({ PLAN, ADMIN_CHARACTER_IDS: ADMIN_IDS.join(",") });
    const admin = await buildUser(muster, { characterId: ADMIN_IDS[0] });
    const undoer = await buildUser(muster, { characterId: ADMIN_IDS[1] });
    for (const one of [admin, undoer]) await setAlliance(muster, one, one.mainCharacterId, OURS);

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        await muster.env.DB.exec("delete from groups");
        await muster.env.DB.exec(`update sessions set proven_at = ${Date.now()}`);
        const scene = await openScene(muster, admin, undoer);
        const groups = [await scene.buildHeld(), await scene.buildHeld()] as const;
        pass(60_000);
        const since = Date.now();
        for (const { act, of, who, at, isStale, behindMs } of steps) {
          const group = groups[of];
          const member = group.members[who];
          const before = await scene.read(group);
          const happen = async () => {
            pass(1000 + behindMs);
            const held = isStale ? before : await scene.read(group);
            if (act === "release" || act === "discard") await scene.decide(group, held, act);
            else if (act === "compute") await scene.compute(held);
            else if (act === "undo") await scene.undo(groups, since);
            else if (act === "leave" && member) await scene.move(group, member, THEIRS);
            else if (act === "return" && member) await scene.move(group, member, OURS);
            else if (act !== "leave" && act !== "return") await scene.edit(group, act);
            pass(-behindMs);
          };
          const slice = interleave(muster.env, at, happen);
          const next = muster.queue.take()?.body ?? { kind: "evaluate" as const };
          await worker.queue(
            muster.queue.toBatch({ body: next, dueAt: 0, attempts: 1 }),
            slice.env,
          );
          await slice.finish();
        }
        for (let minute = 0; minute < 3; minute += 1) {
          pass(60_000);
          await evaluateAll(muster);
        }

        expect(await scene.faults(groups)).toEqual([]);
      }),
      { numRuns: share(30, 8), seed: 36 },
    );
  });
}

for (const [first, second, ...ids] of [
  ["release", "discard", 2_113_910_005, 2_113_910_006],
  ["discard", "release", 2_113_910_007, 2_113_910_008],
  ["release", "release", 2_113_910_009, 2_113_910_010],
] as const) {
  test(`of two administrators who have read the same removals, one decides: ${first}, not ${second}`, async () => {
    const muster = await startMuster({ ADMIN_CHARACTER_IDS: ids.join(",") });
    const { db } = muster.context;
    const admin = await buildUser(muster, { characterId: ids[0] });
    const other = await buildUser(muster, { characterId: ids[1] });
    for (const one of [admin, other]) await setAlliance(muster, one, one.mainCharacterId, OURS);
    const scene = await openScene(muster, admin, other);
    const group = await scene.buildHeld();
    const held = await scene.read(group);
    // The session is read first, then the removals.
    const between = interleave(muster.env, 2, () => scene.decide(group, held, first));
    const request = new Request(`https://muster.test/api/admin/held/${held?.id}/${second}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${other.sessionToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ removalCount: held?.removalCount, reason: "As agreed" }),
    });
    expect((await fetchIn(between.env, request)).status).toBe(409);
    const decided = await db
      .select({ kind: auditEvents.kind })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.groupId, group.id),
          inArray(auditEvents.kind, ["removals_released", "removals_discarded"]),
        ),
      );
    expect(decided).toEqual([
      { kind: first === "release" ? "removals_released" : "removals_discarded" },
    ]);
  });
}
