import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { ACCESS } from "./access-table.ts";

const muster = await startMuster();
const administrator = await buildUser(muster, {
  name: "Aurelia Voss",
  characterId: AURELIA_VOSS_ID,
});
const { prepareCall } = await openScenes(muster, administrator, { sharesUnchanged: true });

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

const LOOKS_UP = 403;
/** What a guest may not do as the owner of a group that is older than the community, and what guests never do. */
const OF_OWNERS: Record<string, number> = {
  // Guests neither search nor open other pilots, by whatever route.
  "GET /api/characters/search": LOOKS_UP,
  "GET /api/characters/:id": LOOKS_UP,
  "GET /api/characters/:id/card": LOOKS_UP,
  "POST /api/groups/:id/invitations": LOOKS_UP,
  "POST /api/groups/:id/requirements/check": LOOKS_UP,
  "POST /api/groups/:id/requirements/preview": LOOKS_UP,
  "PUT /api/groups/:id/requirements": LOOKS_UP,
  "GET /api/groups/:id/review": LOOKS_UP,
  "POST /api/groups/:id/review": LOOKS_UP,
  "PUT /api/groups/:id/review/decisions": LOOKS_UP,
  "PUT /api/groups/:id/review/settings": LOOKS_UP,
  "POST /api/groups/:id/review/finish": LOOKS_UP,
  "GET /api/groups/:id/review/results": LOOKS_UP,
  "POST /api/groups/join-requests/:id/look": LOOKS_UP,
  // Guests create no groups.
  "POST /api/groups": 403,
  // Who asks is a guest too, and the group is not open to guests.
  "POST /api/groups/join-requests/:id/approve": 409,
};

for (const [route, row] of Object.entries(ACCESS)) {
  test(`${route} answers a guest who owns the group as it should`, async () => {
    const { path, init } = await prepareCall(route, row, "owner", "public");
    const { status } = await muster.send(path, init);
    expect(status).toBe(OF_OWNERS[route] ?? row.statuses[4]);
  });
}
