import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/builders.ts";
import type { BuiltUser } from "#test/support/builders.ts";
import { buildGroup, buildInvitation } from "#test/support/group-builders.ts";
import { startMuster } from "#test/support/harness.ts";
import { invitations } from "#worker/db/schema/groups.ts";
import { characters } from "#worker/db/schema/accounts.ts";

const ADMIN_CHARACTER_ID = 2_113_700_002;

const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(ADMIN_CHARACTER_ID) });
const owner = await buildUser(muster);

/** What a browser does that keeps an answer: asks whether it still holds. */
async function open(user: BuiltUser, path: string) {
  const ask = (headers: Record<string, string> = {}) =>
    muster.send(`/api/groups${path}`, {
      headers: { authorization: `Bearer ${user.sessionToken}`, ...headers },
    });
  await ask();
  const etag = (await ask()).headers.get("ETag") ?? "";
  return { etag, again: () => ask({ "If-None-Match": etag }) };
}

test("what has not changed is not sent again, for the price of the session", async () => {
  const user = await buildUser(muster);
  const group = await buildGroup(muster, { owner });
  for (const path of ["", "/my-groups", "/categories", `/${group.id}`, `/${group.id}/members`]) {
    const { again } = await open(user, path);
    muster.costs.reset();
    const response = await again();
    expect({ path, status: response.status }).toEqual({ path, status: 304 });
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(await response.text()).toBe("");
    expect(muster.costs.roundTrips).toBe(1);
    expect(muster.costs.rowsRead).toBeLessThanOrEqual(8);
  }
});

test("whatever happens to groups is sent at once, to those who did it and to all others", async () => {
  const [user, other] = [await buildUser(muster), await buildUser(muster)];
  const group = await buildGroup(muster, { owner });
  const param = { id: group.id };
  const one = user.api.groups[":id"];
  const deeds = [
    () => one.join.$post({ param }),
    () => owner.api.groups[":id"].admins.$post({ param, json: { userId: user.userId } }),
    () => owner.api.groups[":id"].$patch({ param, json: { description: "New" } }),
    () => one.leave.$post({ param }),
  ];
  for (const deed of deeds) {
    const [own, others] = [await open(user, `/${group.id}`), await open(other, `/${group.id}`)];
    expect((await deed()).ok).toBe(true);
    expect((await own.again()).status).toBe(200);
    expect((await others.again()).status).toBe(200);
  }
});

test("a hidden group is not shown for longer than it may be seen", async () => {
  const [member, invited] = [await buildUser(muster), await buildUser(muster)];
  const hidden = { owner, members: [member], visibility: "hidden" as const };
  const group = await buildGroup(muster, hidden);
  const id = await buildInvitation(muster, group, invited, owner);
  const soon = new Date(Date.now() + 60_000);
  await muster.context.db
    .update(invitations)
    .set({ expiresAt: soon })
    .where(eq(invitations.id, id));
  const [theirs, seen] = [await open(member, `/${group.id}`), await open(invited, `/${group.id}`)];
  expect([(await theirs.again()).status, (await seen.again()).status]).toEqual([304, 304]);

  // An invitation ends with its time, before anybody writes that down.
  expect(await muster.later(61, async () => (await seen.again()).status)).toBe(404);

  const { userId } = member;
  await owner.api.groups[":id"].members[":userId"].$delete({ param: { id: group.id, userId } });
  expect((await theirs.again()).status).toBe(404);
});

test("what one player was sent answers nobody else, nor the same player with other rights", async () => {
  const [user, other] = [await buildUser(muster), await buildUser(muster)];
  const [mine, theirs] = [await open(user, ""), await open(other, "")];
  expect(mine.etag).not.toBe(theirs.etag);
  const { db } = muster.context;
  const identity = { name: "Chief", nameFolded: "chief", userId: user.userId };
  await db.insert(characters).values({ id: ADMIN_CHARACTER_ID, ...identity });
  expect((await mine.again()).status).toBe(200);
  await db.delete(characters).where(eq(characters.id, ADMIN_CHARACTER_ID));
  // Whoever changed is met anew, and then remembered.
  expect((await mine.again()).status).toBe(200);
  expect((await mine.again()).status).toBe(304);
});

test("what changes with the time of day alone is not kept", async () => {
  const group = await buildGroup(muster, { owner });
  for (const path of [`/${group.id}/invitations`, `/${group.id}/invite-codes`]) {
    expect((await open(owner, path)).etag).toBe("");
  }
});
