import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { refusingDatabase } from "#test/support/workerd/refusing-database.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { ROLES } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

const refusing = refusingDatabase(env.DB);
const muster = await startMuster({ DB: refusing.db });
const administrator = await buildUser(muster, {
  name: "Aurelia Voss",
  characterId: AURELIA_VOSS_ID,
});
const { prepareCall } = await openScenes(muster, administrator, { sharesUnchanged: true });

/** Reads that write first: who looks at others, how often, or names that EVE tells. */
const WRITING = [
  "GET /api/account/export",
  "GET /api/admin/pilots/:id",
  "GET /api/admin/pilots/:id/past",
  "GET /api/groups/:id/review",
  "GET /api/requirements/search",
  "GET /api/rosters/:id/drift",
  "GET /api/rosters/:id/members",
  "GET /api/watchlist",
  "GET /api/watchlist/hits",
  "GET /api/watchlist/preview",
  "GET /api/watchlist/requests/:id",
];

test("while D1 refuses writes, every read is answered as before, but for those that write first", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const refused = new Set<string>();
  for (const [route, row] of Object.entries(ACCESS)) {
    if (!route.startsWith("GET ")) continue;
    for (const role of ROLES) {
      const { path, init } = await prepareCall(route, row, role, "public");
      refusing.refuse("write");
      const { status } = await muster.send(path, init);
      refusing.refuse(undefined);
      if (status !== row.statuses[ROLES.indexOf(role)]) refused.add(route);
    }
  }
  expect([...refused].toSorted()).toEqual(WRITING);
});

test("while D1 refuses writes, a session that has ended reads no overview, also where it is cached", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { path, init } = await prepareCall(
    "GET /api/admin/overview",
    { statuses: [401, 403, 403, 403, 403, 200] },
    "system administrator",
    "public",
  );
  const read = async () => {
    refusing.refuse("write");
    const { status } = await muster.send(path, init);
    refusing.refuse(undefined);
    return status;
  };
  expect([await read(), await read()]).toEqual([200, 200]);
  await muster.context.db.delete(sessions);
  expect(await read()).toBe(401);
});
