import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildToken, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import {
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { inDays, startWithSuspensions } from "#test/support/people/suspension-builders.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { directors } from "#worker/db/schema/corporations.ts";

const { muster, admin, suspend, lift } = await startWithSuspensions();

test("a suspended member stays, is marked for managers, and gets no role", async () => {
  const [owner, member, guest] = await buildUsers(muster, 3);
  const group = await buildGroup(muster, { owner, members: [member, guest] });
  const until = inDays(3);
  await suspend(member.userId, { until });
  const membersFor = async ({ api }: BuiltUser) => {
    const response = await api.groups[":id"].members.$get({ param: { id: group.id }, query: {} });
    const { items, total } = await response.json();
    return { total, one: items.find(({ userId }) => userId === member.userId) };
  };
  for (const manager of [owner, admin]) {
    expect(await membersFor(manager)).toMatchObject({
      total: 3,
      one: { suspension: { until }, can: { makeAdmin: false, makeOwner: false, remove: true } },
    });
  }
  expect((await membersFor(guest)).one).toMatchObject({ suspension: null });
  const appointed = await owner.api.groups[":id"].admins.$post({
    param: { id: group.id },
    json: { userId: member.userId },
  });
  expect((await readError(appointed)).message).toContain("is suspended");
  const transferred = await owner.api.groups[":id"].transfer.$post({
    param: { id: group.id },
    json: { newOwnerId: member.userId },
  });
  expect(transferred.status).toBe(409);
});

test("a suspended user's request waits, and is marked", async () => {
  const [owner, asker] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner, joinMode: "approval" });
  const request = await buildRequest(muster, group, asker);
  await suspend(asker.userId);
  const list = await owner.api.groups[":id"]["join-requests"].$get({
    param: { id: group.id },
    query: {},
  });
  expect((await list.json()).items).toMatchObject([{ suspension: { until: null } }]);
  const approve = () =>
    owner.api.groups["join-requests"][":id"].approve.$post({ param: { id: request } });
  expect((await readError(await approve())).message).toContain("cannot be admitted");
  await lift(asker.userId);
  expect((await approve()).status).toBe(204);
});

test("codes and invitations of a suspended user cannot be used until the suspension ends", async () => {
  const [owner, guest, invitee] = await buildUsers(muster, 3);
  const group = await buildGroup(muster, { owner, admins: [admin] });
  const code = await buildCode(muster, group, owner);
  const invitation = await buildInvitation(muster, group, invitee, owner);
  await suspend(owner.userId);
  const redeem = () =>
    guest.api.groups["invite-codes"].redeem.$post({ json: { code: code.code ?? "" } });
  const accept = () =>
    invitee.api.groups.invitations[":id"].accept.$post({ param: { id: invitation } });
  expect((await redeem()).status).toBe(404);
  expect((await readError(await accept())).message).toContain("at the moment");
  const codes = await admin.api.groups[":id"]["invite-codes"].$get({ param: { id: group.id } });
  expect((await codes.json()).items).toMatchObject([{ state: "paused" }]);
  await lift(owner.userId);
  expect((await redeem()).status).toBe(200);
  expect((await accept()).status).toBe(200);
});

test("a suspended user's director is marked and not used, and its health does not change", async () => {
  const player = await buildUser(muster);
  await buildToken(muster, player.mainCharacterId);
  const { corporation, director } = await insertManaged(muster, player.mainCharacterId);
  await suspend(player.userId);
  expect(await getAccessToken(muster.context, player.mainCharacterId)).toEqual({
    state: "unknown",
  });
  const { db } = muster.context;
  const before = await db.select().from(directors).where(eq(directors.id, director));
  const verify = await admin.api.corporations[":id"].directors[":directorId"].verify.$post({
    param: { id: corporation, directorId: director },
  });
  expect(await readError(verify)).toMatchObject({
    code: "conflict",
    message: expect.stringContaining("player is suspended"),
  });
  const list = await admin.api.corporations[":id"].directors.$get({ param: { id: corporation } });
  expect((await list.json()).directors).toMatchObject([{ suspension: { until: null } }]);
  expect(await db.select().from(directors).where(eq(directors.id, director))).toEqual(before);
});
