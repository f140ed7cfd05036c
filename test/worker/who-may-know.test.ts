import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { users } from "#worker/db/schema/accounts.ts";

// One world with everything that may not be told, and the viewers who may know parts of it.
const muster = await startMuster();
const { db } = muster.context;
const build = (name: string, alts: string[] = []) => buildUser(muster, { name, alts });
const administrator = await buildAdministrator(muster);
const viewers = {
  guest: await build("Guest Viewer"),
  pilot: await build("Pilot Viewer"),
  suspended: await build("Suspended Viewer"),
  /** Owns the public group and knows of no other. */
  leader: await build("Leader Viewer"),
  member: await build("Member Viewer", ["Hushalt Member"]),
  groupAdmin: await build("Admin Viewer", ["Hushalt Admin"]),
  owner: await build("Owner Viewer", ["Hushalt Owner"]),
  administrator,
};
type Viewer = keyof typeof viewers;
const VIEWERS: Viewer[] = [
  "guest",
  "pilot",
  "suspended",
  "leader",
  "member",
  "groupAdmin",
  "owner",
  "administrator",
];
const { member, groupAdmin, owner, leader, guest, pilot, suspended } = viewers;
/** Meets nothing: in grace in the public group. */
const failing = await build("Failing Pilot", ["Hushalt Failing"]);
const inHidden = { owner, admins: [groupAdmin], members: [member] };
const hidden = await buildGroup(muster, {
  ...inHidden,
  name: "Hushgroup Hidden",
  visibility: "hidden",
});
const system = await buildGroup(muster, {
  ...inHidden,
  name: "Hushgroup System",
  visibility: "system",
});
const open = await buildGroup(muster, {
  owner: leader,
  members: [failing, member],
  name: "Open House",
});
const community = await buildGroup(muster, {
  owner: administrator,
  members: [pilot, suspended, leader, member, groupAdmin, owner, failing],
  name: "Everybody",
});

for (const who of [...Object.values(viewers), failing]) {
  for (const id of who.characterIds) await setAlliance(muster, who, id, who === failing ? 8 : 7);
}
const saved = await saveRule(
  administrator,
  open.id,
  ruleOf({
    type: "all",
    of: [
      inAlliance("every", 7),
      {
        type: "any",
        of: [
          { type: "member_of", groupIds: [system.id] },
          { type: "member_of", groupIds: [hidden.id] },
        ],
      },
    ],
  }),
);
const { version } = await (await administrator.api.admin.community.$get()).json();
await administrator.api.admin.community.members.$put({
  json: { groupId: community.id, graceDays: 3, version },
});
await evaluateAll(muster);
await db
  .update(users)
  .set({ suspendedUntil: new Date(Date.now() + 1e9), suspensionReason: "o7" })
  .where(eq(users.id, suspended.userId));

/** What may not be told, and the viewers who may know it: stated here, not derived from the product. */
const SECRETS: { texts: string[]; knownTo: Viewer[] }[] = [
  {
    texts: [hidden.id, "Hushgroup Hidden"],
    knownTo: ["member", "groupAdmin", "owner", "administrator"],
  },
  { texts: [system.id, "Hushgroup System"], knownTo: ["groupAdmin", "owner", "administrator"] },
  { texts: ["Hushalt Member", altOf(member)], knownTo: ["member", "administrator"] },
  { texts: ["Hushalt Admin", altOf(groupAdmin)], knownTo: ["groupAdmin", "administrator"] },
  { texts: ["Hushalt Owner", altOf(owner)], knownTo: ["owner", "administrator"] },
  { texts: ["Hushalt Failing", altOf(failing)], knownTo: ["administrator"] },
];

function altOf({ characterIds }: BuiltUser): string {
  return String(characterIds[1]);
}

const ofGroup = (id: string) => [
  `GET /groups/${id}`,
  `GET /groups/${id}/requirements`,
  `GET /groups/${id}/members`,
  `GET /groups/${id}/members?problem=grace`,
  `GET /groups/${id}/members?search=hush`,
  `GET /groups/${id}/activity`,
  `GET /groups/${id}/invitations`,
  `GET /groups/${id}/who-can`,
  `GET /groups/${id}/consequences`,
  `GET /groups/${id}/who-can?on=2026-10-03`,
  `POST /groups/${id}/join`,
];
const ROUTES = [
  "GET /access",
  "GET /groups?search=hush",
  "GET /groups",
  "GET /groups/my-groups",
  "GET /groups/waiting",
  "GET /groups/invitations",
  "GET /groups/categories",
  "GET /characters",
  "GET /characters/search?q=hush",
  "GET /characters/search?q=viewer",
  "GET /auth/session",
  "GET /auth/events",
  "GET /activity",
  "GET /admin/held",
  "GET /admin/pilots?search=hushalt",
  "GET /admin/search?q=hush",
  ...[failing, member, groupAdmin, owner].map(({ userId }) => `GET /admin/pilots/${userId}`),
  `GET /admin/pilots/${failing.userId}/past?on=2026-11-22`,
  `POST /admin/pilots/bulk/preview ${JSON.stringify({
    action: "remove",
    groupId: hidden.id,
    userIds: [failing.userId],
  })}`,
  `GET /admin/undo?userId=${owner.userId}&from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date().toISOString()}`,
];

/**
 * The owner of a group edits its rule as a whole. Where an administrator has named a group that the owner does not see, the rule has its
 * id, without a name; no other answer has it.
 */
const isOwnRule = (viewer: Viewer, route: string, secret: string) =>
  viewer === "leader" &&
  route === `GET /groups/${open.id}/requirements` &&
  [hidden.id, system.id].includes(secret);

async function ask(viewer: Viewer, route: string) {
  const [method = "", path = "", ...body] = route.split(" ");
  const answer = await muster.send(`/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${viewers[viewer].sessionToken}`,
      "content-type": "application/json",
    },
    ...(body.length > 0 && { body: body.join(" ") }),
  });
  return { status: answer.status, text: await answer.text() };
}

test("the rule that names hidden groups is saved, and a member of the public group fails it", async () => {
  expect(saved.status).toBe(200);
  const { text } = await ask("administrator", `GET /groups/${open.id}/members?problem=grace`);
  for (const secret of ["Failing Pilot", hidden.id, "Hushalt Failing"])
    expect(text).toContain(secret);
});

for (const viewer of VIEWERS) {
  const secrets = SECRETS.filter(({ knownTo }) => !knownTo.includes(viewer));

  test(`no answer tells the ${viewer} of a group, a character or an id that they may not know`, async () => {
    const told: string[] = [];
    for (const route of [
      ...ROUTES,
      ...ofGroup(open.id),
      ...ofGroup(hidden.id),
      ...ofGroup(system.id),
    ]) {
      const { text } = await ask(viewer, route);
      // What was asked for is repeated nowhere either.
      for (const { texts } of secrets) {
        const found = texts.filter(
          (secret) => text.includes(secret) && !isOwnRule(viewer, route, secret),
        );
        told.push(...found.map((secret) => `${route}: ${secret}`));
      }
    }
    expect(told).toEqual([]);
  });

  test(`a group that the ${viewer} may not know answers like one that does not exist`, async () => {
    for (const { id } of [hidden, system]) {
      if (!secrets.some(({ texts }) => texts.includes(id))) continue;
      const [asked, missing] = [ofGroup(id), ofGroup("no-such-group")];
      for (const [index, route] of asked.entries()) {
        const [found, none] = [await ask(viewer, route), await ask(viewer, missing[index] ?? "")];
        expect([route, plain(found)]).toEqual([route, plain(none)]);
      }
    }
  });
}

function plain({ status, text }: { status: number; text: string }) {
  return [status, text.replaceAll(/"requestId":"[^"]*"/g, "")];
}

test("who may know a secret is told it, so the test looks where it could be found", async () => {
  for (const { texts, knownTo } of SECRETS) {
    for (const viewer of knownTo) {
      const answers: string[] = [];
      for (const route of [...ROUTES, ...ofGroup(hidden.id), ...ofGroup(system.id)]) {
        answers.push((await ask(viewer, route)).text);
      }
      for (const secret of texts) {
        expect([viewer, secret, answers.some((text) => text.includes(secret))]).toEqual([
          viewer,
          secret,
          true,
        ]);
      }
    }
  }
});

test("counts hold nothing that is not shown", async () => {
  const access = JSON.parse((await ask("member", "GET /access")).text);
  expect(access.held.map(({ groupName }: { groupName: string }) => groupName).toSorted()).toEqual([
    "Everybody",
    "Hushgroup Hidden",
    "Open House",
  ]);
  for (const viewer of ["guest", "pilot"] as const) {
    const { total = 0 } = JSON.parse((await ask(viewer, "GET /groups?search=hush")).text);
    expect([viewer, total]).toEqual([viewer, 0]);
  }
  expect((await ask("suspended", "GET /access")).status).toBeGreaterThanOrEqual(401);
  expect(guest.userId).not.toBe(pilot.userId);
});
