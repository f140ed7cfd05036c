import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { prepareManaged } from "#test/support/discord/managed-builders.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { fillAccount } from "#test/support/people/fill-account.ts";
import { buildCode, buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { cronEvent } from "#test/support/workerd/run-cron.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { runQueue, tracesOf } from "#test/support/workerd/traces.ts";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import { write } from "#test/support/answers/write.ts";
import { adminPins, characters, sessions, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { logRewrites, tokenRevocations } from "#worker/db/schema/erasure.ts";
import { groupMembers, groups, invitations, inviteCodes } from "#worker/db/schema/groups.ts";
import worker from "#worker/index.ts";

const HOUR_SECONDS = 60 * 60;

function deleteAccount(user: Pick<BuiltUser, "api">, name: string) {
  return user.api.account.$delete({ json: { name } });
}

test("deleting an account removes every trace and leaves one pseudonym in the log", async () => {
  const muster = await startMuster();
  const mira = await buildUser(muster, { name: "Mira Sol", alts: ["Alt of Mira"] });
  const oskar = await buildUser(muster, { name: "Oskar Dane" });
  await fillAccount(muster, mira, oskar);
  // The event of a transfer names the former owner in its detail.
  const { id } = await buildGroup(muster, { owner: mira, members: [oskar] });
  await mira.api.groups[":id"].transfer.$post({
    param: { id },
    json: { newOwnerId: oskar.userId },
  });
  const traces = [mira.userId, ...mira.characterIds, "Mira Sol", "Alt of Mira", "mira"];
  expect((await tracesOf(muster, [mira.userId])).length).toBeGreaterThan(5);
  const newEden = newEdenControl(muster.newEdenBase);

  muster.costs.reset();
  expect((await deleteAccount(mira, "Mira Sol")).status).toBe(204);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(4);
  expect((await mira.api.auth.sessions.$get()).status).toBe(401);
  await runQueue(muster);

  expect(await tracesOf(muster, traces)).toEqual([]);
  expect(await newEden.requests({ path: /oauth\/revoke$/ })).toHaveLength(1);
  expect(await newEden.requests({ path: /token\/revoke$/ })).toHaveLength(1);
  expect(await newEden.discord.grants()).toEqual([]);
  const { db } = muster.context;
  const names = await db
    .selectDistinct({ id: auditEvents.subjectId, name: auditEvents.subjectName })
    .from(auditEvents)
    .where(sql`${auditEvents.subjectName} like 'Former pilot %'`);
  expect(names).toHaveLength(1);
  expect(names[0]?.name).toMatch(/^Former pilot [0-9A-F]{6}$/);
  const kinds = await db
    .select({ kind: auditEvents.kind, actor: auditEvents.actorName })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, names[0]?.id ?? ""));
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["member_left", "director_removed", "account_deleted"]),
  );
});

test("codes and invitations of a deleted user pass to the group's owner, and counters stay correct", async () => {
  const muster = await startMuster();
  const [owner, admin, guest] = [
    await buildUser(muster),
    await buildUser(muster, { name: "Leaving Admin" }),
    await buildUser(muster),
  ];
  const group = await buildGroup(muster, { owner, admins: [admin] });
  const asked = await buildGroup(muster, { owner, joinMode: "approval" });
  await buildRequest(muster, asked, admin);
  await buildCode(muster, group, admin);
  await admin.api.groups[":id"].invitations.$post({
    param: { id: group.id },
    json: { characterName: guest.mainCharacterName },
  });
  expect((await deleteAccount(admin, "Leaving Admin")).status).toBe(204);

  const { db } = muster.context;
  const [sent] = await db.select().from(invitations).where(eq(invitations.groupId, group.id));
  expect(sent).toMatchObject({ inviterId: owner.userId, status: "pending" });
  const [code] = await db.select().from(inviteCodes).where(eq(inviteCodes.groupId, group.id));
  expect(code?.createdBy).toBe(owner.userId);
  const counts = await db
    .select({ members: groups.memberCount, requests: groups.pendingRequestCount })
    .from(groups)
    .where(sql`${groups.id} in (${group.id}, ${asked.id})`);
  expect(counts).toEqual([
    { members: 1, requests: 0 },
    { members: 1, requests: 0 },
  ]);
});

test("deleting is refused for an owner of groups, with a wrong name, and without a fresh proof", async () => {
  const muster = await startMuster();
  const owner = await buildUser(muster, { name: "The Owner" });
  await buildGroup(muster, { owner, name: "Home Defence" });
  await buildGroup(muster, { owner, name: "Capitals" });
  expect((await readError(await deleteAccount(owner, "The Owner"))).message).toBe(
    "You own Capitals, Home Defence. Transfer or delete them first, then delete your account.",
  );
  const preview = await (await owner.api.account.deletion.$get()).json();
  expect(preview.ownedGroups.map(({ name }) => name)).toEqual(["Capitals", "Home Defence"]);

  const user = await buildUser(muster, { name: "Right Name" });
  expect(await readError(await deleteAccount(user, "Wrong Name"))).toMatchObject({
    code: "invalid_request",
    fields: { name: "The name must be that of your main." },
  });
  const { db } = muster.context;
  await db
    .update(sessions)
    .set({ provenAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.userId, user.userId));
  const stolen = await deleteAccount(user, "Right Name");
  expect(stolen.status).toBe(403);
  expect((await readError(stolen)).code).toBe("fresh_proof_required");
  expect(await db.select().from(users).where(eq(users.id, user.userId))).toHaveLength(1);
});

test("a user who becomes an owner during the deletion keeps the account", async () => {
  const muster = await startMuster();
  const [owner, heir] = [await buildUser(muster), await buildUser(muster, { name: "The Heir" })];
  const group = await buildGroup(muster, { owner, members: [heir], name: "Inherited" });
  const [deleted, transferred] = await Promise.all([
    deleteAccount(heir, "The Heir"),
    owner.api.groups[":id"].transfer.$post({
      param: { id: group.id },
      json: { newOwnerId: heir.userId },
    }),
  ]);
  expect([deleted.status, transferred.status].filter((status) => status < 300)).toHaveLength(1);
  const owners = await muster.context.db
    .select({ userId: users.id })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(and(eq(groupMembers.groupId, group.id), eq(groupMembers.role, "owner")));
  expect(owners).toHaveLength(1);
});

test("during an outage of EVE and Discord the account is deleted, and the grants are revoked later", async () => {
  const muster = await startMuster();
  const { user: mira } = await linkPilot(muster, { name: "Mira Outage" });
  const newEden = newEdenControl(muster.newEdenBase);
  await newEden.addFault({ service: "sso", kind: "server_error" });
  expect((await deleteAccount(mira, "Mira Outage")).status).toBe(204);
  await runQueue(muster);
  const { db } = muster.context;
  const [kept] = await db.select().from(tokenRevocations);
  expect(kept).toMatchObject({ provider: "eve", attempts: 1 });
  expect(kept?.refreshToken).not.toContain("refresh");

  await newEden.clearFaults();
  await newEden.clearRequests();
  await worker.scheduled(cronEvent("hourly"), muster.env);
  await runQueue(muster);
  expect(await newEden.requests({ path: /oauth\/revoke$/ })).toEqual([]);
  await muster.later(HOUR_SECONDS + 60, async () => {
    await worker.scheduled(cronEvent("hourly"), muster.env);
    await runQueue(muster);
  });
  expect(await newEden.requests({ path: /oauth\/revoke$/ })).toHaveLength(1);
  expect(await db.select().from(tokenRevocations)).toEqual([]);
});

test("a grant that cannot be revoked is given up after twelve attempts, and its token erased", async () => {
  const muster = await startMuster();
  const { user: mira } = await linkPilot(muster, { name: "Mira Forever" });
  await newEdenControl(muster.newEdenBase).addFault({ service: "sso", kind: "server_error" });
  await deleteAccount(mira, "Mira Forever");
  await runQueue(muster);
  const { db } = muster.context;
  for (let day = 1; day <= 11; day += 1) {
    expect(await db.select().from(tokenRevocations)).toHaveLength(1);
    await muster.later(day * 25 * HOUR_SECONDS, async () => {
      muster.queue.push({ kind: "job", name: "account-erasure" });
      await runQueue(muster);
    });
  }
  expect(await db.select().from(tokenRevocations)).toEqual([]);
});

test("an interrupted erasure job finishes with the same result", async () => {
  const muster = await startMuster();
  const { user: mira } = await linkPilot(muster, { name: "Mira Killed" });
  const { db } = muster.context;
  await db.run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 450)
    insert into audit_events (id, log, kind, actor_kind, actor_id, actor_name, subject_id, subject_name,
      detail, request_id, created_at)
    select 'killed' || printf('%06d', i), 'accounts', 'session_ended', 'user', ${mira.userId}, 'Mira Killed',
      ${mira.userId}, 'Mira Killed', '{}', 'r', 0 from n`);
  await deleteAccount(mira, "Mira Killed");
  muster.queue.waiting.length = 0;
  for (let after = 1; ; after += 1) {
    const life = killAfter(muster.env, after);
    const batch = batchOf([{ body: { kind: "job", name: "account-erasure" } }]);
    const end = await Promise.race([worker.queue(batch, life.env), life.died]);
    life.restore();
    if (end !== "killed") break;
    expect(after).toBeLessThan(40);
  }
  await runQueue(muster);
  expect(await tracesOf(muster, [mira.userId, "Mira Killed", mira.mainCharacterId])).toEqual([]);
  expect(await db.select().from(logRewrites)).toEqual([]);
  expect(await db.select().from(tokenRevocations)).toEqual([]);
});

test("characters of a deleted account are unknown to Muster, unlinked and sold ones included", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const [main, alt, sold] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  await browser.link(alt.id);
  await browser.link(sold.id);
  const before = await browser.session();
  await browser.send(`/auth/characters/${alt.id}`, "DELETE");
  const { account } = sold;
  await browser.newEden.sell(sold.id);
  await openBrowser(muster).logIn(sold.id);
  await browser.newEden.sell(sold.id, { account });
  expect((await browser.send("/account", "DELETE", { name: main.name })).status).toBe(204);

  // Before and after the job.
  for (const { id } of [main, alt, sold]) {
    expect(await openBrowser(muster).logIn(id)).toMatchObject({ requiresClaimMain: true });
  }
  await runQueue(muster);
  for (const { id } of [main, alt, sold]) {
    const later = openBrowser(muster);
    expect(await later.logIn(id)).toMatchObject({ requiresClaimMain: true, sessionToken: null });
  }
  await browser.signUp(main.id);
  const after = await browser.session();
  expect(after.user?.id).not.toBe(before.user?.id);
  expect(after.user?.characters).toHaveLength(1);
});

test("the preview of a deletion states what it means for directors and the last administrator", async () => {
  const administratorId = 2_113_900_055;
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(administratorId) });
  const mira = await buildUser(muster, { name: "Mira Last", characterId: administratorId });
  await write(muster, prepareManaged(muster, administratorId));
  const preview = await (await mira.api.account.deletion.$get()).json();
  expect(preview).toMatchObject({
    mainCharacterName: "Mira Last",
    isLastAdministrator: true,
    directorships: [{ characterName: "Mira Last", otherDirectors: 0 }],
  });
  expect((await deleteAccount(mira, "Mira Last")).status).toBe(204);
  const left = await muster.context.db.all(
    sql`select assigned_character_id from corporations where assigned_character_id is not null`,
  );
  expect(left).toEqual([]);
});

test("an administrator who is suspended, or whose rights are withheld, is no other administrator", async () => {
  const ids = [2_113_900_056, 2_113_900_057] as const;
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: ids.join(",") });
  const mira = await buildUser(muster, { characterId: ids[0] });
  const other = await buildUser(muster, { characterId: ids[1] });
  const { db } = muster.context;
  const isLast = async () =>
    (await (await mira.api.account.deletion.$get()).json()).isLastAdministrator;
  expect(await isLast()).toBe(false);
  const isOther = eq(users.id, other.userId);
  await db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + 60_000) })
    .where(isOther);
  expect(await isLast()).toBe(true);
  await db.update(users).set({ suspendedUntil: null }).where(isOther);
  expect(await isLast()).toBe(false);
  await db.insert(adminPins).values({ characterId: ids[1], ownerHash: "former owner" });
  expect(await isLast()).toBe(true);
  await db.delete(adminPins);
  const isTheirs = eq(characters.id, ids[1]);
  await db.update(characters).set({ unconfirmedSince: new Date() }).where(isTheirs);
  expect(await isLast()).toBe(true);
});

test("the thief of an account cannot delete it while its former main may take it back", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const [main, stolen] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  await muster.later(60, async () => {
    await browser.link(stolen.id);
  });
  expect((await browser.send("/auth/main", "PUT", { characterId: stolen.id })).status).toBe(204);
  await browser.logIn(stolen.id);
  const refused = await browser.send("/account", "DELETE", { name: stolen.name });
  expect(refused.status).toBe(409);
  expect((await readError(refused)).message).toContain("changed in the last 14 days");
  await muster.later(15 * 24 * HOUR_SECONDS, async () => {
    const preview = await browser.send("/account/deletion");
    expect(await preview.json()).toMatchObject({ canBeTakenBack: false });
  });
});
