import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { countingDatabase } from "#test/support/workerd/counting-database.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { refusingDatabase } from "#test/support/workerd/refusing-database.ts";
import { cronEvent } from "#test/support/workerd/run-cron.ts";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import { REGISTRY } from "#worker/app/registry.ts";
import type { JobMessage } from "#worker/app/registry.ts";
import { sheetRefresh } from "#worker/characters/refresh/refresh.ts";
import { QuotaExceeded } from "#worker/db/quota.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { fetchRuns } from "#worker/db/schema/corporations.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { unsentMessages } from "#worker/db/schema/installation.ts";
import { openContext } from "#worker/env.ts";
import worker from "#worker/index.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";
import { runOrDefer } from "#worker/work/deferred-writes.ts";
import type { Work } from "#worker/work/define-work.ts";
import { enqueue } from "#worker/work/enqueue.ts";
import { ROLES } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

/** The status texts of 429 and of the error 10253 (https://developers.cloudflare.com/queues/reference/error-codes/). */
const SPENT = ["Too Many Requests", "Free tier limit exceeded"] as const;

const refusing = refusingDatabase(env.DB);
const { db: counted, costs } = countingDatabase(refusing.db);
const muster = await startMuster({ DB: counted });
const { queue } = muster;
const { db } = muster.context;
const administrator = await buildAdministrator(muster);

const log = vi.spyOn(console, "log");
const errors = vi.spyOn(console, "error");
beforeEach(async () => {
  queue.refuse(SPENT[0]);
  queue.waiting.splice(0);
  await db.delete(unsentMessages);
  log.mockReset();
  errors.mockReset();
});
afterEach(() => {
  queue.refuse(undefined);
  refusing.refuse(undefined);
});

const kept = () => db.select().from(unsentMessages).orderBy(unsentMessages.key);
const logged = (event: string) =>
  log.mock.calls.map(([line]) => JSON.parse(String(line))).filter((line) => line.event === event);
const minute = () => worker.scheduled(cronEvent(EVERY_MINUTE), muster.env);

/** Delivers a message, and returns what became of it. */
async function deliver(body: unknown, attempts = 1) {
  const [ack, retry] = [vi.fn<() => void>(), vi.fn<(options?: unknown) => void>()];
  await worker.queue(batchOf([{ body, ack, retry, attempts }]), muster.env);
  return { isAcknowledged: ack.mock.calls.length > 0, retries: retry.mock.calls };
}

async function lineOf(check: "crons" | "queue") {
  const { checks } = await (await administrator.api.health.details.$get()).json();
  return checks.find(({ id }) => id === check);
}

/** A message of each kind. */
const ONE_OF: { [Kind in JobMessage["kind"]]: Omit<Extract<JobMessage, { kind: Kind }>, "kind"> } =
  {
    job: { name: "market-prices" },
    "deferred-write": { sql: "update users set seen_at = ? where id = ''", params: [1] },
    "check-directors": { round: 1, corporationId: 98_000_001 },
    refresh: { characterId: 90_000_001 },
    "rotate-keys": { userId: "u", newest: "kid" },
    fetch: { runId: "run" },
    notices: { until: 1 },
    roster: {},
    "fleet-readings": {},
    "operation-repeats": {},
    "membership-ends": {},
    evaluate: {},
    discord: { serverId: "1" },
    "discord-posts": {},
    "discord-events": {},
    webhooks: {},
    logouts: {},
    "refresh-evidence": { until: 1 },
    "fold-again": {},
  };

test("what the cron does not find by itself waits in the database once, and is sent when the queue is back", async () => {
  const context = await openContext(muster.env);
  const messages = REGISTRY.map(
    ({ work }) => work.read({ kind: work.kind, ...ONE_OF[work.kind] }).message,
  );
  expect(await enqueue(context, messages)).toBe(false);

  const works: readonly Work[] = REGISTRY.map(({ work }) => work);
  const found = works.flatMap(({ kind, due }) => (due === undefined ? [] : [kind]));
  const only = messages.flatMap(({ body, isFound }) => (isFound ? [] : [body]));
  expect(only.map(({ kind }) => kind).toSorted()).toEqual([
    "check-directors",
    "deferred-write",
    "job",
    "refresh",
    "rotate-keys",
  ]);
  expect((await kept()).map(({ key }) => key)).toEqual(
    [...found, ...only.map((body) => JSON.stringify(body))].toSorted(),
  );

  costs.reset();
  await enqueue(context, messages);
  expect(costs).toMatchObject({ roundTrips: 1, rowsWritten: 0 });

  await minute();
  expect(queue.waiting).toEqual([]);
  queue.refuse(undefined);
  await minute();
  expect(queue.waiting.map(({ body }) => body)).toEqual(
    expect.arrayContaining(messages.map(({ body }) => body)),
  );
  expect(await kept()).toEqual([]);
});

test("a message that waits keeps its delay", async () => {
  const context = await openContext(muster.env);
  await enqueue(context, [sheetRefresh.message({ characterId: 90_000_002 }, 3600)]);
  queue.refuse(undefined);
  await minute();
  const sent = queue.waiting.find(({ body }) => body.kind === "refresh");
  expect(Math.abs((sent?.dueAt ?? 0) - Date.now() - 3600_000)).toBeLessThan(5000);
});

test("a message of another version is dropped, and does not keep the others waiting", async () => {
  await db.insert(unsentMessages).values(
    [{ kind: "of-another-version" }, { kind: "job", name: "reviews" }].map((body) => ({
      key: body.kind,
      body,
      dueAt: new Date(),
      refusedAt: new Date(),
      error: "",
    })),
  );
  queue.refuse(undefined);
  await minute();
  expect(queue.waiting.map(({ body }) => body)).toContainEqual({ kind: "job", name: "reviews" });
  expect(await kept()).toEqual([]);
});

test("while the queue takes no messages, a minute of the cron tries one of each, writes nothing, and goes on with what needs none", async () => {
  const corporation = await buildManaged({ muster, admin: administrator });
  expect((await corporation.fetch("public")).status).toBe(202);
  const isStalled = eq(fetchRuns.corporationId, corporation.id);
  await db
    .update(fetchRuns)
    .set({ resumesAt: new Date(0) })
    .where(isStalled);
  await db.delete(unsentMessages);
  await minute();
  expect((await kept()).map(({ key }) => key)).toContain("fetch");
  const before = queue.sends();
  costs.reset();
  await minute();
  expect(queue.sends() - before).toBe(1);
  expect(costs).toMatchObject({ rowsWritten: 0 });

  // An end of a membership needs no message.
  const pilot = await buildUser(muster);
  await buildGroup(muster, { owner: administrator, members: [pilot] });
  const isMember = eq(groupMembers.userId, pilot.userId);
  await db
    .update(groupMembers)
    .set({ endsAt: new Date(1), endDueAt: new Date(1) })
    .where(isMember);
  await minute();
  expect(await db.select().from(groupMembers).where(isMember)).toEqual([]);

  queue.refuse(undefined);
  await minute();
  const [run] = await db.select().from(fetchRuns).where(isStalled);
  expect(queue.waiting.map(({ body }) => body)).toContainEqual({ kind: "fetch", runId: run?.id });
  expect(run?.resumesAt?.getTime()).toBeGreaterThan(0);
});

test("work that continues waits in the database when no message can continue it", async () => {
  const corporation = await buildManaged({ muster, admin: administrator }, { directors: 3 });
  const slice = { kind: "check-directors", round: Date.now() + 1, corporationId: corporation.id };
  queue.refuse(SPENT[0]);
  const free: Env = { ...muster.env, PLAN: "free" };
  const [ack, retry] = [vi.fn<() => void>(), vi.fn<() => void>()];
  await worker.queue(batchOf([{ body: slice, ack, retry, attempts: 7 }]), free);
  expect([ack.mock.calls.length, retry.mock.calls.length]).toEqual([1, 0]);
  expect((await kept()).map(({ body }) => body)).toContainEqual(slice);
});

test("a message that must wait for D1 is given back if no other can be sent", async () => {
  refusing.refuse("write");
  const body = { kind: "job", name: "reviews" } as const;
  const direct = { kind: "deferred-write", sql: "update users set id = id where 0", params: [] };
  expect(await deliver(direct)).toEqual({
    isAcknowledged: false,
    retries: [[{ delaySeconds: expect.any(Number) }]],
  });
  expect(await deliver(body)).toMatchObject({ isAcknowledged: true });
});

test("a replaced token that neither D1 nor the queue takes is an error of the log, and the refusal is D1's", async () => {
  refusing.refuse("write");
  const lost = runOrDefer(muster.context, db.update(users).set({ suspensionReason: null }));
  await expect(lost).rejects.toBeInstanceOf(QuotaExceeded);
  expect(String(errors.mock.calls)).toContain("A replaced refresh token is lost");
});

test.each(SPENT)(
  "after %s, the self-diagnosis says until when the queue takes no messages",
  async (text) => {
    queue.refuse(text);
    await enqueue(await openContext(muster.env), [
      sheetRefresh.message({ characterId: 90_000_003 }),
    ]);
    expect(await lineOf("queue")).toMatchObject({
      state: "warning",
      words:
        "The queue takes no messages until 00:00 UTC: the account has reached its daily limit of queue operations. What waits for it is kept.",
    });
    expect(logged("unsent")).toMatchObject([{ level: "warn", kinds: ["refresh"] }]);
    queue.refuse(undefined);
    await minute();
    expect((await lineOf("queue"))?.words).not.toContain("takes no messages");
  },
);

test("jobs need no queue: one that is late is the trigger's fault while the queue takes no messages", async () => {
  await db
    .insert(jobRuns)
    .values({ id: "late", job: "affiliations", startedAt: new Date(1), finishedAt: new Date(1) });
  await enqueue(await openContext(muster.env), [sheetRefresh.message({ characterId: 90_000_005 })]);
  const { checks } = await (await administrator.api.health.details.$get()).json();
  expect(checks.find(({ id }) => id === "crons")).toMatchObject({
    state: "failed",
    fix: expect.stringContaining("triggers of the Worker"),
  });
});

test("another failure of the queue is no daily limit, and neither is one that lasts beyond midnight", async () => {
  queue.refuse("Queue is overloaded. Please back off.");
  await enqueue(await openContext(muster.env), [sheetRefresh.message({ characterId: 90_000_004 })]);
  expect(await lineOf("queue")).toMatchObject({
    state: "failed",
    words: expect.stringContaining("Queue is overloaded. Please back off."),
  });
  await db.update(unsentMessages).set({ refusedAt: new Date(0), error: SPENT[1] });
  expect(await lineOf("queue")).toMatchObject({ state: "failed" });
});

// Last, because the administrator ends sessions.
describe("every route answers as it does with a queue", async () => {
  const { prepareCall } = await openScenes(muster, administrator, { sharesUnchanged: true });
  const asked: string[] = [];

  for (const [route, row] of Object.entries(ACCESS)) {
    test(`${route}, without a queue`, async () => {
      const role = "system administrator";
      queue.refuse(undefined);
      const { path, init } = await prepareCall(route, row, role, "public");
      queue.refuse(SPENT[0]);
      const before = queue.sends();
      const { status } = await muster.send(path, init);
      expect(status).toBe(row.statuses[ROLES.indexOf(role)]);
      if (queue.sends() > before) asked.push(route);
    });
  }

  test("routes that use the queue are among them", () => {
    expect(asked).toEqual(
      expect.arrayContaining([
        "PUT /api/admin/discord/:id",
        "POST /api/admin/held/:id/release",
        "POST /api/admin/applications/keys/rotate",
      ]),
    );
  });
});
