import { beforeAll, expect, test } from "vitest";
import type { RequestsQuery } from "#shared/groups/requests.ts";
import { requestAnswers } from "#worker/db/schema/group-forms.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

// What a recruiter's morning costs: forty requests, one page after the other, and the list beside them. docs/performance.md has the numbers.

const WAITING = 40;
const ENTRIES = 100;
const muster = await startMuster();
const admin = await buildAdministrator(muster);
const owner = await buildUser(muster);
const group = await buildGroup(muster, { owner, joinMode: "approval" });
const param = { id: group.id };

beforeAll(async () => {
  const pilots = await buildUsers(muster, WAITING);
  for (const pilot of pilots) await buildRequest(muster, group, pilot);
  const question = { kind: "text" as const, id: "why", text: "Why?", isRequired: true };
  await owner.api.groups[":id"].form.$put({
    param,
    json: {
      version: null,
      form: {
        introduction: null,
        questions: [question],
        sections: ["wallet"],
        whose: "main",
        shareDays: 7,
      },
      reviewerGroupId: null,
    },
  });
  const { db } = muster.context;
  const requests = await db.select({ id: joinRequests.id }).from(joinRequests);
  for (const { id } of requests) {
    await db.insert(requestAnswers).values({
      requestId: id,
      groupId: group.id,
      formVersion: 1,
      answers: { why: "Sundays." },
      shareDays: 7,
    });
  }
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    await admin.api.watchlist.$post({
      json: watchEntry({ eveId: 2_110_000_000 + entry }),
    });
  }
});

/** Round trips and rows of a call, with the session in the cache. */
async function costOf(read: () => Promise<Response>) {
  await read();
  muster.costs.reset();
  const response = await read();
  expect(response.status).toBe(200);
  const { roundTrips, rowsRead, rowsWritten } = muster.costs;
  return { roundTrips, rowsRead, rowsWritten };
}

type Query = Partial<Record<keyof RequestsQuery, string>>;
const list = (query: Query) =>
  owner.api.groups[":id"]["join-requests"].$get({ param, query: query as {} });

test("a list of forty requests takes one round trip and six rows for each, filtered or not", async () => {
  for (const query of [{}, { state: "waiting" }, { assignee: "none" }, { waiting: "3" }]) {
    const cost = await costOf(() => list(query));
    expect(cost.roundTrips).toBe(1);
    expect(cost.rowsRead).toBeLessThanOrEqual(6 * WAITING);
    expect(cost.rowsWritten).toBe(0);
  }
});

test("the page of a request costs the same among forty as alone", async () => {
  const { items } = await (await list({})).json();
  const [first, , third] = items;
  const read = (id = "") => owner.api.groups["join-requests"][":id"].$get({ param: { id } });
  for (const request of [first, third]) {
    const cost = await costOf(() => read(request?.id));
    expect(cost.roundTrips).toBe(1);
    expect(cost.rowsRead).toBeLessThanOrEqual(30);
    expect(cost.rowsWritten).toBe(0);
  }
});

test("a watchlist of a hundred entries takes one round trip", async () => {
  const cost = await costOf(() => admin.api.watchlist.$get({ query: {} }));
  expect(cost.roundTrips).toBe(1);
  expect(cost.rowsRead).toBeLessThanOrEqual(7 * ENTRIES);
});
