import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { names } from "#worker/db/schema/characters.ts";
import { cleanUp } from "#worker/app/cron-jobs.ts";
import { MOST_EVENTS } from "#worker/pilots/past/store.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";

const DAY_SECONDS = 86_400;
const muster = await startMuster();
const newEden = newEdenControl(muster.newEdenBase);
const admin = await buildAdministrator(muster);
const { db } = muster.context;

const today = () => new Date().toISOString().slice(0, 10);
const dayBefore = (days: number) =>
  new Date(Date.now() - days * DAY_SECONDS * 1000).toISOString().slice(0, 10);

async function past(userId: string, on: string) {
  const answer = await admin.api.admin.pilots[":id"].past.$get({
    param: { id: userId },
    query: { on },
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The whole log was written some days earlier: the events of the day are those of that day. */
async function moveLogBack(days: number) {
  const rows = await db.select().from(auditEvents);
  for (const { seq, id, createdAt } of rows) {
    const at = createdAt.getTime() - days * DAY_SECONDS * 1000;
    await db
      .update(auditEvents)
      .set({ id: at.toString(36).padStart(9, "0") + id.slice(9), createdAt: new Date(at) })
      .where(eq(auditEvents.seq, seq));
  }
}

const eventsOf = async (userId: string) =>
  db
    .select({ kind: auditEvents.kind, detail: auditEvents.detail })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, userId))
    .orderBy(desc(auditEvents.id));

test("a move to another corporation is one event with the names of both, and no event if nothing changed", async () => {
  const pilot = await newEden.createPilot();
  const browser = openBrowser(muster);
  await browser.signUp(pilot.id);
  const userId = (await browser.session()).user?.id ?? "";
  await refreshAllAffiliations(muster.context);
  await refreshAllAffiliations(muster.context);
  const moves = async () =>
    (await eventsOf(userId)).filter(({ kind }) => kind === "affiliation_changed");
  expect(await moves()).toHaveLength(1);
  expect((await moves())[0]?.detail.affiliation).toMatchObject({
    from: null,
    to: { corporationId: expect.any(Number) },
  });
  const before = (await moves())[0]?.detail.affiliation?.to;
  const { id: corporationId } = await newEden.createCorporation();
  await newEden.leaveCorporation(pilot.id, corporationId);
  await refreshAllAffiliations(muster.context);
  await refreshAllAffiliations(muster.context);
  const [last, ...others] = await moves();
  expect(others).toHaveLength(1);
  const [named] = await db.select().from(names).where(eq(names.id, corporationId));
  expect(last?.detail.affiliation).toMatchObject({
    from: { corporationId: before?.corporationId, corporationName: expect.any(String) },
    to: {
      corporationId,
      corporationName: named?.name,
      allianceId: null,
      allianceName: null,
    },
  });
});

test("the loss of a token and the authorization after it are events, and an outage is none", async () => {
  const pilot = await newEden.createPilot();
  const browser = openBrowser(muster);
  await browser.signUp(pilot.id);
  const userId = (await browser.session()).user?.id ?? "";
  const kinds = async () =>
    (await eventsOf(userId)).map(({ kind }) => kind).filter((kind) => kind.startsWith("token_"));
  const expire = () =>
    db
      .update(eveTokens)
      .set({ accessExpiresAt: new Date(0) })
      .where(eq(eveTokens.characterId, pilot.id));
  await newEden.addFault({ service: "sso", kind: "server_error" });
  await expire();
  expect(await getAccessToken(muster.context, pilot.id)).toEqual({ state: "unknown" });
  await newEden.clearFaults();
  expect(await kinds()).toEqual([]);
  await newEden.revoke(pilot.id);
  await expire();
  expect(await getAccessToken(muster.context, pilot.id)).toEqual({ state: "revoked" });
  expect(await getAccessToken(muster.context, pilot.id)).toEqual({ state: "revoked" });
  expect(await kinds()).toEqual(["token_lost"]);
  await browser.logIn(pilot.id);
  await browser.logIn(pilot.id);
  expect(await kinds()).toEqual(["token_restored", "token_lost"]);
});

test("who becomes an administrator, and who is one no longer, is recorded once", async () => {
  const second = await buildUser(muster, { name: "Second Administrator" });
  const ofSecond = async () =>
    (await eventsOf(second.userId))
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith("administrator_"));
  const { config } = muster.context;
  const named = {
    ...muster.context,
    config: { ...config, ADMIN_CHARACTER_IDS: [AURELIA_VOSS_ID, second.mainCharacterId] },
  };
  await cleanUp(muster.context);
  expect(await ofSecond()).toEqual([]);
  await cleanUp(named);
  await cleanUp(named);
  expect(await ofSecond()).toEqual(["administrator_added"]);
  await cleanUp(muster.context);
  await cleanUp(muster.context);
  expect(await ofSecond()).toEqual(["administrator_removed", "administrator_added"]);
  await cleanUp(named);
  expect((await ofSecond())[0]).toBe("administrator_added");
  await cleanUp(muster.context);
});

async function approve(owner: BuiltUser, group: { id: string }, userId: string) {
  const id = await buildRequest(muster, group, { userId });
  await owner.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
}

test("a day in the past shows what a pilot had then, how it began, and what has become of it", async () => {
  const browser = openBrowser(muster);
  const [main, alt] = [await newEden.createPilot(), await newEden.createPilot()];
  await browser.signUp(main.id);
  await browser.link(alt.id);
  const userId = (await browser.session()).user?.id ?? "";
  await refreshAllAffiliations(muster.context);
  await cleanUp(muster.context);
  const owner = await buildUser(muster, { name: "Group Owner" });
  const wing = await buildGroup(muster, { owner, joinMode: "approval", name: "Old Wing" });
  const gone = await buildGroup(muster, { owner, joinMode: "approval", name: "Gone Wing" });
  await approve(owner, wing, userId);
  await approve(owner, gone, userId);
  await moveLogBack(10);
  await db.run(`update users set created_at = created_at - ${20 * DAY_SECONDS * 1000}`);
  await db.run(`update characters set linked_at = linked_at - ${10 * DAY_SECONDS * 1000}`);

  // Since then: the alt is gone, the main has moved, the memberships have ended.
  expect((await browser.send(`/auth/characters/${alt.id}`, "DELETE")).status).toBe(204);
  const { id: corporationId } = await newEden.createCorporation();
  await newEden.leaveCorporation(main.id, corporationId);
  await refreshAllAffiliations(muster.context);
  await owner.api.groups[":id"].members[":userId"].$delete({ param: { id: wing.id, userId } });
  await owner.api.groups[":id"].$delete({ param: { id: gone.id }, json: { name: "Gone Wing" } });

  await admin.api.admin.pilots.$get({ query: {} });
  muster.costs.reset();
  const then = await past(userId, dayBefore(5));
  expect(muster.costs.roundTrips).toBe(1);
  expect(then).toMatchObject({
    isBefore: false,
    mainCharacterId: main.id,
    isMainRecorded: true,
    isAdmin: false,
    characters: [
      { characterId: main.id, isMain: true, hasToken: true, sinceThen: { kind: "moved" } },
      { characterId: alt.id, isMain: false, hasToken: true, sinceThen: { kind: "unlinked" } },
    ],
    groups: [
      {
        groupName: "Gone Wing",
        isDeleted: true,
        wayIn: { kind: "approved", by: { name: "Group Owner" } },
        sinceThen: { kind: "deleted" },
      },
      { groupName: "Old Wing", isDeleted: false, role: "member", sinceThen: { kind: "removed" } },
    ],
    now: { characters: 1, groups: 0 },
    days: [dayBefore(10), today()],
  });
  expect(then.characters[0]?.affiliation?.corporationId).not.toBe(corporationId);
  expect(then.characters.every((one) => one.isAffiliationRecorded)).toBe(true);
  const now = await past(userId, today());
  expect(now).toMatchObject({ characters: [{ characterId: main.id }], groups: [] });
  expect(now.characters[0]?.affiliation?.corporationId).toBe(corporationId);
  // Before the log: the characters joined later, and what is not recorded is not told.
  expect(await past(userId, dayBefore(12))).toMatchObject({ characters: [], isAdmin: null });
  expect(await past(userId, dayBefore(40))).toMatchObject({ isBefore: true, characters: [] });
});

test("opening the past of a pilot is a view of the pilot", async () => {
  const pilot = await buildUser(muster, { name: "Looked Back At" });
  await past(pilot.userId, today());
  expect((await (await pilot.api.access.$get()).json()).views).toHaveLength(1);
  const missing = await admin.api.admin.pilots[":id"].past.$get({
    param: { id: "nobody" },
    query: { on: today() },
  });
  expect(missing.status).toBe(404);
});

test("before the first reading, EVE's history tells the corporation, and the reading itself is no move", async () => {
  const { pilot, user, refresh, detail } = await linkPilot(muster);
  await db.run(`update users set created_at = created_at - ${20 * DAY_SECONDS * 1000}`);
  await db.run(`update characters set linked_at = linked_at - ${20 * DAY_SECONDS * 1000}`);
  await refresh();
  const [present] = (await detail()).public.corporationHistory;
  expect(Date.parse(present?.startDate ?? "")).toBeLessThan(Date.parse(dayBefore(5)));
  expect(await past(user.userId, dayBefore(5))).toMatchObject({
    characters: [
      {
        characterId: pilot.id,
        affiliation: { corporationId: present?.corporationId },
        isFromHistory: true,
        sinceThen: null,
      },
    ],
  });
});

test("of more role changes than are read, the earliest are left out, and the page says so", async () => {
  const { userId } = await buildUser(muster);
  const time = Date.now().toString(36).padStart(9, "0");
  const last = MOST_EVENTS + 1;
  await db.run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${last})
    insert into audit_events
      (id, log, kind, actor_kind, subject_id, server_id, server_name, detail, request_id, created_at)
    select ${time} || printf('%06d', i), 'discord', 'roles_changed', 'job', ${userId}, '1', 'Sable',
      json_object('added', json_array('Role ' || i), 'removed', json_array('Role ' || (i - 1))), 'test', ${Date.now()}
    from n`);
  const { roles, isCut } = await past(userId, today());
  expect(roles.map(({ roleName }) => roleName)).toEqual([`Role ${last}`]);
  expect(isCut).toBe(true);
});
