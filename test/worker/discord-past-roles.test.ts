import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import { selectLastSeal } from "#worker/audit/seals/store.ts";
import { toFingerprint } from "#worker/audit/seals/canonical.ts";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { run } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";

afterEach(() => vi.useRealTimers());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

type Server = Awaited<ReturnType<typeof buildServer>>;

/** What is in the log now was written some days earlier, by accounts that existed then. */
async function moveLogBack({ muster }: Server, days: number) {
  const { db } = muster.context;
  await db.update(users).set({ createdAt: new Date(0) });
  for (const { seq, id, createdAt } of await db.select().from(auditEvents)) {
    const at = createdAt.getTime() - days * DAY_MS;
    await db
      .update(auditEvents)
      .set({ id: at.toString(36).padStart(9, "0") + id.slice(9), createdAt: new Date(at) })
      .where(eq(auditEvents.seq, seq));
  }
}

async function holdersOn({ admin, id, roleId }: Server, on: string) {
  const answer = await admin.api.admin.discord[":id"].roles[":roleId"].past.$get({
    param: { id, roleId: roleId("Scout") },
    query: { on },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function rolesOn({ admin }: Server, userId: string, on: string) {
  const answer = await admin.api.admin.pilots[":id"].past.$get({
    param: { id: userId },
    query: { on },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

test("who had a role on a day is told by the log, with the newest seal, in one round trip", async () => {
  const server = await buildServer();
  const { addPilot, scouts, switchOn, muster, minute, id } = server;
  const [stays, leaves] = [
    await addPilot({ groups: [scouts] }),
    await addPilot({ groups: [scouts] }),
  ];
  await switchOn();
  await moveLogBack(server, 4);
  await muster.context.db.delete(groupMembers).where(eq(groupMembers.userId, leaves.userId));
  await minute();
  await moveLogBack(server, 2);

  const idsOn = async (on: string) =>
    new Set((await holdersOn(server, on)).holders.map(({ userId }) => userId));
  expect(await idsOn(daysAgo(7))).toEqual(new Set());
  expect(await idsOn(daysAgo(6))).toEqual(new Set([stays.userId, leaves.userId]));
  expect(await idsOn(daysAgo(3))).toEqual(new Set([stays.userId, leaves.userId]));
  expect(await idsOn(daysAgo(1))).toEqual(new Set([stays.userId]));

  expect((await holdersOn(server, daysAgo(1))).seal).toBeNull();
  await sealLog(muster.context);
  const [seal] = await run(muster.context.db, selectLastSeal());
  if (seal === undefined) throw new Error("The log is sealed.");
  // A session that is cached: its check is part of the batch.
  await holdersOn(server, daysAgo(1));
  muster.costs.reset();
  expect(await holdersOn(server, daysAgo(1))).toMatchObject({
    on: daysAgo(1),
    roleName: "Scout",
    isCut: false,
    seal: { fingerprint: toFingerprint(seal), sealedAt: seal.createdAt.toISOString() },
  });
  expect(muster.costs.roundTrips).toBe(1);

  const then = await rolesOn(server, leaves.userId, daysAgo(3));
  expect(then.roles).toMatchObject([{ serverId: id, roleName: "Scout" }]);
  expect(then.seal).toMatchObject({ fingerprint: toFingerprint(seal) });
  expect((await rolesOn(server, leaves.userId, daysAgo(1))).roles).toEqual([]);
});

test("a role that is not mapped, and a server that is not set up, have no past", async () => {
  const server = await buildServer();
  const { admin, id, roleId } = server;
  const read = (param: { id: string; roleId: string }) =>
    admin.api.admin.discord[":id"].roles[":roleId"].past.$get({ param, query: { on: daysAgo(1) } });
  expect((await read({ id, roleId: roleId("Other") })).status).toBe(404);
  expect((await read({ id: "1", roleId: roleId("Scout") })).status).toBe(404);
});
