import { expect, test } from "vitest";
import { BOOKMARK_HEADER } from "#shared/error.ts";
import { openIsolate } from "#test/support/replicas/browser.ts";
import { replicatedDatabase } from "#test/support/replicas/replicated-database.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildAdministrator } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { shareOf } from "#test/support/workerd/share.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import { ROLES } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

const simulation = await replicatedDatabase();
simulation.lagMs = () => 60_000;
const muster = await startMuster({ DB: simulation.binding() });
const administrator = await buildAdministrator(muster);
const { prepareCall } = await openScenes(muster, administrator, { sharesUnchanged: true });
const send = openIsolate(muster, simulation.binding());

function mayReadReplica(route: string): boolean {
  const declared = DECLARATIONS.get(route);
  return declared !== undefined && "reads" in declared && declared.reads === "replica";
}

async function call(path: string, init: RequestInit, bookmark?: string) {
  const headers = new Headers(init.headers);
  if (bookmark !== undefined) headers.set(BOOKMARK_HEADER, bookmark);
  simulation.primary = simulation.replica = 0;
  const response = await send(path, { ...init, headers });
  const { primary, replica } = simulation;
  const told = response.headers.get(BOOKMARK_HEADER) ?? bookmark ?? "";
  return { status: response.status, text: await response.text(), told, primary, replica };
}

const withoutRequest = (text: string) => text.replaceAll(/"requestId":"[^"]*"/g, "");

for (const route of [...DECLARATIONS.keys()].filter(mayReadReplica)) {
  test(`${route} answers each role from a replica as from the primary, and writes nothing there`, async () => {
    const row = ACCESS[route];
    if (row === undefined) throw new Error(`${route} has no row in the access table.`);
    for (const role of ROLES) {
      const { path, init } = await prepareCall(route, row, role, "public");
      const first = await call(path, init);
      const again = await call(path, init, first.told);
      const trips = [again.primary, again.replica];
      expect([role, again.status, trips]).toEqual([
        role,
        first.status,
        // Only the primary refuses a session.
        again.status === 200 ? [0, 1] : trips,
      ]);
      expect(withoutRequest(again.text)).toBe(withoutRequest(first.text));
    }
    expect(simulation.mistakes).toEqual([]);
  });
}

/** The self-diagnosis looks which copy is the nearest. */
const ASKS_NEAREST = "GET /api/health/details";
const others = Object.keys(ACCESS).filter(
  (route) => !mayReadReplica(route) && route !== ASKS_NEAREST,
);

test.each(shareOf(others, 20))("%s uses the primary", async (route) => {
  const row = ACCESS[route];
  if (row === undefined) throw new Error(`${route} has no row in the access table.`);
  const best = Math.min(...row.statuses.filter((status) => status !== 401));
  const role = ROLES[row.statuses.indexOf(best)] ?? "system administrator";
  const headers = { authorization: `Bearer ${administrator.sessionToken}` };
  const { told } = await call("/api/groups/my-groups", { headers });
  const { path, init } = await prepareCall(route, row, role, "public");
  const { replica } = await call(path, init, told);
  expect(replica).toBe(0);
});
