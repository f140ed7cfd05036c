import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { openScenes } from "#test/support/access-scenes.ts";
import { buildUser } from "#test/support/builders.ts";
import { buildGroup } from "#test/support/group-builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { ACCESS } from "./access-table.ts";

const muster = await startMuster();
const administrator = await buildUser(muster, {
  name: "Aurelia Voss",
  characterId: AURELIA_VOSS_ID,
});
const { prepareCall } = await openScenes(muster, administrator);

// Every other user is a guest from here on.
const { id: groupId } = await buildGroup(muster, { owner: administrator });
const { version } = await (await administrator.api.admin.community.$get()).json();
const chosen = await administrator.api.admin.community.members.$put({
  json: { groupId, graceDays: 3, version },
});

test("the administrator is the only member of the community", () => {
  expect(chosen.status).toBe(200);
});

/** Guests see public categories, create no groups, and a code admits only those who meet the requirements. */
const OTHERS: Record<string, number> = {
  "GET /api/groups/categories/:id": 200,
  "PATCH /api/groups/categories/:id": 403,
  "POST /api/groups": 403,
  "POST /api/groups/invite-codes/redeem": 403,
};

for (const [route, row] of Object.entries(ACCESS)) {
  if (row.hidden === null) continue;
  test(`${route} answers a guest as if there were no such public group`, async () => {
    const { path, init } = await prepareCall(route, row, "stranger", "public");
    expect((await muster.send(path, init)).status).toBe(OTHERS[route] ?? row.hidden ?? 404);
  });
}
