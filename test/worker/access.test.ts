import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { COVERED } from "#test/support/faults/fault-table.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
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
  const response = await muster.send(path, init);
  tagged.push(...(response.headers.has("etag") ? [route] : []));
  return response.status;
}

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
