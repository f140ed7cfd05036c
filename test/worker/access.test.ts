import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { COVERED } from "#test/support/faults/fault-table.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { findScans } from "#test/support/workerd/query-plans.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import { ROLES } from "./access-row.ts";
import type { Role, Row } from "./access-row.ts";
import { ACCESS, ROWS, ruleOf } from "./access-table.ts";

/** What the Worker asks EVE and Discord. */
const network = vi.spyOn(globalThis, "fetch");

const muster = await startMuster();
const administrator = await buildUser(muster, {
  name: "Aurelia Voss",
  characterId: AURELIA_VOSS_ID,
});

const { prepareCall } = await openScenes(muster, administrator, { sharesUnchanged: true });

async function call(
  route: string,
  row: Row,
  role: Role,
  visibility: "public" | "hidden",
): Promise<number> {
  const { path, init } = await prepareCall(route, row, role, visibility);
  const before = await rowsCharged();
  muster.costs.reset();
  const response = await muster.send(path, init);
  const written = muster.costs.rowsWritten;
  const isPlayer = role !== "system administrator";
  if (isPlayer && response.ok && written > (spent.get(route)?.written ?? 0)) {
    spent.set(route, { written, charged: (await rowsCharged()) - before });
  }
  tagged.push(...(response.headers.has("etag") ? [route] : []));
  return response.status;
}

/** Rows that all users have been charged with. */
async function rowsCharged(): Promise<number> {
  const found = await muster.env.DB.prepare(
    "select coalesce(sum(daily_acts ->> 'rows'), 0) as charged from users",
  ).first<{ charged: number }>();
  return found?.charged ?? 0;
}

/** Of each route, the call of a player that wrote most. Administrators are trusted with ten times as much. */
const spent = new Map<string, { written: number; charged: number }>();

/** Writes that no daily limit counts, and what bounds them. */
const UNCOUNTED: Record<string, string> = {
  "POST /api/auth/logout": "after a log-in",
  "DELETE /api/auth/sessions": "after a log-in",
  "DELETE /api/auth/sessions/:id": "after a log-in",
  "GET /api/account/export": "has a rate of its own",
  "GET /api/characters/:id": "reads what is due by EVE's cache times",
  "POST /api/groups/invite-codes/:id/revoke": "after a code was created",
  "POST /api/groups/invitations/:id/revoke": "after an invitation was sent",
  "POST /api/groups/join-requests/:id/approve": "after a request",
  "POST /api/groups/:id/join-requests/approve": "after a request",
  "POST /api/groups/join-requests/:id/reject": "after a request",
  "POST /api/groups/:id/join-requests/reject": "after a request",
  "POST /api/groups/:id/leave": "after a join",
  "DELETE /api/groups/:id/members/:userId": "after a join",
  "DELETE /api/groups/:id": "after a group was created",
  "GET /api/groups/:id/review": "notes a view once an hour",
  "POST /api/groups/:id/review/finish": "after a review was opened",
};

/** The routes whose answers had an ETag. */
const tagged: string[] = [];

test("a row of the access table has a route, and each of its values differs from the rule", () => {
  const needless = Object.entries(ROWS).flatMap(([route, row]) => {
    const declared = DECLARATIONS.get(route);
    if (declared === undefined) return [`${route} does not exist`];
    const { hidden = 404, ...rule } = ruleOf(route, declared.who);
    return Object.entries(row).flatMap(([name, value]) => {
      const ruled = new Map(Object.entries({ hidden, ...rule })).get(name);
      return isDeepStrictEqual(value, ruled) ? [`${route}: ${name}`] : [];
    });
  });
  expect(needless).toEqual([]);
});

for (const [route, row] of Object.entries(ACCESS)) {
  test(`${route} answers each role as it should`, async () => {
    const answered: Partial<Record<Role, number>> = {};
    network.mockClear();
    for (const role of ROLES) answered[role] = await call(route, row, role, "public");
    expect(answered).toEqual(
      Object.fromEntries(ROLES.map((role, index) => [role, row.statuses[index]])),
    );
    expect(COVERED.includes(route) ? [] : network.mock.calls).toEqual([]);
  });

  if (row.hidden === null) continue;
  test(`${route} answers a stranger to a hidden group as if there were none`, async () => {
    const answered: Partial<Record<Role, number>> = {};
    for (const role of ROLES) answered[role] = await call(route, row, role, "hidden");
    const expected = ROLES.map((role, index) => [role, row.statuses[index]]);
    expect(answered).toEqual({ ...Object.fromEntries(expected), stranger: row.hidden ?? 404 });
  });
}

test("no answer has a cache tag, which could disclose what its viewer cannot see", () => {
  expect(tagged).toEqual([]);
});

test("each route charges a player with the rows that it writes, or says what bounds it", () => {
  const uncharged = [...spent].flatMap(([route, { written, charged }]) => {
    const excess = route in UNCOUNTED ? charged : written - charged;
    return excess > 0 ? [`${route}: ${written} written, ${charged} charged`] : [];
  });
  expect(spent.size).toBeGreaterThan(30);
  expect(uncharged).toEqual([]);
});

test("no route reads a growing table from end to end", async () => {
  expect(await findScans(muster.env.DB)).toEqual([]);
});
