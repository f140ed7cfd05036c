// Half a minute and more: a community of 100,000 users is made.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import type { MemberQuery } from "#shared/groups/groups.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { LARGE_COMMUNITY } from "#test/support/workerd/share.ts";
import { groupMembers, invitations, inviteCodes, joinRequests } from "#worker/db/schema/groups.ts";

const EMPTY = { users: 0, groups: 0, pending: 0 };
const SMALL = { users: 1_000, groups: 400, pending: 300 };
const USERS = LARGE_COMMUNITY.toLocaleString("en");
const LARGE = { users: LARGE_COMMUNITY, groups: 2_000, pending: 10_000 };

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
const owner = await buildUser(muster);
const pilot = await buildUser(muster);

/** Puts `pilot` into ten groups, three of them hidden, whatever the size of the community. */
async function settle() {
  for (let n = 0; n < 10; n++) {
    await buildGroup(muster, {
      owner,
      members: [pilot],
      name: `Zz ${n}`,
      category: { id: "filled", visibility: "public" },
      visibility: n < 3 ? "hidden" : "public",
    });
  }
  await buildInvitation(muster, { id: "g1" }, pilot, owner);
  // Fills the session cache: from here on a read takes one round trip.
  for (const one of [admin, owner, pilot]) await one.api.groups.categories.$get();
}

const everyone = { param: { id: "everyone" }, query: {} };

/** Plain members are many; the owner and the admins are few. */
const MEMBER_QUERIES: MemberQuery[] = [
  { sort: "name" },
  { sort: "-name" },
  { sort: "joined" },
  { sort: "-joined" },
  { role: "member" },
  { role: "member", sort: "name" },
  { role: "admin", sort: "name" },
  { role: "member", sort: "-joined" },
  { search: "filler", sort: "-joined" },
  { search: "filler", role: "admin" },
  { search: "ller", role: "member" },
];
const list = (who: BuiltUser, query: Record<string, string>) => () =>
  who.api.groups.$get({ query });

const READS: Record<string, () => Promise<Response>> = {
  "the list": list(pilot, {}),
  "the list of a category": list(pilot, { categoryId: "filled" }),
  "the list by join mode": list(pilot, { joinMode: "open" }),
  "the list by category and join mode": list(pilot, { categoryId: "filled", joinMode: "open" }),
  "the list of public groups": list(pilot, { visibility: "public" }),
  "the list of hidden groups": list(pilot, { visibility: "hidden" }),
  "the list of the own groups": list(pilot, { myGroups: "true" }),
  "the administrator's list": list(admin, {}),
  "the administrator's list of a category": list(admin, { categoryId: "filled" }),
  "the administrator's list by join mode": list(admin, { joinMode: "approval" }),
  "the administrator's list of system groups": list(admin, { visibility: "system" }),
  "my groups": () => pilot.api.groups["my-groups"].$get({ query: {} }),
  "what waits for me": () => pilot.api.groups.waiting.$get(),
  "my invitations": () => pilot.api.groups.invitations.$get(),
  categories: () => pilot.api.groups.categories.$get(),
  "a category": () => pilot.api.groups.categories[":id"].$get({ param: { id: "filled" } }),
  "a group of everybody": () => pilot.api.groups[":id"].$get({ param: { id: "everyone" } }),
  "its members": () => pilot.api.groups[":id"].members.$get(everyone),
  ...Object.fromEntries(
    MEMBER_QUERIES.map((query) => [
      `its members by ${JSON.stringify(query)}`,
      () => pilot.api.groups[":id"].members.$get({ ...everyone, query }),
    ]),
  ),
  "its join requests": () => owner.api.groups[":id"]["join-requests"].$get(everyone),
  "its invitations": () => owner.api.groups[":id"].invitations.$get(everyone),
  "its invite codes": () => owner.api.groups[":id"]["invite-codes"].$get(everyone),
  "its log": () => owner.api.groups[":id"].activity.$get(everyone),
};

/** Reads the second page of a list and counts only its cost. */
async function second(
  page: (cursor?: string) => Promise<{ json(): Promise<{ nextCursor: string | null }> } & Response>,
): Promise<Response> {
  const { nextCursor } = await (await page()).json();
  if (nextCursor === null) throw new Error("This list has one page only.");
  muster.costs.reset();
  return page(nextCursor);
}

const query = (cursor?: string) => (cursor === undefined ? {} : { cursor });
const { param } = everyone;

const SECOND_PAGES: Record<string, () => Promise<Response>> = {
  "more of the list": () => second((cursor) => pilot.api.groups.$get({ query: query(cursor) })),
  "more of the administrator's list": () =>
    second((cursor) => admin.api.groups.$get({ query: query(cursor) })),
  "more members": () =>
    second((cursor) => pilot.api.groups[":id"].members.$get({ param, query: query(cursor) })),
  ...Object.fromEntries(
    MEMBER_QUERIES.filter(({ search, role }) => search === undefined && role !== "admin").map(
      (query) => [
        `more members by ${JSON.stringify(query)}`,
        () =>
          second((cursor) =>
            pilot.api.groups[":id"].members.$get({
              param,
              query: { ...query, ...(cursor && { cursor }) },
            }),
          ),
      ],
    ),
  ),
  "more requests": () =>
    second((cursor) =>
      owner.api.groups[":id"]["join-requests"].$get({ param, query: query(cursor) }),
    ),
  "more of the log": () =>
    second((cursor) => owner.api.groups[":id"].activity.$get({ param, query: query(cursor) })),
};

/** In an order in which each call is allowed after the previous one. */
const WRITES: Record<string, () => Promise<Response>> = {
  "joining a group": () => pilot.api.groups[":id"].join.$post({ param: { id: "g3" } }),
  "leaving a group": () => pilot.api.groups[":id"].leave.$post({ param: { id: "g3" } }),
  "asking to join": () => pilot.api.groups[":id"]["join-requests"].$post({ param, json: {} }),
  "inviting a player": () =>
    owner.api.groups[":id"].invitations.$post({
      param: { id: "g3" },
      json: { characterName: pilot.mainCharacterName },
    }),
  "creating a code": () => owner.api.groups[":id"]["invite-codes"].$post({ param, json: {} }),
};

async function measure(read: () => Promise<Response>) {
  muster.costs.reset();
  const response = await read();
  expect(response.ok).toBe(true);
  const { roundTrips, rowsRead } = muster.costs;
  return { roundTrips, rowsRead };
}

async function measureAll(calls: Record<string, () => Promise<Response>>) {
  const costs: Record<string, Awaited<ReturnType<typeof measure>>> = {};
  for (const [name, call] of Object.entries(calls)) costs[name] = await measure(call);
  return costs;
}

/** Undoes the writes, so that they can be measured again. */
async function undoWrites() {
  const { db } = muster.context;
  await db.batch([
    db
      .update(joinRequests)
      .set({ status: "withdrawn" })
      .where(eq(joinRequests.userId, pilot.userId)),
    db.delete(invitations).where(eq(invitations.groupId, "g3")),
    db.delete(inviteCodes),
  ]);
}

test(`no call costs more in a community of ${USERS} with eleven memberships each than in one of 1,000`, async () => {
  await fillCommunity(muster.env.DB, owner.userId, EMPTY, SMALL);
  await settle();
  const reads = { ...READS, ...SECOND_PAGES };
  const small = { reads: await measureAll(reads), writes: await measureAll(WRITES) };
  await undoWrites();
  await fillCommunity(muster.env.DB, owner.userId, SMALL, LARGE);
  expect(await muster.context.db.$count(groupMembers)).toBeGreaterThan(10 * LARGE.users);
  const large = { reads: await measureAll(reads), writes: await measureAll(WRITES) };

  expect(large).toEqual(small);
  for (const [name, { roundTrips }] of Object.entries(large.reads)) {
    expect({ name, roundTrips }).toEqual({ name, roundTrips: 1 });
  }
  for (const { roundTrips } of Object.values(large.writes)) {
    expect(roundTrips).toBeLessThanOrEqual(4);
  }

  // A search reads the name of every visible group, and no members or users.
  const search = await measure(list(pilot, { search: "wing 19" }));
  expect(search.roundTrips).toBe(1);
  expect(search.rowsRead).toBeLessThan(2 * LARGE.groups + 1000);
});
