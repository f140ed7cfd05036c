import { and, eq } from "drizzle-orm";
import type { Rule } from "#shared/requirements/rule.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import {
  evaluationMarks,
  heldChanges,
  membershipProblems,
} from "#worker/db/schema/requirements.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import type { Community, Muster } from "#test/support/workerd/harness.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";
import worker from "#worker/index.ts";

const EVERY_MINUTE = "* * * * *";

export const inAlliance = (
  which: "any" | "every" | "main",
  ...allianceIds: number[]
): Requirement => ({
  type: "characters",
  which,
  meet: { type: "alliance", allianceIds },
});

export const ruleOf = (tree: Requirement, given: Partial<Rule> = {}): Rule => ({
  tree,
  enrolment: "manual",
  listing: "everyone",
  graceDays: 3,
  ...given,
});

/** A statement for a hold of a group, without members. */
export function prepareHeld({ context: { db } }: Community, group: { id: string }) {
  const id = randomToken(12);
  const now = new Date();
  const insert = db.insert(heldChanges).values({
    id,
    groupId: group.id,
    state: "held",
    limit: "group",
    memberCount: 5,
    removalCount: 0,
    computedAt: now,
    createdAt: now,
  });
  return { statements: [insert], id };
}

/** Saves the rule of a group over the present one. */
export async function saveRule({ api }: BuiltUser, id: string, rule: Rule | null) {
  const before = await (await api.groups[":id"].requirements.$get({ param: { id } })).json();
  const version = before.editable?.version ?? null;
  return api.groups[":id"].requirements.$put({ param: { id }, json: { rule, version } });
}

/** Fires the cron of every minute, and delivers the messages of the evaluation. Returns how many slices followed. */
export async function evaluateAll(muster: Muster): Promise<number> {
  await runCron(muster, EVERY_MINUTE);
  for (let slices = 0; ; slices += 1) {
    const message = muster.queue.take();
    if (message === undefined) return slices;
    await worker.queue(muster.queue.toBatch(message), muster.env);
  }
}

/** Sets what EVE last said about a character, and marks its user. */
export async function setAlliance(
  { context: { db } }: Muster,
  { userId }: Pick<BuiltUser, "userId">,
  characterId: number,
  allianceId: number | null,
  asOf = new Date(),
) {
  const row = { corporationId: 98_000_000 + (allianceId ?? 0), allianceId, asOf };
  await db
    .insert(characterAffiliations)
    .values({ characterId, ...row })
    .onConflictDoUpdate({ target: characterAffiliations.characterId, set: row });
  const mark = crypto.randomUUID();
  await db
    .insert(evaluationMarks)
    .values({ userId, mark })
    .onConflictDoUpdate({ target: evaluationMarks.userId, set: { mark } });
}

export async function isMember({ context: { db } }: Muster, groupId: string, userId: string) {
  const found = await db
    .select({ userId: groupMembers.userId })
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, groupId), eq(groupMembers.userId, userId)));
  return found.length > 0;
}

export async function problemOf({ context: { db } }: Muster, groupId: string, userId: string) {
  const [found] = await db
    .select()
    .from(membershipProblems)
    .where(and(eq(membershipProblems.groupId, groupId), eq(membershipProblems.userId, userId)));
  return found;
}
