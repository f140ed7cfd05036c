import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { expect, test, vi } from "vitest";
import { API_PATH } from "#shared/applications/api.ts";
import { prepareProgram } from "#test/support/applications/application-rows.ts";
import { write } from "#test/support/answers/write.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildAdministrator } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import { ROLES } from "./access-row.ts";
import type { Role } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

/** Reads of more than one round trip, or that write with a statement of their own, and why. */
const MORE: Record<string, { trips: number; texts?: number; why: string }> = {
  "GET /api/watchlist/preview": {
    trips: 1,
    texts: 1,
    why: "A look that names people is counted.",
  },
  "GET /api/account/export": {
    trips: 2,
    texts: 1,
    why: "It counts the export before it reads what may be much.",
  },
};

const muster = await startMuster();
const administrator = await buildAdministrator(muster);
const { prepareCall } = await openScenes(muster, administrator, { sharesUnchanged: true });

/** Building a text costs as much processor time as everything else that a small read does. */
const builtTexts = vi.spyOn(SQLiteAsyncDialect.prototype, "sqlToQuery");

/** What a read costs from the second time on, when the isolate knows who reads: as a person, or as a program. */
async function costOf(route: string, role: Role) {
  const row = ACCESS[route];
  if (row === undefined) throw new Error(`${route} has no row in the access table.`);
  const { path, init, ids } = await prepareCall(route, row, role, "public");
  const headers = route.startsWith(`GET ${API_PATH}/`)
    ? { authorization: `Bearer ${await programOf(ids.group)}` }
    : init.headers;
  const read = () => muster.send(path, { ...init, headers });
  await read();
  muster.costs.reset();
  builtTexts.mockClear();
  const { status } = await read();
  const texts = builtTexts.mock.calls.length;
  return { status, trips: muster.costs.roundTrips, texts };
}

async function programOf(groupId: string): Promise<string> {
  const given = { groupIds: [groupId], claims: ["characters" as const] };
  const { secret, ...rows } = await prepareProgram(muster, given);
  await write(muster, rows);
  return secret;
}

const READS = [...DECLARATIONS.keys()].filter((route) => route.startsWith("GET "));

test.each(READS)(
  "%s takes one round trip for whoever may read it, and builds no statement again",
  async (route) => {
    const most = MORE[route]?.trips ?? 1;
    for (const role of ROLES) {
      const { status, trips, texts } = await costOf(route, role);
      const mostTexts = MORE[route]?.texts ?? 0;
      const found = { trips: Math.max(trips, most), texts: Math.max(texts, mostTexts) };
      expect({ role, status, ...found }).toEqual({
        role,
        status,
        trips: most,
        texts: mostTexts,
      });
    }
  },
);
