import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { ApiFacts } from "#shared/applications/api.ts";
import type { FactKind } from "#shared/facts.ts";
import type { FactTest, Requirement } from "#shared/requirements/tree.ts";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { FLEETS, insertProgram } from "#test/support/applications/application-rows.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import {
  evaluateAll,
  isMember,
  problemOf,
  ruleOf,
  saveRule,
} from "#test/support/requirements/requirement-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { apiTokens } from "#worker/db/schema/application-interfaces.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { evaluationMarks } from "#worker/db/schema/requirements.ts";

vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => vi.useRealTimers());
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

/** Removals of an hour count together, over all tests. */
beforeEach(() => db.delete(auditEvents).where(eq(auditEvents.kind, "member_removed")));

async function openSource(declared: Partial<typeof facts.$inferInsert> = {}) {
  const { ids, send } = await insertProgram(muster, { rights: ["facts"] });
  const isIt = and(eq(facts.applicationId, ids.application), eq(facts.key, FLEETS));
  if (Object.keys(declared).length > 0) await db.update(facts).set(declared).where(isIt);
  const [fact] = await db.select().from(facts).where(isIt);
  if (fact === undefined) throw new Error("A program has a fact.");
  async function tell(
    values: Record<string, ApiFacts["values"][number]["value"]>,
    asOf = new Date(),
    endsAt?: Date,
  ) {
    const body: ApiFacts = {
      asOf: asOf.toISOString(),
      values: Object.entries(values).map(([pilot, value]) => ({
        pilot,
        value,
        ...(endsAt && { endsAt: endsAt.toISOString() }),
      })),
    };
    return (await send(`/facts/${FLEETS}`, { method: "PUT", body })).status;
  }
  const asks = (given: FactTest): Requirement => ({ type: "fact", factId: fact.id, test: given });
  const switchTo = (isOn: boolean) =>
    db.update(applications).set({ isOn }).where(eq(applications.id, ids.application));
  return { ids, fact, tell, asks, switchTo };
}

const AT_LEAST_3: FactTest = { compare: "at_least", value: 3 };

/** A group that people are in as long as the fact says so. */
async function openGroup(tree: Requirement, given: Parameters<typeof ruleOf>[1] = {}) {
  const group = await buildGroup(muster, { owner: admin });
  const rule = ruleOf(tree, { enrolment: "automatic", graceDays: 0, ...given });
  expect((await saveRule(admin, group.id, rule)).status).toBe(200);
  await evaluateAll(muster);
  return group.id;
}

/** An hour later, and on the next day, when everybody is looked at. */
async function settle() {
  await evaluateAll(muster);
  pass(DAY_MS + HOUR_MS);
  await evaluateAll(muster);
  await evaluateAll(muster);
}

type Value = ApiFacts["values"][number]["value"];

/** A value that passes each test, and one that does not. */
const TESTS: [kind: FactKind, test: FactTest, met: Value, unmet: Value][] = [
  ["yes_no", { compare: "is", value: true }, true, false],
  ["yes_no", { compare: "is", value: false }, false, true],
  ["number", AT_LEAST_3, 3, 2],
  ["number", { compare: "at_most", value: 3 }, 3, 4],
  ["number", { compare: "exactly", value: 3 }, 3, 4],
  ["date", { compare: "within", days: 30 }, "2026-11-20", "2026-09-01"],
  ["date", { compare: "before", days: 30 }, "2026-09-01", "2026-11-20"],
  ["one_of", { compare: "one_of", values: ["Gold", "Silver"] }, "Silver", "Tin"],
];

test.for(TESTS)("a fact of the kind %s passes %j with %s, and not with %s", async (row) => {
  const [kind, compared, met, unmet] = row;
  const options = kind === "one_of" ? ["Gold", "Silver", "Tin"] : [];
  vi.setSystemTime(new Date("2026-11-26T00:00:00Z"));
  const { tell, asks } = await openSource({ kind, options });
  const [mira, oskar] = [await buildUser(muster), await buildUser(muster)];
  const groupId = await openGroup(asks(compared));
  await tell({ [mira.userId]: met, [oskar.userId]: unmet });
  await evaluateAll(muster);
  expect([
    await isMember(muster, groupId, mira.userId),
    await isMember(muster, groupId, oskar.userId),
  ]).toEqual([true, false]);
});

type Source = Awaited<ReturnType<typeof openSource>>;
type People = { inside: string; outside: string };

/** What may go wrong with an application, and why its facts are unknown then. */
const OUTAGES: Record<
  string,
  [reason: string, begin: (source: Source, people: People) => unknown]
> = {
  "it is silent": ["too_old", () => pass(8 * DAY_MS)],
  "it is switched off": ["source_off", ({ switchTo }) => switchTo(false)],
  "its token has ended": [
    "too_old",
    async ({ ids, tell }, { inside, outside }) => {
      await db.delete(apiTokens).where(eq(apiTokens.id, ids.apiToken));
      pass(8 * DAY_MS);
      expect(await tell({ [inside]: 0, [outside]: 9 })).toBe(401);
    },
  ],
  "it is late": [
    "too_old",
    async ({ tell }, { inside, outside }) => {
      const then = new Date();
      pass(8 * DAY_MS);
      await tell({ [inside]: 0, [outside]: 9 }, then);
    },
  ],
  "it contradicts itself": [
    "contradictory",
    async ({ tell }, { inside, outside }) => {
      pass(HOUR_MS);
      await tell({ [inside]: 4, [outside]: 1 });
      await tell({ [inside]: 0, [outside]: 9 });
    },
  ],
  "its clock is ahead": [
    "too_old",
    async ({ tell }, { inside, outside }) => {
      pass(8 * DAY_MS);
      await tell({ [inside]: 0, [outside]: 9 }, new Date(Date.now() + HOUR_MS));
    },
  ],
  "its value has ended": [
    "value_ended",
    async ({ tell }, { inside, outside }) => {
      pass(HOUR_MS);
      await tell({ [inside]: 5, [outside]: 0 }, new Date(), new Date(Date.now() + HOUR_MS));
      pass(2 * HOUR_MS);
    },
  ],
};

test.for(keysOf(OUTAGES))(
  "while an application says nothing because %s, nobody is let in or put out",
  async (name) => {
    const [reason, begin] = OUTAGES[name] ?? ["", () => undefined];
    const source = await openSource();
    const [mira, oskar] = [await buildUser(muster), await buildUser(muster)];
    const groupId = await openGroup(source.asks(AT_LEAST_3));
    await source.tell({ [mira.userId]: 3, [oskar.userId]: 2 });
    await evaluateAll(muster);
    await begin(source, { inside: mira.userId, outside: oskar.userId });
    await settle();
    expect([
      await isMember(muster, groupId, mira.userId),
      await isMember(muster, groupId, oskar.userId),
    ]).toEqual([true, false]);
    const problem = await problemOf(muster, groupId, mira.userId);
    expect(problem).toMatchObject({ outcome: "unknown", graceEndsAt: null });
    expect(problem?.causes[0]).toMatchObject({
      reading: { unknown: reason, fact: null },
      names: { facts: { [source.fact.id]: { application: "Wiki", maxAgeHours: 168 } } },
    });
  },
);

test("when an application is switched on or writes again, its facts count at once", async () => {
  const { tell, asks, switchTo } = await openSource();
  const mira = await buildUser(muster);
  const groupId = await openGroup(asks(AT_LEAST_3));
  await tell({ [mira.userId]: 3 });
  await evaluateAll(muster);
  await switchTo(false);
  await evaluateAll(muster);
  expect(await problemOf(muster, groupId, mira.userId)).toMatchObject({ outcome: "unknown" });
  await switchTo(true);
  await evaluateAll(muster);
  expect(await problemOf(muster, groupId, mira.userId)).toBeUndefined();
  pass(8 * DAY_MS);
  await settle();
  expect(await problemOf(muster, groupId, mira.userId)).toMatchObject({ outcome: "unknown" });
  await tell({ [mira.userId]: 3 });
  await evaluateAll(muster);
  expect(await problemOf(muster, groupId, mira.userId)).toBeUndefined();
});

test("a missing value is a no where it was declared so, and only while the application goes on telling", async () => {
  const { tell, asks } = await openSource({ kind: "yes_no", missing: "no" });
  const [mira, oskar] = [await buildUser(muster), await buildUser(muster)];
  const isNo = await openGroup(asks({ compare: "is", value: false }));
  const never = await openGroup({ type: "not", of: asks({ compare: "is", value: true }) });
  const state = async () => [
    await isMember(muster, isNo, oskar.userId),
    await isMember(muster, never, oskar.userId),
    await isMember(muster, isNo, mira.userId),
  ];
  expect(await state()).toEqual([false, false, false]);
  // Nothing of Oskar: but the application has told something.
  await tell({ [mira.userId]: true });
  await evaluateAll(muster);
  await evaluateAll(muster);
  expect(await state()).toEqual([true, true, false]);
  pass(8 * DAY_MS);
  await settle();
  const newcomer = await buildUser(muster);
  await settle();
  expect(await isMember(muster, isNo, newcomer.userId)).toBe(false);
  expect(await state()).toEqual([true, true, false]);
});

test("the Overview names an application that is late or off with what groups ask for, and for how many groups", async () => {
  const { ids, tell, asks, switchTo } = await openSource();
  const unasked = await openSource();
  const mira = await buildUser(muster);
  const silent = async () => {
    const answer = await admin.api.admin.overview.$get();
    const found = (await answer.json()).silent;
    const own = new Set([ids.application, unasked.ids.application]);
    return found.filter(({ applicationId }) => own.has(applicationId));
  };
  await openGroup(asks(AT_LEAST_3));
  await openGroup({ type: "not", of: asks(AT_LEAST_3) });
  expect(await silent()).toEqual([]);
  const since = new Date().toISOString();
  await tell({ [mira.userId]: 3 });
  await unasked.tell({ [mira.userId]: 3 });
  expect(await silent()).toEqual([]);
  const row = { applicationId: ids.application, name: "Wiki", isOn: true, since, groups: 2 };
  await switchTo(false);
  expect(await silent()).toEqual([{ ...row, isOn: false }]);
  await switchTo(true);
  pass(8 * DAY_MS);
  expect(await silent()).toEqual([row]);
  await tell({ [mira.userId]: 3 });
  expect(await silent()).toEqual([]);
});

test("a past day of the group and of the pilot knows who was in by a fact, and why that ended", async () => {
  const { tell, asks, fact } = await openSource();
  const mira = await buildUser(muster, { name: "Mira Tal" });
  const groupId = await openGroup(asks(AT_LEAST_3));
  await tell({ [mira.userId]: 3 });
  await evaluateAll(muster);
  const today = () => new Date().toISOString().slice(0, 10);
  const inside = today();
  pass(3 * DAY_MS);
  await tell({ [mira.userId]: 1 });
  await evaluateAll(muster);
  pass(DAY_MS);
  const outside = today();
  pass(DAY_MS);
  const couldRead = async (on: string) => {
    const answer = await admin.api.groups[":id"]["who-can"].$get({
      param: { id: groupId },
      query: { on },
    });
    const { items } = await answer.json();
    return items.filter(({ name }) => name === "Mira Tal").map(({ wayIn }) => wayIn?.kind);
  };
  expect(await couldRead(inside)).toEqual(["rule"]);
  expect(await couldRead(outside)).toEqual([]);
  const pastOf = async (on: string) => {
    const param = { id: mira.userId };
    const answer = await admin.api.admin.pilots[":id"].past.$get({ param, query: { on } });
    const { groups } = await answer.json();
    return groups
      .filter((one) => one.groupId === groupId)
      .map(({ wayIn, sinceThen }) => [wayIn?.kind, sinceThen?.kind]);
  };
  expect(await pastOf(inside)).toEqual([["rule", "rule"]]);
  expect(await pastOf(outside)).toEqual([]);
  // The value of then, with its names, also after the application is gone.
  await db.delete(applications).where(eq(applications.id, fact.applicationId));
  const [removal] = await db
    .select({ detail: auditEvents.detail })
    .from(auditEvents)
    .where(and(eq(auditEvents.kind, "member_removed"), eq(auditEvents.groupId, groupId)));
  expect(removal?.detail.causes).toMatchObject([
    {
      reading: { fact: { value: 1 }, unknown: null },
      names: { facts: { [fact.id]: { title: fact.title, application: "Wiki" } } },
    },
  ]);
});

test("only a value that a rule asks for and that has changed marks its pilot", async () => {
  const asked = await openSource();
  const unasked = await openSource();
  const mira = await buildUser(muster);
  await openGroup(asked.asks(AT_LEAST_3));
  const marksAfter = async (write: () => Promise<unknown>) => {
    await evaluateAll(muster);
    await db.delete(evaluationMarks);
    await write();
    return (await db.select().from(evaluationMarks)).length;
  };
  expect(await marksAfter(() => asked.tell({ [mira.userId]: 3 }))).toBe(1);
  expect(await marksAfter(() => asked.tell({ [mira.userId]: 3 }))).toBe(0);
  pass(4 * HOUR_MS);
  expect(await marksAfter(() => asked.tell({ [mira.userId]: 3 }))).toBe(0);
  pass(1000);
  expect(await marksAfter(() => asked.tell({ [mira.userId]: 4 }))).toBe(1);
  expect(await marksAfter(() => unasked.tell({ [mira.userId]: 3 }))).toBe(0);
  muster.costs.reset();
  pass(1000);
  await asked.tell({ [mira.userId]: 5 });
  // The value, the mark, the fact, and what the application has spent.
  expect(muster.costs.rowsWritten).toBe(4);
});

test("a preview says who would be let in, with what was told, and with the names", async () => {
  const { tell, asks, fact } = await openSource();
  const [mira, oskar] = [await buildUser(muster), await buildUser(muster)];
  await tell({ [mira.userId]: 3, [oskar.userId]: 2 });
  const group = await buildGroup(muster, { owner: admin, members: [oskar] });
  const answer = await admin.api.groups[":id"].requirements.preview.$post({
    param: { id: group.id },
    json: { rule: ruleOf(asks(AT_LEAST_3), { enrolment: "automatic" }) },
  });
  const { users, conditions } = await answer.json();
  expect(users.find(({ userId }) => userId === mira.userId)?.kind).toBe("join");
  const leaves = users.find(({ userId }) => userId === oskar.userId);
  expect(leaves).toMatchObject({
    kind: "grace",
    causes: [
      {
        reading: { fact: { type: "fact", value: 2 } },
        names: { facts: { [fact.id]: { title: "Fleets in the last 30 days" } } },
      },
    ],
  });
  expect(conditions).toHaveLength(1);
});

test("a pilot reads what was told, by whom, and when", async () => {
  const { tell, asks, fact } = await openSource();
  const mira = await buildUser(muster);
  const groupId = await openGroup(asks(AT_LEAST_3), { enrolment: "manual" });
  const at = new Date(Date.now() - 3 * HOUR_MS);
  await tell({ [mira.userId]: 2 }, at);
  const answer = await mira.api.groups[":id"].requirements.$get({ param: { id: groupId } });
  const { rule, names } = await answer.json();
  expect(rule?.explained).toMatchObject({
    outcome: "unmet",
    reading: { fact: { value: 2 }, asOf: at.toISOString(), unknown: null },
  });
  expect(names.facts[fact.id]?.application).toBe("Wiki");
  const join = await mira.api.groups[":id"].join.$post({ param: { id: groupId } });
  expect((await readError(join)).code).toBe("forbidden");
});

test("requirements ask only for facts that there are, by their kind, and a fact that is asked for stays", async () => {
  const { ids, fact, asks } = await openSource();
  const group = await buildGroup(muster, { owner: admin });
  const reasonOf = async (tree: Requirement) => {
    const answer = await saveRule(admin, group.id, ruleOf(tree));
    return answer.status === 200 ? "saved" : (await readError(answer)).reason;
  };
  expect(
    await reasonOf({ ...asks(AT_LEAST_3), type: "fact", factId: "none", test: AT_LEAST_3 }),
  ).toBe("fact_gone");
  expect(await reasonOf(asks({ compare: "is", value: true }))).toBe("fact_of_other_kind");
  expect(await reasonOf(asks(AT_LEAST_3))).toBe("saved");
  const remove = () =>
    admin.api.admin.applications[":id"].facts[":key"].$delete({
      param: { id: ids.application, key: fact.key },
    });
  expect((await readError(await remove())).message).toContain(group.name);
  expect((await saveRule(admin, group.id, null)).status).toBe(200);
  expect((await remove()).status).toBe(204);
});

test("owners cannot ask for facts, and read none of who meets them", async () => {
  const { asks } = await openSource();
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner });
  expect((await saveRule(owner, group.id, ruleOf(asks(AT_LEAST_3)))).status).toBe(403);
});

test("My access shows each fact about the pilot with its source, its age and whom to ask, and why a membership was lost", async () => {
  const { tell, asks, fact, switchTo } = await openSource();
  await db.update(facts).set({ createdBy: admin.userId }).where(eq(facts.id, fact.id));
  const [mira, oskar] = [await buildUser(muster), await buildUser(muster)];
  const groupId = await openGroup(asks(AT_LEAST_3));
  const at = new Date(Date.now() - HOUR_MS);
  await tell({ [mira.userId]: 3 }, at);
  await evaluateAll(muster);
  const accessOf = async (user: typeof mira) => (await user.api.access.$get()).json();
  const own = {
    factId: fact.id,
    title: "Fleets in the last 30 days",
    applicationName: "Wiki",
    value: 3,
    unknown: null,
    asOf: at.toISOString(),
    endsAt: null,
    askName: "Aurelia Voss",
  };
  expect((await accessOf(mira)).facts).toEqual([own]);
  expect((await accessOf(oskar)).facts).toEqual([]);
  await switchTo(false);
  expect((await accessOf(mira)).facts).toEqual([{ ...own, unknown: "source_off" }]);
  await switchTo(true);
  await tell({ [mira.userId]: 1 });
  await evaluateAll(muster);
  const { lost } = await accessOf(mira);
  expect(lost).toMatchObject([
    {
      how: "rule",
      causes: [
        {
          reading: { fact: { value: 1 } },
          names: { facts: { [fact.id]: { application: "Wiki" } } },
        },
      ],
    },
  ]);
  // The log of that day keeps it, also after the application tells otherwise.
  pass(HOUR_MS);
  await tell({ [mira.userId]: 9 });
  await evaluateAll(muster);
  expect(await isMember(muster, groupId, mira.userId)).toBe(true);
  const [removal] = await db
    .select({ detail: auditEvents.detail })
    .from(auditEvents)
    .where(and(eq(auditEvents.kind, "member_removed"), eq(auditEvents.groupId, groupId)));
  expect(removal?.detail.causes?.[0]?.reading.fact).toMatchObject({ value: 1 });
});
