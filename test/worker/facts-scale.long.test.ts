// Half a minute and more: a community of 100,000 users is made.
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { FLEETS, insertProgram } from "#test/support/applications/application-rows.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { evaluateAll, ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { LARGE_COMMUNITY } from "#test/support/workerd/share.ts";
import { facts } from "#worker/db/schema/facts.ts";
import { evaluationState } from "#worker/db/schema/requirements.ts";

const EMPTY = { users: 0, groups: 0, pending: 0 };
const SMALL = { users: 1_000, groups: 20, pending: 1 };
const LARGE = { users: LARGE_COMMUNITY, groups: 21, pending: 2 };
const TOLD = 500;
const HOUR_MS = 60 * 60 * 1000;

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
await fillCommunity(muster.env.DB, admin.userId, EMPTY, SMALL);
const { ids, send } = await insertProgram(muster, { rights: ["facts"] });
const isIt = and(eq(facts.applicationId, ids.application), eq(facts.key, FLEETS));
const [fact] = await db.select().from(facts).where(isIt);
const factId = fact?.id ?? "";
const rule = ruleOf({ type: "fact", factId, test: { compare: "at_least", value: 1 } });
await saveRule(admin, "everyone", rule);

/** All users have a value. No sweep is open, so that an evaluation looks at marked users alone. */
async function settle() {
  const at = Date.now() - HOUR_MS;
  await db.run(`insert or replace into fact_values (user_id, fact_id, value, as_of)
    select id, '${factId}', '1', ${at} from users where id like 'u%'`);
  await db.run("delete from evaluation_marks");
  await db.update(evaluationState).set({ sweepAfter: null, sweptAt: new Date() });
}

const pilots = Array.from({ length: TOLD }, (_, n) => `u${n}`);

async function put(value: number) {
  const values = pilots.map((pilot) => ({ pilot, value }));
  const body = { asOf: new Date().toISOString(), values };
  const answer = await send(`/facts/${FLEETS}`, { method: "PUT", body });
  expect(answer.status).toBe(200);
}

async function costOf(act: () => Promise<unknown>) {
  muster.costs.reset();
  await act();
  const { roundTrips, rowsRead, rowsWritten } = muster.costs;
  return { roundTrips, rowsRead, rowsWritten };
}

async function costs() {
  await settle();
  // The first request finds the token, and the session.
  await send("/facts");
  await admin.api.auth.session.$get();
  const routes = admin.api.admin.applications[":id"].facts;
  const preview = { param: { id: "everyone" }, json: { rule } };
  return {
    unchanged: await costOf(() => put(1)),
    changed: await costOf(() => put(2)),
    evaluated: await costOf(() => evaluateAll(muster)),
    own: await costOf(() => send("/facts")),
    preview: await costOf(() => admin.api.groups[":id"].requirements.preview.$post(preview)),
    counted: await costOf(() => routes.$get({ param: { id: ids.application } })),
  };
}

test(`facts cost as much in a community of ${LARGE_COMMUNITY.toLocaleString("en")} as in one of 1,000, but for the page that counts values`, async () => {
  const few = await costs();
  await fillCommunity(muster.env.DB, admin.userId, SMALL, LARGE);
  const many = await costs();
  for (const name of ["unchanged", "changed", "own"] as const) {
    expect([name, many[name]]).toEqual([name, few[name]]);
  }
  // The row of the fact says when it was written, and that of the application how much.
  expect(many.unchanged).toEqual({ roundTrips: 2, rowsRead: 3509, rowsWritten: 2 });
  // A value is a written row, and so is its mark.
  expect(many.changed).toMatchObject({ roundTrips: 2, rowsWritten: 2 * TOLD + 2 });
  expect(many.changed.rowsRead).toBeLessThanOrEqual(13 * TOLD);
  expect(many.own).toEqual({ roundTrips: 1, rowsRead: 3, rowsWritten: 0 });
  const measured = [
    { ...few, users: SMALL.users },
    { ...many, users: LARGE.users },
  ];
  for (const { evaluated, preview, users } of measured) {
    // Marks are deleted, and the evaluation takes its lease.
    expect(evaluated.rowsWritten).toBeLessThanOrEqual(TOLD + 10);
    expect(evaluated.rowsRead).toBeLessThanOrEqual(45 * TOLD);
    // A slice of users, and how many there are.
    expect(preview.roundTrips).toBe(3);
    expect(preview.rowsRead).toBeLessThanOrEqual(16_000 + users);
  }
  expect(many.counted.roundTrips).toBe(1);
  expect(many.counted.rowsRead).toBeLessThanOrEqual(4 * LARGE_COMMUNITY);
});
