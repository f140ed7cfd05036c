import { count, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser, prepareUser } from "#test/support/builders.ts";
import { buildGroup } from "#test/support/group-builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { killAfter } from "#test/support/kill-invocation.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirement-builders.ts";
import { setRule } from "#test/support/rule-builders.ts";
import { batchOf } from "#test/support/test-queue.ts";
import { write } from "#test/support/write.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { BUDGETS } from "#worker/config.ts";
import worker from "#worker/index.ts";

const OURS = 99_000_001;
const THEIRS = 99_000_002;
const EVERY_MINUTE = "* * * * *";

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

async function membersOf(groupId: string): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, groupId));
  return found?.count ?? 0;
}

test("a user in a community with a hundred rules costs two reads and one write", async () => {
  const pilot = await buildUser(muster);
  const groups = [];
  for (let index = 0; index < 100; index += 1) {
    const group = await buildGroup(muster, { owner: admin, members: [pilot] });
    await setRule(muster, group.id, inAlliance(index % 2 === 0 ? "main" : "every", OURS));
    groups.push(group);
  }
  await setAlliance(muster, pilot, pilot.mainCharacterId, OURS);
  await evaluateAll(muster);
  await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS);
  muster.costs.reset();
  await evaluateAll(muster);
  // Stalled fetches, what waits, the two reads and the write; then the removals that are due: a read and a write.
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(8);
  for (const { id } of groups) await saveRule(admin, id, null);
  await evaluateAll(muster);
}, 120_000);

test("an alliance of 400 that leaves is held; released, all are out, wherever an invocation is killed", async () => {
  const size = 400;
  const owner = await buildUser(muster);
  await setAlliance(muster, owner, owner.mainCharacterId, OURS);
  const people = await Promise.all(Array.from({ length: size }, () => prepareUser(muster)));
  for (let from = 0; from < size; from += 50) await write(muster, ...people.slice(from, from + 50));
  const members = people.map(({ user }) => user);
  const affiliate = async (allianceId: number, asOf: Date) => {
    for (let from = 0; from < size; from += 20) {
      for (const { mainCharacterId } of members.slice(from, from + 20)) {
        const row = { corporationId: 98_000_000, allianceId, asOf };
        await db
          .insert(characterAffiliations)
          .values({ characterId: mainCharacterId, ...row })
          .onConflictDoUpdate({ target: characterAffiliations.characterId, set: row });
      }
    }
  };
  await affiliate(OURS, new Date());
  const group = await buildGroup(muster, { owner });
  const rule = ruleOf(inAlliance("main", OURS), { enrolment: "automatic", graceDays: 0 });
  await saveRule(admin, group.id, rule);
  await evaluateAll(muster);
  const joined = await membersOf(group.id);
  expect(joined).toBeGreaterThan(size);

  await affiliate(THEIRS, new Date());
  await evaluateAll(muster);
  expect(await membersOf(group.id)).toBe(joined);
  const { waiting } = await (await admin.api.admin.held.$get()).json();
  const held = waiting.find(({ groupId }) => groupId === group.id);
  expect(held).toMatchObject({ removalCount: size, state: "held" });

  const released = await admin.api.admin.held[":id"].release.$post({
    param: { id: held?.id ?? "" },
    json: { removalCount: size, reason: "The alliance split" },
  });
  expect(released.status).toBe(200);
  // The first invocations die after a few calls each; the cron takes over when their lease has ended.
  for (const after of [1, 2, 3, 4]) {
    const message = muster.queue.take();
    const life = killAfter(muster.env, after);
    const batch = batchOf([{ body: message?.body ?? { kind: "evaluate" } }]);
    await Promise.race([worker.queue(batch, life.env), life.died]);
    life.restore();
  }
  await muster.later(120, async () => {
    await worker.scheduled({ cron: EVERY_MINUTE }, muster.env);
    await evaluateAll(muster);
  });
  expect(await membersOf(group.id)).toBe(joined - size);
  const decided = (await (await admin.api.admin.held.$get()).json()).decided;
  expect(decided.find(({ id }) => id === held?.id)).toMatchObject({ state: "applied" });
  expect(size / BUDGETS.free.evaluatedUsers).toBeLessThan(50);
}, 300_000);
