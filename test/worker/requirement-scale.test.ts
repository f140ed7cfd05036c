import { count, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { share } from "#test/support/workerd/share.ts";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import worker from "#worker/index.ts";

const SIZE = share(2_000, 400);
const OURS = 99_000_001;
const THEIRS = 99_000_002;
/** How long an invocation of the queue may take, from the message that asks for it to the next one. */
const QUEUE_SECONDS = 1;

// The free plan has the smallest slices.
const muster = await startMuster({ PLAN: "free" });
const { db } = muster.context;
const admin = await buildAdministrator(muster);

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
  const costOfMinute = async () => {
    muster.costs.reset();
    await evaluateAll(muster);
    return muster.costs.roundTrips;
  };
  const idle = await costOfMinute();
  await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS);
  // The slice's two reads and its write; the removals that are due: a read and a write; and whether Discord is to follow.
  expect((await costOfMinute()) - idle).toBeLessThanOrEqual(6);
  for (const { id } of groups) await saveRule(admin, id, null);
  await evaluateAll(muster);
});

/** Inserts pilots of the alliance with one statement for each table. */
async function insertAlliance(size: number, asOf: Date) {
  const at = asOf.getTime();
  const numbers = sql`(with recursive n(value) as (select 1 union all select value + 1 from n where value < ${size})
    select value from n)`;
  const userId = sql`'crowd-' || value`;
  const characterId = sql`2119000000 + value`;
  await db.run(sql`insert into ${users} (id, created_at) select ${userId}, ${at} from ${numbers}`);
  await db.run(sql`insert into ${characters} (id, name, name_folded, user_id, owner_hash, linked_at)
    select ${characterId}, 'Crowd ' || value, 'crowd ' || value, ${userId}, ${userId}, ${at} from ${numbers}`);
  await db.run(sql`update ${users} set main_character_id = 2119000000 + cast(substr(id, 7) as integer)
    where id like 'crowd-%'`);
  await db.run(sql`insert into ${characterAffiliations} (character_id, corporation_id, alliance_id, as_of)
    select ${characterId}, 98000000, ${OURS}, ${at} from ${numbers}`);
}

/** Evaluates until nothing is left. Returns the number of invocations and their time. */
async function evaluateTimed() {
  const begin = performance.now();
  const slices = await evaluateAll(muster);
  return { invocations: slices + 1, seconds: (performance.now() - begin) / 1000 };
}

test(`an alliance of ${SIZE} that leaves is held; released, all are out within five minutes, wherever an invocation is killed`, async () => {
  const size = SIZE;
  const owner = await buildUser(muster);
  await setAlliance(muster, owner, owner.mainCharacterId, OURS);
  await insertAlliance(size, new Date());
  const group = await buildGroup(muster, { owner });
  const rule = ruleOf(inAlliance("main", OURS), { enrolment: "automatic", graceDays: 0 });
  await saveRule(admin, group.id, rule);
  await evaluateAll(muster);
  const joined = await membersOf(group.id);
  expect(joined).toBeGreaterThan(size);

  await db.run(sql`update ${characterAffiliations} set alliance_id = ${THEIRS}, as_of = ${Date.now()}
    where character_id > 2119000000`);
  const left = await evaluateTimed();
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
  const out = await muster.later(120, evaluateTimed);
  expect(await membersOf(group.id)).toBe(joined - size);
  const decided = (await (await admin.api.admin.held.$get()).json()).decided;
  expect(decided.find(({ id }) => id === held?.id)).toMatchObject({ state: "applied" });

  // A slice of users for each invocation; the removals besides. Each message is delivered at once.
  const { evaluatedUsers, removedMembers } = BUDGETS.free;
  const slices = Math.ceil((size + 2) / evaluatedUsers);
  expect(left.invocations).toBeLessThanOrEqual(slices + 3);
  // Who was removed is evaluated once more: the group enrols by itself.
  expect(out.invocations).toBeLessThanOrEqual(2 * slices + Math.ceil(size / removedMembers) + 5);
  const invocations = left.invocations + out.invocations;
  console.log(
    `${size} leave: ${left.invocations} + ${out.invocations} invocations, ${(left.seconds + out.seconds).toFixed(1)} s here`,
  );
  // With a second for each of them, which is ten times what one takes here.
  expect(invocations * QUEUE_SECONDS).toBeLessThan(5 * 60);
});
