// Half a minute and more: a community of 100,000 users is made.
import { expect, test } from "vitest";
import { buildAdministrator } from "#test/support/people/builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { LARGE_COMMUNITY } from "#test/support/workerd/share.ts";
import type { PilotFilters } from "#web/pilots/queries.ts";

const muster = await startMuster();
const admin = await buildAdministrator(muster);

async function list(query: PilotFilters & { cursor?: string }) {
  const answer = await admin.api.admin.pilots.$get({ query });
  expect(answer.status).toBe(200);
  return answer.json();
}

const EMPTY = { users: 0, groups: 0, pending: 0 };
const USERS = LARGE_COMMUNITY.toLocaleString("en");
const LARGE = { users: LARGE_COMMUNITY, groups: 50, pending: 10 };
/** A page of 50 pilots, each with a main, tokens and eleven groups; a search also counts up to 400 pilots by five filters. */
const MOST_ROWS = 6500;

const READS: Record<string, PilotFilters> = {
  "by name": {},
  "by name, descending": { sort: "-name" },
  "by when they were seen": { sort: "-seen" },
  "without Discord": { noDiscord: "true" },
  "with a lost token": { lost: "true" },
  "in grace": { grace: "true" },
  "not seen": { unseen: "true" },
  suspended: { suspended: "true" },
  "of a corporation": { corporation: "98000077" },
  "a search": { search: "filler 9" },
  "a search and a filter": { search: "filler 9", noDiscord: "true" },
};

/** Users that were filled in have no sessions. */
const wereSeen = () =>
  muster.env.DB.prepare(
    "update users set last_seen_at = created_at where last_seen_at is null",
  ).run();

test(`at ${USERS} users a page takes two round trips at most and reads about what it shows`, async () => {
  await fillCommunity(muster.env.DB, admin.userId, EMPTY, LARGE);
  await wereSeen();
  for (const [name, query] of Object.entries(READS)) {
    muster.costs.reset();
    await list(query);
    const { roundTrips, rowsRead } = muster.costs;
    expect({ name, isFew: roundTrips <= 2 && rowsRead <= MOST_ROWS, roundTrips, rowsRead }).toEqual(
      { name, isFew: true, roundTrips, rowsRead },
    );
  }
});

test("pages follow one another without gaps or repeats", async () => {
  for (const query of [{}, { sort: "-name" }, { sort: "-seen" }] satisfies PilotFilters[]) {
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { items, nextCursor } = await list({ ...query, ...(cursor && { cursor }) });
      expect(items).toHaveLength(50);
      for (const { userId } of items) seen.add(userId);
      cursor = nextCursor ?? undefined;
    }
    expect(seen.size).toBe(150);
  }
});
