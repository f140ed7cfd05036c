import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { MAX_FACT_VALUES } from "#shared/applications/api.ts";
import type { ApiFacts } from "#shared/applications/api.ts";
import {
  apiFactsSchema,
  problemSchema,
  writtenFactsSchema,
} from "#shared/applications/api-answers.ts";
import type { DeclareFact } from "#shared/facts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { FLEETS, insertProgram } from "#test/support/applications/application-rows.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import { CALL_ROWS } from "#worker/audit/daily-limits.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { apiAnswers, facts, factValues } from "#worker/db/schema/facts.ts";
import { apiTokens } from "#worker/db/schema/application-interfaces.ts";

const muster = await startMuster();
const { db } = muster.context;
const administrator = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
const mira = await buildUser(muster, { name: "Mira Tal", alts: ["Mira's Hauler"] });
const oskar = await buildUser(muster);

async function openProgram(given: Parameters<typeof insertProgram>[1] = { rights: ["facts"] }) {
  const program = await insertProgram(muster, given);
  const callOf = (body: object, headers?: Record<string, string>) => ({
    body,
    method: "PUT",
    ...(headers && { headers }),
  });
  const send = (body: object, { key = FLEETS, ...headers }: Record<string, string> = {}) =>
    program.send(`/facts/${key}`, callOf(body, headers));
  async function put(body: ApiFacts, headers?: Record<string, string>) {
    const response = await send(body, headers);
    expect(response.status).toBe(200);
    const { items } = z.parse(writtenFactsSchema, await response.json());
    return items.map(({ outcome, reason }) => (reason === undefined ? outcome : reason));
  }
  const list = async () =>
    z.parse(apiFactsSchema, await (await program.send("/facts")).json()).items;
  /** The same request in an environment of its own. */
  const sendIn = (env: Env, body: object, idempotencyKey: string) =>
    fetchIn(
      env,
      new Request(
        `https://muster.test/api/v1/facts/${FLEETS}`,
        program.requestOf(callOf(body, { "idempotency-key": idempotencyKey })),
      ),
    );
  return { ids: program.ids, send, sendIn, put, list };
}

/** The values that an application has told, and with how many rows it was charged today. */
async function toldBy(applicationId: string) {
  const values = await db
    .select({ userId: factValues.userId, value: factValues.value })
    .from(factValues)
    .innerJoin(facts, eq(facts.id, factValues.factId))
    .where(eq(facts.applicationId, applicationId));
  const [application] = await db
    .select({ acts: applications.dailyActs })
    .from(applications)
    .where(eq(applications.id, applicationId));
  return { values, charged: application?.acts?.["rows"] };
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function valuesOf(userId: string) {
  const found = await db
    .select()
    .from(factValues)
    .innerJoin(facts, eq(facts.id, factValues.factId))
    .where(eq(factValues.userId, userId));
  return found.map(({ fact_values: one }) => one);
}

async function declare(applicationId: string, given: Partial<DeclareFact>) {
  const response = await administrator.api.admin.applications[":id"].facts.$post({
    param: { id: applicationId },
    json: {
      key: "doctrine",
      title: "Has a doctrine ship",
      kind: "yes_no",
      options: [],
      maxAgeHours: 48,
      missing: "no",
      ...given,
    },
  });
  return response.json();
}

test("a program writes about pilots by their id and by their main, and each value has its answer", async () => {
  const program = await openProgram();
  const asOf = ago(HOUR_MS);
  const values = [
    { pilot: mira.userId, value: 3 },
    { pilot: oskar.mainCharacterId, value: 0 },
    { pilot: "nobody", value: 1 },
    { pilot: mira.characterIds[1] ?? 0, value: 9 },
  ];
  expect(await program.put({ asOf, values })).toEqual([
    "set",
    "set",
    "no_such_pilot",
    "no_such_pilot",
  ]);
  expect(await valuesOf(mira.userId)).toMatchObject([{ value: "3", asOf: new Date(asOf) }]);
  expect(await valuesOf(oskar.userId)).toMatchObject([{ value: "0" }]);
  expect(await program.put({ asOf, values })).toEqual([
    "kept",
    "kept",
    "no_such_pilot",
    "no_such_pilot",
  ]);
  expect(await program.list()).toMatchObject([{ key: FLEETS, kind: "number", asOf }]);
});

test("an application that was granted characters writes about a pilot by an alt", async () => {
  const program = await openProgram({ rights: ["facts"], claims: ["characters"] });
  const pilot = mira.characterIds[1] ?? 0;
  expect(await program.put({ asOf: ago(0), values: [{ pilot, value: 4 }] })).toEqual(["set"]);
});

test("a wrong value is refused by name, and the rest is written, or nothing if the request says so", async () => {
  const program = await openProgram();
  const good = { pilot: mira.userId, value: 3 };
  const wrong: [ApiFacts["values"][number], string][] = [
    [{ pilot: oskar.userId, value: true }, "wrong_value"],
    [{ pilot: oskar.userId, value: "3" }, "wrong_value"],
    [{ pilot: oskar.userId, value: 3, asOf: ago(-HOUR_MS) }, "ahead"],
    [{ pilot: oskar.userId, value: 3, asOf: ago(8 * DAY_MS) }, "too_old"],
    [{ pilot: oskar.userId, value: 3, endsAt: ago(HOUR_MS) }, "ends_before"],
    [{ pilot: 7, value: 3 }, "no_such_pilot"],
  ];
  const values = [good, ...wrong.map(([value]) => value)];
  const all = await program.send({ asOf: ago(0), onRefusal: "refuse_all", values });
  expect(all.status).toBe(400);
  const problem = z.parse(problemSchema, await all.json());
  expect(problem).toMatchObject({ reason: "facts_refused", params: { count: wrong.length } });
  expect(Object.values(problem.errors ?? {})).toEqual(wrong.map(([, reason]) => reason));
  expect(problem.errors).toMatchObject({ "values.1": "wrong_value" });
  const written = () =>
    db
      .select()
      .from(factValues)
      .innerJoin(
        facts,
        and(eq(facts.id, factValues.factId), eq(facts.applicationId, program.ids.application)),
      );
  expect(await written()).toEqual([]);
  expect(await program.put({ asOf: ago(0), values })).toEqual([
    "set",
    ...wrong.map(([, reason]) => reason),
  ]);
  expect(await written()).toHaveLength(1);
});

test("a request with a time that is none is refused with the field's name, and nothing is written", async () => {
  const program = await openProgram();
  for (const time of ["yesterday", "2026-02-31", "2026-02-31T12:00:00Z", "2026-11-20T12:00Z", ""]) {
    const values = [
      { pilot: mira.userId, value: 3 },
      { pilot: oskar.userId, value: 3, asOf: time, endsAt: time },
    ];
    const response = await program.send({ asOf: time, values });
    expect(response.status).toBe(400);
    const { errors = {} } = z.parse(problemSchema, await response.json());
    expect(Object.keys(errors)).toEqual(["asOf", "values.1.asOf", "values.1.endsAt"]);
    expect(errors).toMatchObject({ asOf: "asOf must be a time like 2026-11-20T12:00:00Z." });
  }
  expect(await program.list()).toMatchObject([{ asOf: null, writtenAt: null }]);
});

test("a value without a time is refused, and a fact of which all were refused is as late as before", async () => {
  const program = await openProgram();
  expect(await program.put({ values: [{ pilot: mira.userId, value: 3 }] })).toEqual(["wrong_time"]);
  const ahead = { asOf: ago(-DAY_MS), values: [{ pilot: mira.userId, value: 3 }] };
  expect(await program.put(ahead)).toEqual(["ahead"]);
  expect(await program.list()).toMatchObject([{ asOf: null, writtenAt: null }]);
});

test("values of every kind", async () => {
  const { ids, put } = await openProgram();
  await declare(ids.application, { key: "ship" });
  await declare(ids.application, { key: "kill", kind: "date" });
  await declare(ids.application, { key: "tier", kind: "one_of", options: ["Gold", "Silver"] });
  const writes = async (key: string, ...values: (string | number | boolean)[]) => {
    const answers = [];
    for (const [at, value] of values.entries()) {
      const asOf = ago(MINUTE_MS * (values.length - at));
      answers.push(...(await put({ asOf, values: [{ pilot: mira.userId, value }] }, { key })));
    }
    return answers;
  };
  expect(await writes("ship", true, false, 1)).toEqual(["set", "set", "wrong_value"]);
  expect(await writes("kill", "2026-11-20", "2026-11-20T12:00:00+02:00", "2026-02-31")).toEqual([
    "set",
    "set",
    "wrong_value",
  ]);
  expect(await writes("tier", "Gold", "Silver", "Tin")).toEqual(["set", "set", "wrong_value"]);
});

test("the latest value counts, and of two for the same time, none", async () => {
  const { put } = await openProgram();
  const tell = (value: number, asOf: string) => ({ pilot: oskar.userId, value, asOf });
  const [early, late, later] = [ago(3 * HOUR_MS), ago(2 * HOUR_MS), ago(HOUR_MS)];
  expect(await put({ values: [tell(1, late), tell(2, early)] })).toEqual(["set", "older"]);
  expect(await put({ values: [tell(3, early)] })).toEqual(["older"]);
  expect(await put({ values: [tell(3, late)] })).toEqual(["contradictory"]);
  expect((await valuesOf(oskar.userId)).some(({ value }) => value === null)).toBe(true);
  expect(await put({ values: [tell(1, late)] })).toEqual(["contradictory"]);
  expect(await put({ values: [tell(1, later), tell(1, later)] })).toEqual(["set", "kept"]);
});

test("an Idempotency-Key has the same answer again, and is refused with another request", async () => {
  const { send, put } = await openProgram();
  const key = { "idempotency-key": "a-run" };
  const body = { asOf: ago(0), values: [{ pilot: oskar.userId, value: 5 }] };
  expect(await put(body, key)).toEqual(["set"]);
  expect(await put(body, key)).toEqual(["set"]);
  expect(await put(body)).toEqual(["kept"]);
  const other = await send({ ...body, asOf: ago(1) }, key);
  expect([other.status, z.parse(problemSchema, await other.json()).reason]).toEqual([
    409,
    "idempotency_key_reused",
  ]);
  const wrong = await send(body, { "idempotency-key": "a run" });
  expect(z.parse(problemSchema, await wrong.json()).reason).toBe("idempotency_key_invalid");
});

test("calls of unknown pilots with a new key each are bounded by the application's share of the day", async () => {
  const { send, ids } = await openProgram();
  const values = Array.from({ length: MAX_FACT_VALUES }, (_, at) => ({
    pilot: `nobody-${String(at).padStart(20, "0")}`,
    value: 1,
  }));
  const body = { asOf: ago(0), values };
  const [day, most] = [ago(0).slice(0, 10), BUDGETS.paid.applicationRows];
  const rows = most - 3 * CALL_ROWS;
  await db
    .update(applications)
    .set({ dailyActs: { day, rows } })
    .where(eq(applications.id, ids.application));
  const statuses: number[] = [];
  for (const key of ["a", "b", "c", "d", "e"]) {
    statuses.push((await send(body, { "idempotency-key": key })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  const kept = await db
    .select({ answer: apiAnswers.answer })
    .from(apiAnswers)
    .where(eq(apiAnswers.applicationId, ids.application));
  expect(kept).toHaveLength(3);
  for (const { answer } of kept) expect(answer.length).toBeLessThan(1_200);
});

test("the same request twice at once is done once, and both have the same answer", async () => {
  const { put } = await openProgram();
  const body = { asOf: ago(0), values: [{ pilot: oskar.userId, value: 5 }] };
  const key = { "idempotency-key": "at-once" };
  const answers = await Promise.all([put(body, key), put(body, key), put(body, key)]);
  expect(answers).toEqual([["set"], ["set"], ["set"]]);
});

test("a request that dies between any two of its calls is repeated with its key, and counts once", async () => {
  const asOf = ago(MINUTE_MS);
  const body = { asOf, values: [{ pilot: mira.userId, value: 3 }] };
  let deaths = 0;
  for (let after = 1; ; after += 1) {
    const { ids, sendIn, put } = await openProgram();
    const life = killAfter(muster.env, after);
    const end = await Promise.race([life.died, sendIn(life.env, body, "killed")]);
    life.restore();
    if (end !== "killed") break;
    deaths += 1;
    expect(await put(body, { "idempotency-key": "killed" })).toEqual(["set"]);
    expect(await toldBy(ids.application)).toEqual({
      values: [{ userId: mira.userId, value: "3" }],
      charged: 9,
    });
    expect(await put(body)).toEqual(["kept"]);
  }
  expect(deaths).toBeGreaterThanOrEqual(2);
});

/** What may happen between two calls of a request that tells 3, and what may be answered and stored then. */
const MEANWHILE: Record<
  string,
  {
    act: (program: Awaited<ReturnType<typeof openProgram>>) => Promise<unknown>;
    ends: [status: number, stored: string | undefined][];
  }
> = {
  "another run tells a later value": {
    act: ({ put }) => put({ asOf: ago(0), values: [{ pilot: mira.userId, value: 9 }] }),
    ends: [[200, "9"]],
  },
  "another run tells an earlier value": {
    act: ({ put }) => put({ asOf: ago(HOUR_MS), values: [{ pilot: mira.userId, value: 1 }] }),
    ends: [[200, "3"]],
  },
  "an administrator deletes the fact": {
    act: ({ ids }) =>
      administrator.api.admin.applications[":id"].facts[":key"].$delete({
        param: { id: ids.application, key: FLEETS },
      }),
    ends: [
      [404, undefined],
      [200, undefined],
    ],
  },
  "an administrator revokes the token": {
    act: ({ ids }) => db.delete(apiTokens).where(eq(apiTokens.id, ids.apiToken)),
    ends: [
      [401, undefined],
      [200, "3"],
    ],
  },
};

test.for(Object.entries(MEANWHILE))(
  "whenever %s during a request, it is as before or after it",
  async ([, { act, ends }]) => {
    for (let at = 0; at < 4; at += 1) {
      const program = await openProgram();
      const { env, finish } = interleave(muster.env, at, async () => void (await act(program)));
      const body = { asOf: ago(MINUTE_MS), values: [{ pilot: mira.userId, value: 3 }] };
      const { status } = await program.sendIn(env, body, "meanwhile");
      await finish();
      const { values } = await toldBy(program.ids.application);
      expect(values.length).toBeLessThan(2);
      expect(ends).toContainEqual([status, values[0]?.value]);
    }
  },
);

test("a late value does not override a confirmation that was not stored, also of another request", async () => {
  const { put, ids } = await openProgram();
  const tell = (value: number, ms: number) => ({
    values: [{ pilot: oskar.userId, value, asOf: ago(ms) }],
  });
  const now = async () => {
    const { values } = await toldBy(ids.application);
    return values.map(({ value }) => value);
  };
  expect(await put(tell(3, 2 * HOUR_MS))).toEqual(["set"]);
  expect(await put(tell(3, HOUR_MS))).toEqual(["kept"]);
  // It is between the two: nobody is put out by it.
  expect(await put(tell(0, 1.5 * HOUR_MS))).toEqual(["contradictory"]);
  expect(await now()).toEqual([null]);
  expect(await put(tell(0, 0.5 * HOUR_MS))).toEqual(["set"]);
  expect(await now()).toEqual(["0"]);
  // In one request, all is known.
  const own = tell(1, 0.4 * HOUR_MS).values;
  const both = [...own, ...tell(1, 0.2 * HOUR_MS).values, ...tell(2, 0.3 * HOUR_MS).values];
  expect(await put({ values: both })).toEqual(["set", "kept", "older"]);
  expect(await now()).toEqual(["1"]);
});

test("a late value counts if no other was confirmed since", async () => {
  const { put } = await openProgram();
  const tell = (pilot: string, value: number, ms: number) => ({
    values: [{ pilot, value, asOf: ago(ms) }],
  });
  expect(await put(tell(oskar.userId, 3, 2 * HOUR_MS))).toEqual(["set"]);
  expect(await put(tell(mira.userId, 3, HOUR_MS))).toEqual(["set"]);
  expect(await put(tell(oskar.userId, 4, 1.5 * HOUR_MS))).toEqual(["set"]);
});

test("of a confirmation and a late value that are told at once, the confirmation is not lost", async () => {
  for (const isConfirmedFirst of [true, false]) {
    const { put, ids } = await openProgram();
    const tell = (value: number, ms: number) =>
      put({ values: [{ pilot: oskar.userId, value, asOf: ago(ms) }] });
    await tell(3, 2 * HOUR_MS);
    const acts = [() => tell(3, HOUR_MS), () => tell(0, 1.5 * HOUR_MS)];
    await Promise.all((isConfirmedFirst ? acts : acts.toReversed()).map((act) => act()));
    const { values } = await toldBy(ids.application);
    expect(values.map(({ value }) => value)).not.toContain("0");
  }
});

test("two values for one time stay unknown when one of them would end", async () => {
  const { put, ids } = await openProgram();
  const [asOf, endsAt] = [ago(HOUR_MS), ago(-HOUR_MS)];
  const values = [3, 4].map((value) => ({ pilot: oskar.userId, value, asOf, endsAt }));
  expect(await put({ values })).toEqual(["set", "contradictory"]);
  const [told] = await db
    .select({ endsAt: factValues.endsAt })
    .from(factValues)
    .innerJoin(facts, eq(facts.id, factValues.factId))
    .where(eq(facts.applicationId, ids.application));
  expect(told).toEqual({ endsAt: null });
});

test("a changed value is one written row, an unchanged one none, and a request is one batch after one read", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => buildUser(muster)));
  const { put } = await openProgram();
  const at = (ms: number, value: number): ApiFacts => ({
    asOf: ago(ms),
    values: people.map(({ userId: pilot }) => ({ pilot, value })),
  });
  await put(at(2 * HOUR_MS, 1));
  const costOf = async (body: ApiFacts) => {
    muster.costs.reset();
    await put(body);
    return [muster.costs.roundTrips, muster.costs.rowsWritten];
  };
  // The row of the fact says when it was written, and that of the application how much.
  expect(await costOf(at(HOUR_MS, 1))).toEqual([2, 2]);
  expect(await costOf(at(MINUTE_MS, 2))).toEqual([2, people.length + 2]);
});

test("the date of an unchanged value moves before it would be too old", async () => {
  const { put } = await openProgram();
  const values = [{ pilot: mira.userId, value: 1 }];
  const dates = async () => (await valuesOf(mira.userId)).map((one) => one.asOf.toISOString());
  await put({ asOf: ago(11 * HOUR_MS), values });
  const early = ago(6 * HOUR_MS);
  expect(await put({ asOf: early, values })).toEqual(["kept"]);
  expect(await dates()).not.toContain(early);
  const asOf = ago(0);
  expect(await put({ asOf, values })).toEqual(["kept"]);
  expect(await dates()).toContain(asOf);
});

test(`a request has at most ${MAX_FACT_VALUES} values, and they fit into a body`, async () => {
  const { send, put } = await openProgram();
  const value = {
    pilot: "123456789012345678901234",
    value: 123_456,
    endsAt: ago(-DAY_MS),
  };
  const body = { asOf: ago(0), values: Array.from({ length: MAX_FACT_VALUES }, () => value) };
  expect(new Set(await put(body))).toEqual(new Set(["no_such_pilot"]));
  expect((await send({ ...body, values: [...body.values, value] })).status).toBe(400);
});

test("an application that has written its values of the day is told when it can go on", async () => {
  const { send, ids } = await openProgram();
  const spend = (day: string) =>
    db
      .update(applications)
      .set({ dailyActs: { day, rows: BUDGETS.paid.applicationRows - 8 } })
      .where(eq(applications.id, ids.application));
  await spend(ago(0).slice(0, 10));
  const body = { asOf: ago(0), values: [{ pilot: mira.userId, value: 1 }] };
  const refused = await send(body);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("ratelimit")).toMatch(/^"rows";r=0;t=\d+$/);
  expect(refused.headers.get("ratelimit-policy")).toMatch(/^"token";.*, "rows";q=\d+;w=86400$/);
  expect(z.parse(problemSchema, await refused.json()).reason).toBe("application_spent");
  await spend(ago(DAY_MS).slice(0, 10));
  expect((await send(body)).status).toBe(200);
});

test("an application knows its own facts, and no others", async () => {
  const [one, other] = [await openProgram(), await openProgram()];
  await declare(one.ids.application, { key: "own" });
  const body = { asOf: ago(0), values: [{ pilot: mira.userId, value: true }] };
  expect((await other.send(body, { key: "own" })).status).toBe(404);
  expect((await other.list()).map(({ key }) => key)).toEqual([FLEETS]);
  expect((await one.list()).map(({ key }) => key)).toEqual([FLEETS, "own"]);
});

test("an administrator declares, changes and deletes a fact, and the log says so", async () => {
  const { ids, put } = await openProgram();
  const routes = administrator.api.admin.applications[":id"].facts;
  const param = { id: ids.application, key: "doctrine" };
  expect(await declare(ids.application, {})).toMatchObject({ key: "doctrine", pilots: 0 });
  const again = await routes.$post({
    param,
    json: {
      key: "doctrine",
      title: "Twice",
      kind: "number",
      options: [],
      maxAgeHours: 1,
      missing: "no",
    },
  });
  expect(again.status).toBe(409);
  const asOf = ago(0);
  await put({ asOf, values: [{ pilot: mira.userId, value: true }] }, { key: "doctrine" });
  const changed = await routes[":key"].$patch({
    param,
    json: { title: "Doctrine", maxAgeHours: 24 },
  });
  expect(await changed.json()).toMatchObject({ title: "Doctrine", pilots: 1, unknown: 0, asOf });
  const options = await routes[":key"].$patch({ param, json: { options: ["Gold"] } });
  expect(options.status).toBe(400);
  const before = await valuesOf(mira.userId);
  // Pressed twice at once: no requirements are blamed.
  const remove = async () => (await routes[":key"].$delete({ param })).status;
  expect((await Promise.all([remove(), remove()])).toSorted((a, b) => a - b)).toEqual([204, 404]);
  expect(await valuesOf(mira.userId)).toHaveLength(before.length - 1);
  const log = await administrator.api.activity.$get({ query: {} });
  const { items } = await log.json();
  const kinds = items.flatMap((item) => (item.log === "applications" ? [item.kind] : []));
  expect(kinds.slice(0, 3)).toEqual(["fact_removed", "fact_changed", "fact_declared"]);
});

test("changes of two facts at once are two events", async () => {
  const { ids } = await openProgram();
  const routes = administrator.api.admin.applications[":id"].facts;
  for (const key of ["first", "second"]) await declare(ids.application, { key, title: key });
  for (const key of ["first", "second"]) {
    await routes[":key"].$patch({
      param: { id: ids.application, key },
      json: { maxAgeHours: 24 },
    });
  }
  const { items } = await (await administrator.api.activity.$get({ query: {} })).json();
  const changed = items.flatMap((item) =>
    item.log === "applications" && item.kind === "fact_changed" ? [item.detail] : [],
  );
  expect(changed.slice(0, 2)).toMatchObject([{ label: "second" }, { label: "first" }]);
});

test("a deleted application leaves no value behind", async () => {
  const { ids, put } = await openProgram();
  await put({ asOf: ago(0), values: [{ pilot: mira.userId, value: 1 }] });
  const own = (await valuesOf(mira.userId)).length;
  await administrator.api.admin.applications[":id"].$delete({ param: { id: ids.application } });
  expect(await db.select().from(factValues).where(eq(factValues.userId, mira.userId))).toHaveLength(
    own - 1,
  );
});
