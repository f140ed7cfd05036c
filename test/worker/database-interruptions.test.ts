import { env } from "cloudflare:workers";
import type { D1PreparedStatement } from "@cloudflare/workers-types";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { errorBodySchema } from "#test/support/answers/read-error.ts";
import { insertProgram } from "#test/support/applications/application-rows.ts";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildCategory } from "#test/support/people/group-builders.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { countingDatabase, override } from "#test/support/workerd/counting-database.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { DatabaseInterrupted, interruptionOf } from "#worker/db/interruption.ts";
import { openDatabase } from "#worker/db/database.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { fetchRuns } from "#worker/db/schema/corporations.ts";
import { groups } from "#worker/db/schema/groups.ts";
import worker from "#worker/index.ts";

/** The list of https://developers.cloudflare.com/d1/observability/debug-d1/, and what is thrown without D1's prefix. */
const INTERRUPTIONS = [
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.",
  "D1_ERROR: Network connection lost.",
  "Network connection lost.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset; reference = 8t4dqqpoq1ct",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
  "D1_ERROR: Can't read from request stream because client disconnected.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
  "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
  "D1_ERROR: internal error; reference = e-Gz3hrU",
];
const LOST = "D1_ERROR: Network connection lost.";

/** What the next batches throw. `isExecuted`: D1 has executed them, and the answer is lost. */
const failures: { message: string; isExecuted: boolean }[] = [];
const interrupt = (message: string, { times = 1, isExecuted = false } = {}) =>
  failures.push(...Array.from({ length: times }, () => ({ message, isExecuted })));

let interruptWrite: ((typeof failures)[number] & { of: RegExp }) | undefined;
let batches = 0;
const originals = new WeakMap<D1PreparedStatement, { real: D1PreparedStatement; query: string }>();

function wrap(real: D1PreparedStatement, query: string): D1PreparedStatement {
  const wrapped = override(real, {
    bind: (...values: unknown[]) => wrap(real.bind(...values), query),
  });
  originals.set(wrapped, { real, query });
  return wrapped;
}

const interrupted = override(env.DB, {
  prepare: (query: string) => wrap(env.DB.prepare(query), query),
  batch: async (statements: D1PreparedStatement[]) => {
    batches += 1;
    const found = statements.map((one) => originals.get(one));
    let failure = failures.shift();
    if (interruptWrite && found.some((one) => interruptWrite?.of.test(one?.query ?? ""))) {
      [failure, interruptWrite] = [interruptWrite, undefined];
    }
    if (failure?.isExecuted !== false) {
      const results = await env.DB.batch(statements.map((one, index) => found[index]?.real ?? one));
      if (failure === undefined) return results;
    }
    throw new Error(failure.message);
  },
});
const { db: DB, costs } = countingDatabase(interrupted);
const muster = await startMuster({ DB, ADMIN_CHARACTER_IDS: String(AURELIA_VOSS_ID) });
const { db } = muster.context;
const user = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
const { id: categoryId } = await buildCategory(muster);

const list = () => user.api.groups.$get({ query: {} });
const create = (name: string) =>
  user.api.groups.$post({
    json: { categoryId, name, description: null, visibility: "public", joinMode: "open" },
  });
const count = (name: string) => db.$count(groups, eq(groups.name, name));

const errors = vi.spyOn(console, "error");
beforeEach(() => void errors.mockImplementation(() => {}));
afterEach(() => void failures.splice(0));

async function expectInterrupted(response: Response, reason: string) {
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("5");
  const { error } = errorBodySchema.parse(await response.json());
  expect(error).toMatchObject({ code: "unavailable", reason });
  return error.message;
}

describe.each(INTERRUPTIONS)("after %s", (message) => {
  test("a batch that only reads is tried once more", async () => {
    interrupt(message);
    expect((await list()).status).toBe(200);
    expect(failures).toEqual([]);
  });

  test("a read that fails twice is 503, with a time and words of its own", async () => {
    interrupt(message, { times: 2 });
    const words = await expectInterrupted(await list(), "database_interrupted");
    expect(words).toBe("Muster's database was interrupted. Try again in a few seconds.");
    expect(String(errors.mock.calls)).toContain(message.replaceAll('"', ""));
  });
});

test("without an interruption, a read makes as many round trips as before", async () => {
  await list();
  costs.reset();
  await list();
  const { roundTrips } = costs;
  interrupt(LOST);
  costs.reset();
  await list();
  expect(costs.roundTrips).toBe(roundTrips);
});

test.each([true, false])(
  "a write is never tried again: executed or not (%s), and the answer says that it is not known",
  async (isExecuted) => {
    const name = `Group ${isExecuted}`;
    batches = 0;
    expect((await create(`${name} before`)).status).toBe(201);
    const undisturbed = batches;
    batches = 0;
    interruptWrite = { message: LOST, isExecuted, of: /^insert/i };
    const words = await expectInterrupted(await create(name), "database_interrupted_write");
    expect(words).toMatch(/not known whether your change was saved/);
    expect(batches).toBeLessThanOrEqual(undisturbed);
    expect(await count(name)).toBe(isExecuted ? 1 : 0);
  },
);

test.each([true, false])(
  "a refresh token that EVE has replaced is not lost when its write is interrupted: executed or not (%s)",
  async (isExecuted) => {
    const linked = await linkPilot(muster);
    const { id } = linked.pilot;
    await linked.newEden.setSso({ rotatesRefreshTokens: true });
    const expire = () =>
      db
        .update(eveTokens)
        .set({ accessExpiresAt: new Date(0) })
        .where(eq(eveTokens.characterId, id));
    await expire();
    muster.queue.waiting.splice(0);
    interruptWrite = { message: LOST, isExecuted, of: /^update "eve_tokens" set .*"access_token"/ };
    await expect(getAccessToken(muster.context, id)).rejects.toBeInstanceOf(DatabaseInterrupted);
    const [message] = muster.queue.waiting;
    expect(message?.body.kind).toBe("deferred-write");
    await worker.queue(batchOf([{ body: message?.body }]), muster.env);
    await expire();
    expect((await getAccessToken(muster.context, id)).state).toBe("ok");
  },
);

test("a replaced refresh token is not lost either while the queue takes no messages: D1 answers again", async () => {
  const linked = await linkPilot(muster);
  const { id } = linked.pilot;
  await linked.newEden.setSso({ rotatesRefreshTokens: true });
  const expire = () =>
    db
      .update(eveTokens)
      .set({ accessExpiresAt: new Date(0), refreshLeaseUntil: null })
      .where(eq(eveTokens.characterId, id));
  await expire();
  muster.queue.refuse("Too Many Requests");
  interruptWrite = {
    message: LOST,
    isExecuted: false,
    of: /^update "eve_tokens" set .*"access_token"/,
  };
  await expect(getAccessToken(muster.context, id)).rejects.toBeInstanceOf(DatabaseInterrupted);
  // The day without the queue has just begun.
  await expire();
  expect((await getAccessToken(muster.context, id)).state).toBe("ok");
  muster.queue.refuse(undefined);
});

test("only what surely reads is tried again", () => {
  const isRead = (...queries: string[]) =>
    interruptionOf(
      new Error(LOST),
      queries.map((sql) => ({ sql })),
    )?.isWrite === false;
  expect(isRead("select 1", " with a as (select 1) select * from a")).toBe(true);
  expect(isRead("select 1", "update users set id = id")).toBe(false);
  expect(isRead("with a as (select 1) insert into users select * from a")).toBe(false);
  expect(isRead("with a as (select 1)\n  delete from users")).toBe(false);
  expect(isRead("insert into users values (1) returning id")).toBe(false);
});

test("what D1 refuses for another reason is no interruption, and is not tried again", async () => {
  for (const message of [
    "D1_ERROR: no such table: sessions: SQLITE_ERROR",
    "D1_ERROR: UNIQUE constraint failed: groups.name: SQLITE_CONSTRAINT",
    "D1_ERROR: Your account has exceeded D1's free tier daily row write limit.",
  ]) {
    expect(interruptionOf(new Error(message), [{ sql: "select 1" }])).toBeUndefined();
  }
  interrupt("D1_ERROR: no such table: sessions: SQLITE_ERROR");
  expect((await list()).status).toBe(500);
});

test("a replica is not asked twice: the primary is", async () => {
  let asked = 0;
  const replica = override(env.DB, {
    batch: async () => {
      asked += 1;
      throw new Error(LOST);
    },
  });
  const database = openDatabase(
    replica,
    () => replica,
    () => true,
  );
  await expect(database.send([{ sql: "select 1", params: [] }])).rejects.toBeInstanceOf(
    DatabaseInterrupted,
  );
  expect(asked).toBe(1);
});

test("programs get the same, as a problem and as an error of OAuth", async () => {
  const { send } = await insertProgram(muster);
  interrupt(LOST, { times: 2 });
  const problem = await send("/token");
  expect([problem.status, await problem.json()]).toMatchObject([
    503,
    { code: "unavailable", reason: "database_interrupted" },
  ]);
  expect(problem.headers.get("Retry-After")).toBe("5");
  interrupt(LOST, { times: 2 });
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: "a".repeat(43),
    redirect_uri: "https://wiki.example",
    client_id: "unknown",
    client_secret: "secret",
  });
  const token = await muster.send("/oauth/token", { method: "POST", body: form });
  expect([token.status, await token.json()]).toMatchObject([
    503,
    { error: "temporarily_unavailable" },
  ]);
});

test("the queue retries a message that meets an interruption, and a fetch is not given up", async () => {
  const corporation = await buildManaged({ muster, admin: user });
  expect((await corporation.fetch("public")).status).toBe(202);
  const message = muster.queue.waiting.find(({ body }) => body.kind === "fetch");
  const [ack, retry] = [vi.fn<() => void>(), vi.fn<() => void>()];
  for (const before of [0, 1, 2, 3]) {
    failures.splice(0);
    // After some batches of the slice, all are interrupted.
    let left = before;
    const DB = override(muster.env.DB, {
      batch: (statements: D1PreparedStatement[]) =>
        left-- > 0 ? muster.env.DB.batch(statements) : Promise.reject(new Error(LOST)),
    });
    const delivered = batchOf([{ body: message?.body, ack, retry, attempts: 1 }]);
    await worker.queue(delivered, { ...muster.env, DB });
    await db.update(fetchRuns).set({ leaseUntil: null });
  }
  expect([ack.mock.calls, retry.mock.calls.length > 0]).toEqual([[], true]);
  expect(retry.mock.calls).toContainEqual([{ delaySeconds: 60 }]);
  const [run] = await db
    .select()
    .from(fetchRuns)
    .where(eq(fetchRuns.corporationId, corporation.id));
  expect(run).toMatchObject({ error: null, finishedAt: null });
});
