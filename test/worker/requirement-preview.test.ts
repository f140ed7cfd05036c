import * as fc from "fast-check";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PreviewKind, Rule } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { share } from "#test/support/workerd/share.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";

const OURS = 99_000_001;
const THEIRS = 99_000_002;
/** A corporation that only the people of one test belong to. */
const THIRD = 99_000_003;
const COMMUNITY = 9;

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);

/** What a group's members and their problems are, without dates. */
async function stateOf(groupId: string) {
  const members = await db
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId));
  const problems = await db
    .select({
      userId: membershipProblems.userId,
      outcome: membershipProblems.outcome,
      heldId: membershipProblems.heldId,
      graceEndsAt: membershipProblems.graceEndsAt,
      causes: membershipProblems.causes,
    })
    .from(membershipProblems)
    .where(eq(membershipProblems.groupId, groupId));
  return {
    members: new Set(members.map(({ userId }) => userId)),
    problems: new Map(problems.map(({ userId, ...problem }) => [userId, problem])),
  };
}

/** Removals of an hour count together: those of many generated communities would be held. */
async function forgetRemovals() {
  await db.delete(auditEvents).where(eq(auditEvents.kind, "member_removed"));
}

async function previewAll(groupId: string, rule: Rule | null) {
  const users = [];
  let after: string | null | undefined;
  do {
    const response = await admin.api.groups[":id"].requirements.preview.$post({
      param: { id: groupId },
      json: { rule, ...(after != null && { after }) },
    });
    expect(response.status).toBe(200);
    const slice = await response.json();
    users.push(...slice.users);
    ({ after } = slice);
  } while (after !== null);
  return users;
}

const alliance = fc.constantFrom(OURS, THEIRS, null);
const leaf: fc.Arbitrary<Requirement> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom("any" as const, "every" as const, "main" as const),
      fc.constantFrom(OURS, THEIRS),
    )
    .map(([which, id]) => inAlliance(which, id)),
  fc.constant({ type: "discord_linked" as const }),
  fc.constant({
    type: "characters" as const,
    which: "main" as const,
    meet: { type: "total_sp" as const, minimum: 5 },
  }),
);
const tree: fc.Arbitrary<Requirement> = fc.oneof(
  leaf,
  leaf.map((of) => ({ type: "not" as const, of })),
  fc.record({
    type: fc.constantFrom("all" as const, "any" as const),
    of: fc.array(leaf, { minLength: 1, maxLength: 3 }),
  }),
);
const rule: fc.Arbitrary<Rule> = fc
  .record({
    tree,
    enrolment: fc.constantFrom("manual" as const, "automatic" as const),
    listing: fc.constantFrom("everyone" as const, "qualified" as const),
    graceDays: fc.constantFrom(0, 3),
  })
  .map(({ tree: its, ...given }) => ruleOf(its, given));

const EFFECTS: Record<PreviewKind, string> = {
  join: "member",
  could_join: "outside",
  grace: "unmet",
  remove: "leaving",
  unknown: "unknown",
  recover: "member",
};

/** Each has a main and an alt, in any alliances; some are members. */
async function buildCommunity(pilots: { main: number | null; alt: number | null }[]) {
  const users: BuiltUser[] = [];
  for (const { main, alt } of pilots) {
    const user = await buildUser(muster, { alts: ["Alt"] });
    const [mainId = 0, altId = 0] = user.characterIds;
    await setAlliance(muster, user, mainId, main);
    // An alt that was never read.
    if (alt !== null) await setAlliance(muster, user, altId, alt);
    users.push(user);
  }
  return users;
}

test("saving does what the preview said, over generated communities and edits", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ main: alliance, alt: alliance, isMember: fc.boolean() }), {
        minLength: COMMUNITY,
        maxLength: COMMUNITY,
      }),
      fc.tuple(rule, rule),
      async (pilots, edits) => {
        await forgetRemovals();
        const users = await buildCommunity(pilots);
        const [owner] = users;
        if (owner === undefined) return;
        const members = users.filter((_, index) => index > 0 && pilots[index]?.isMember);
        const group = await buildGroup(muster, { owner, members });
        await evaluateAll(muster);
        for (const edit of edits) {
          const before = await stateOf(group.id);
          const previewed = await previewAll(group.id, edit);
          expect((await saveRule(admin, group.id, edit)).status).toBe(200);
          await evaluateAll(muster);
          const after = await stateOf(group.id);
          const effectOf = (userId: string) => {
            const problem = after.problems.get(userId);
            if (!after.members.has(userId))
              return before.members.has(userId) ? "leaving" : "outside";
            return problem?.heldId == null ? (problem?.outcome ?? "member") : "leaving";
          };
          for (const { userId, kind, causes } of previewed) {
            expect([userId, kind, effectOf(userId)]).toEqual([userId, kind, EFFECTS[kind]]);
            const found = after.problems.get(userId)?.causes ?? causes;
            expect(found).toMatchObject(causes.map(({ condition }) => ({ condition })));
          }
          const foretold = new Set(previewed.map(({ userId }) => userId));
          for (const { userId } of users) {
            // An owner who does not meet the requirements stays, and is shown apart.
            if (foretold.has(userId) || userId === owner.userId) continue;
            expect(after.members.has(userId)).toBe(before.members.has(userId));
            expect(after.problems.get(userId)?.outcome).toBe(before.problems.get(userId)?.outcome);
          }
        }
        await saveRule(admin, group.id, null);
      },
    ),
    { numRuns: share(8, 4) },
  );
});

test("the preview of removing all requirements names the members whose grace period it ends", async () => {
  const [member, owner] = await buildCommunity([
    { main: THEIRS, alt: null },
    { main: OURS, alt: null },
  ]);
  if (member === undefined || owner === undefined) return;
  const group = await buildGroup(muster, { owner, members: [member] });
  await saveRule(admin, group.id, ruleOf(inAlliance("main", OURS), { graceDays: 3 }));
  await evaluateAll(muster);
  expect((await stateOf(group.id)).problems.get(member.userId)?.outcome).toBe("unmet");
  expect(await previewAll(group.id, null)).toMatchObject([
    { userId: member.userId, kind: "recover" },
  ]);
  await saveRule(admin, group.id, null);
  await evaluateAll(muster);
  expect((await stateOf(group.id)).problems.size).toBe(0);
});

test("any order of the same changes ends in the same memberships", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ pilot: fc.nat(3), to: alliance }), { minLength: 4, maxLength: 8 }),
      fc.infiniteStream(fc.boolean()),
      async (changes, coin) => {
        const end = new Map(changes.map(({ pilot, to }) => [pilot, to]));
        const runs: boolean[][] = [];
        // One change at a time with evaluations in between, and the final state at once.
        for (const isStepwise of [true, false]) {
          await forgetRemovals();
          const users = await buildCommunity(
            Array.from({ length: 5 }, () => ({ main: OURS, alt: OURS })),
          );
          const owner = users.pop();
          if (owner === undefined) return;
          const group = await buildGroup(muster, { owner });
          const automatic = ruleOf(inAlliance("main", OURS), {
            enrolment: "automatic",
            graceDays: 0,
          });
          await saveRule(admin, group.id, automatic);
          await evaluateAll(muster);
          const steps = isStepwise ? changes : [...end].map(([pilot, to]) => ({ pilot, to }));
          for (const { pilot, to } of steps) {
            const user = users[pilot];
            if (user) await setAlliance(muster, user, user.mainCharacterId, to, new Date());
            if (isStepwise && coin.next().value === true) await evaluateAll(muster);
          }
          await evaluateAll(muster);
          const { members } = await stateOf(group.id);
          runs.push(users.map(({ userId }) => members.has(userId)));
          await saveRule(admin, group.id, null);
        }
        expect(runs[0]).toEqual(runs[1]);
      },
    ),
    { numRuns: share(8, 4) },
  );
});

test("a draft tells an owner nothing of a group that the owner does not see", async () => {
  const [owner, member] = [
    await buildUser(muster),
    await buildUser(muster, { name: "Probed One" }),
  ];
  const group = await buildGroup(muster, { owner, members: [member] });
  const secret = await buildGroup(muster, {
    owner: admin,
    visibility: "hidden",
    members: [member],
  });
  const ask = async ({ api }: BuiltUser, groupId: string) => {
    const rule = ruleOf({ type: "member_of", groupIds: [groupId] });
    const requirements = api.groups[":id"].requirements;
    const param = { id: group.id };
    const preview = await requirements.preview.$post({ param, json: { rule } });
    const check = await requirements.check.$post({
      param,
      json: { rule, characterName: "Probed One" },
    });
    return [preview.status, check.status];
  };
  expect(await ask(owner, secret.id)).toEqual([400, 400]);
  expect(await ask(owner, "missing")).toEqual([400, 400]);
  expect(await ask(admin, secret.id)).toEqual([200, 200]);
});

test("a preview says how far people come, and names those who lack one condition to administrators alone", async () => {
  const [owner] = await buildCommunity([{ main: THIRD, alt: null }]);
  const [near] = await buildCommunity([{ main: THIRD, alt: null }]);
  if (owner === undefined || near === undefined) return;
  const group = await buildGroup(muster, { owner });
  const rule = ruleOf({
    type: "all",
    of: [inAlliance("main", THIRD), { type: "discord_linked" }],
  });
  const previewOf = async (who: BuiltUser) =>
    (
      await who.api.groups[":id"].requirements.preview.$post({
        param: { id: group.id },
        json: { rule },
      })
    ).json();
  const shown = await previewOf(admin);
  expect(shown.near.map(({ userId }) => userId)).toContain(near.userId);
  expect(shown.near.find(({ userId }) => userId === near.userId)?.causes).toMatchObject([
    { condition: { type: "discord_linked" } },
  ]);
  const [first, second] = shown.funnel?.steps ?? [];
  expect(first?.met).toBeGreaterThan(0);
  expect(second).toMatchObject({ met: 0, unmet: first?.met });
  expect(await previewOf(owner)).toMatchObject({ funnel: null, near: [] });
});
