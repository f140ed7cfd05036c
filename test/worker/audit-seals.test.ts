import { getTableColumns, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { runQueue } from "#test/support/workerd/traces.ts";
import { newEventId } from "#worker/audit/event-id.ts";
import { toFingerprint } from "#worker/audit/seals/canonical.ts";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { verifyLog } from "#worker/audit/seals/verify.ts";
import { offerMerge } from "#worker/auth/accounts/merge-offers.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { auditDigests, auditEvents, auditSeals } from "#worker/db/schema/audit.ts";
import { auditInWords } from "#worker/ops/audit-words.ts";

const HOUR_MS = 60 * 60 * 1000;
const { events: SLICE } = BUDGETS.paid.sealing;

type NewEvent = typeof auditEvents.$inferInsert;

/** Events of an hour ago, as if they had been recorded. */
async function addEvents(
  { context: { db } }: Muster,
  count: number,
  { at = Date.now() - HOUR_MS, ...event }: Partial<NewEvent> & { at?: number } = {},
) {
  const insertions = Array.from({ length: count }, (_, nth) =>
    db.insert(auditEvents).values({
      id: newEventId(at + nth),
      log: "groups",
      kind: "group_updated",
      actorKind: "user",
      actorId: `actor-${nth}`,
      actorName: `Actor ${nth}`,
      groupId: `group-${nth}`,
      groupName: `Group ${nth}`,
      detail: { changes: { name: { from: `Group ${nth}`, to: `Grüppe ${nth}` } } },
      requestId: `request-${nth}`,
      createdAt: new Date(at + nth),
      ...event,
    }),
  );
  const [first, ...others] = insertions;
  if (first !== undefined) await db.batch([first, ...others]);
}

async function findingsOf({ context: { db } }: Muster) {
  const { findings } = await verifyLog(db);
  return findings.map(({ kind, seq, seal }) => ({ kind, seq, seal }));
}

/** The tests of a file share a database, and a seal covers the whole log. */
async function startEmpty(vars: Parameters<typeof startMuster>[0] = {}) {
  const muster = await startMuster(vars);
  const { db } = muster.context;
  await db.batch([db.delete(auditSeals), db.delete(auditDigests), db.delete(auditEvents)]);
  return muster;
}

/** A muster whose log of this many events is sealed. */
async function startSealed(count: number, event: Partial<NewEvent> = {}) {
  const muster = await startEmpty();
  await addEvents(muster, count, event);
  await sealLog(muster.context);
  return muster;
}

/** Seals what has happened until now. */
async function sealLater(muster: Muster) {
  await muster.later(20 * 60, () => sealLog(muster.context));
}

test("events are sealed in slices once they are settled, and the log is sound", async () => {
  const muster = await startEmpty();
  const { db } = muster.context;
  await addEvents(muster, SLICE + 3);
  await addEvents(muster, 2, { at: Date.now() });
  expect(await sealLog(muster.context)).toBe(SLICE + 3);
  const seals = await db.select().from(auditSeals);
  expect(seals).toMatchObject([
    { number: 1, eventCount: SLICE, isComplete: false },
    { number: 2, eventCount: 3, isComplete: true },
  ]);
  const verification = await verifyLog(db);
  expect(verification).toMatchObject({ findings: [], sealed: SLICE + 3, unsealed: 2 });
  expect(auditInWords(verification, undefined)).toContain(
    `The log is sound: ${SLICE + 3} events are as they were sealed; 2 are not sealed yet.`,
  );

  muster.costs.reset();
  expect(await sealLog(muster.context)).toBe(0);
  expect(muster.costs.roundTrips).toBe(1);
  // The last seal, twice, and the two events that are too young.
  expect(muster.costs.rowsRead).toBeLessThanOrEqual(6);
  expect(muster.costs.rowsWritten).toBe(0);
});

test("on the free plan an invocation seals a few events, and the queue continues until all are sealed", async () => {
  const muster = await startEmpty({ PLAN: "free" });
  const { events } = BUDGETS.free.sealing;
  await addEvents(muster, 2 * events + 3);
  expect(await sealLog(muster.context)).toBe(events);
  expect(muster.queue.takeJobs().map(({ body }) => body)).toEqual([
    { kind: "job", name: "audit-seal" },
  ]);
  muster.queue.push({ kind: "job", name: "audit-seal" });
  await runQueue(muster);
  const seals = await muster.context.db.select().from(auditSeals);
  expect(seals.map(({ eventCount }) => eventCount)).toEqual([events, events, 3]);
  expect(await findingsOf(muster)).toEqual([]);
});

test("sealing an event writes one row", async () => {
  const muster = await startEmpty();
  await addEvents(muster, 40);
  muster.costs.reset();
  await sealLog(muster.context);
  expect(muster.costs.roundTrips).toBe(2);
  expect(muster.costs.rowsWritten).toBe(41);
});

test("a changed column of a sealed event is found and located, whichever it is", async () => {
  const names = Object.values(getTableColumns(auditEvents)).map(({ name }) => name);
  const muster = await startSealed(names.length + 2);
  const { db } = muster.context;
  expect(await findingsOf(muster)).toEqual([]);
  // The event of each row is changed in another column; `seq` is a change of another kind.
  const columns = names.filter((name) => name !== "seq");
  for (const [at, name] of columns.entries()) {
    const column = sql.identifier(name);
    await db.run(
      sql`update audit_events set ${column} = case typeof(${column}) when 'integer' then ${column} + 1
        when 'null' then 'x' else ${column} || ' ' end where seq = ${at + 1}`,
    );
  }
  const found = await findingsOf(muster);
  expect(found).toEqual(columns.map((_, at) => ({ kind: "changed", seq: at + 1, seal: 1 })));
});

test("deleted and inserted events are found, and events that claim an earlier time", async () => {
  const muster = await startSealed(10);
  const { db } = muster.context;
  await db.run(sql`delete from audit_events where seq = 4`);
  expect(await findingsOf(muster)).toEqual([{ kind: "missing", seq: 4, seal: 1 }]);
  await addEvents(muster, 1, { seq: 4 });
  expect(await findingsOf(muster)).toEqual([{ kind: "changed", seq: 4, seal: 1 }]);

  const other = await startSealed(3);
  await addEvents(other, 1, { seq: 9 });
  await addEvents(other, 1, { seq: 8 });
  await sealLog(other.context);
  await other.context.db.run(sql`delete from audit_digests where seq = 8`);
  expect(await findingsOf(other)).toEqual([
    { kind: "inserted", seq: 8, seal: 2 },
    { kind: "fingerprints", seq: null, seal: 2 },
  ]);
  await addEvents(other, 1, { at: Date.now() - 48 * HOUR_MS });
  expect(await findingsOf(other)).toContainEqual({ kind: "late", seq: 10, seal: null });
});

test("fingerprints that were made to fit a changed event do not fit the seal, nor a seal those after it", async () => {
  const muster = await startSealed(5);
  const { db } = muster.context;
  await addEvents(muster, 5);
  await sealLog(muster.context);
  await db
    .update(auditDigests)
    .set({ digest: "made up" })
    .where(sql`seq = 2`);
  expect(await findingsOf(muster)).toEqual([
    { kind: "changed", seq: 2, seal: 1 },
    { kind: "seal", seq: null, seal: 1 },
  ]);
  await db
    .update(auditSeals)
    .set({ hash: "made up" })
    .where(sql`number = 1`);
  expect(await findingsOf(muster)).toEqual([
    { kind: "changed", seq: 2, seal: 1 },
    { kind: "seal", seq: null, seal: 1 },
    { kind: "seal", seq: null, seal: 2 },
  ]);
});

test("a log that was sealed anew as a whole differs from the fingerprint that was noted", async () => {
  const muster = await startSealed(5);
  const { db } = muster.context;
  const { head } = await verifyLog(db);
  const noted = head ?? { number: 0, hash: "" };
  expect((await verifyLog(db, noted)).findings).toEqual([]);
  await db.batch([
    db.delete(auditSeals),
    db.delete(auditDigests),
    db.update(auditEvents).set({ actorName: "Innocent" }),
  ]);
  const unsealed = auditInWords(await verifyLog(db, noted), noted);
  expect(unsealed).toContain("Seal 1 is not the one that was noted");
  expect(unsealed).toContain("There is no seal.");
  await sealLog(muster.context);
  expect(await findingsOf(muster)).toEqual([]);
  const verification = await verifyLog(db, noted);
  expect(verification.findings).toMatchObject([{ kind: "head", seal: 1 }]);
  expect(auditInWords(verification, noted)).toContain("Seal 1 is not the one that was noted");
  expect(auditInWords(verification, noted)).toContain(toFingerprint(verification.head ?? noted));
});

test("deleting an account erases the salts of its sealed events, and the log stays sound", async () => {
  const muster = await startEmpty();
  const { db } = muster.context;
  const mira = await buildUser(muster, { name: "Mira Sol" });
  const mine = { subjectId: mira.userId, subjectName: "Mira Sol" };
  await addEvents(muster, 3, { actorId: mira.userId, actorName: "Mira Sol" });
  await addEvents(muster, 3, { ...mine, detail: { reason: "A reason" } });
  await addEvents(muster, 4);
  await sealLog(muster.context);

  expect((await mira.api.account.$delete({ json: { name: "Mira Sol" } })).status).toBe(204);
  await runQueue(muster);
  // The deletion itself is an event that is not sealed yet: until it is, anybody could have added it.
  const pending = await verifyLog(db);
  expect(pending.findings.map(({ kind }) => kind)).toEqual(
    Array.from({ length: 6 }, () => "pending"),
  );
  await sealLater(muster);
  const sound = await verifyLog(db);
  expect(sound).toMatchObject({ findings: [], erased: 6 });
  expect(auditInWords(sound, undefined)).toContain("What differs is explained by sealed events:");
  expect(await db.$count(auditDigests, sql`salt is null`)).toBe(6);

  await db.run(sql`update audit_events set actor_name = 'Innocent' where seq = 10`);
  expect(await findingsOf(muster)).toEqual([{ kind: "changed", seq: 10, seal: 1 }]);
});

test("events of a merged account are verified with the account that they had", async () => {
  const muster = await startEmpty();
  const { db } = muster.context;
  const [into, from] = [await buildUser(muster), await buildUser(muster)];
  await addEvents(muster, 3, { actorId: from.userId, actorName: "Any" });
  await addEvents(muster, 3, { subjectId: from.userId, subjectName: "Any" });
  await sealLog(muster.context);
  const id = await offerMerge(
    db,
    { intoId: into.userId, fromId: from.userId },
    {
      characterId: from.mainCharacterId,
      name: from.mainCharacterName,
      ownerHash: `owner-of-${from.userId}`,
    },
  );
  const param = { id: id ?? "" };
  const { digest } = await (await into.api.account.merges[":id"].$get({ param })).json();
  await into.api.account.merges[":id"].confirm.$post({ param, json: { digest } });
  await runQueue(muster);
  expect(await db.$count(auditEvents, sql`actor_id = ${from.userId}`)).toBe(0);
  expect((await verifyLog(db)).findings).toMatchObject(
    Array.from({ length: 6 }, () => ({ kind: "pending" })),
  );
  await sealLater(muster);
  expect(await verifyLog(db)).toMatchObject({ findings: [], merged: 6, erased: 0 });

  await db.run(sql`update audit_events set actor_name = 'Innocent' where seq = 1`);
  expect(await findingsOf(muster)).toEqual([{ kind: "changed", seq: 1, seal: 1 }]);
});

test("two invocations that seal at the same time make one seal", async () => {
  const muster = await startEmpty();
  await addEvents(muster, 20);
  const counts = await Promise.all([sealLog(muster.context), sealLog(muster.context)]);
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 20]);
  expect(await findingsOf(muster)).toEqual([]);
});
