import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { app } from "#worker/app/app.ts";
import { users } from "#worker/db/schema/accounts.ts";
import type { Role } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

const muster = await startMuster();
const administrator = await buildUser(muster, {
  name: "Aurelia Voss",
  characterId: AURELIA_VOSS_ID,
});
const { prepareCall } = await openScenes(muster, administrator, { sharesUnchanged: true });

/** Administrators are trusted with ten times as much. */
const PLAYERS = [
  "anonymous",
  "stranger",
  "member",
  "group admin",
  "owner",
] as const satisfies Role[];

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

async function rowsCharged(): Promise<Map<string, number>> {
  const found = await muster.context.db.select({ id: users.id, acts: users.dailyActs }).from(users);
  return new Map(found.map(({ id, acts }) => [id, Number(acts?.["rows"] ?? 0)]));
}

/** Rows that a call of the route writes at most, and those that were charged for it. */
async function measure(route: string) {
  const row = ACCESS[route];
  if (row === undefined) throw new Error(`${route} has no row in the access table.`);
  let most = { written: 0, charged: 0 };
  for (const role of PLAYERS) {
    const { path, init } = await prepareCall(route, row, role, "public");
    const before = await rowsCharged();
    muster.costs.reset();
    const { ok } = await muster.send(path, init);
    const written = muster.costs.rowsWritten;
    if (!ok || written <= most.written) continue;
    const after = await rowsCharged();
    const charged = [...after].reduce((sum, [id, rows]) => sum + rows - (before.get(id) ?? 0), 0);
    most = { written, charged };
  }
  return most;
}

const writes = [
  ...new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => route in ACCESS),
  ),
];

test.each(writes)(
  "%s is charged with the rows that it writes, or says what bounds it",
  async (route) => {
    const { written, charged } = await measure(route);
    const excess = route in UNCOUNTED ? charged : written - charged;
    expect(excess).toBeLessThanOrEqual(0);
  },
);
