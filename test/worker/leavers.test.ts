import { and, desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { authorizeAgain, buildManaged } from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { insertApplication } from "#test/support/applications/applications.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { isMember, ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { SCIENCE_AND_TRADE_INSTITUTE_ID } from "#test/new-eden/ids.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations, UNKNOWN_CORPORATION_ID } from "#worker/db/schema/characters.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

const ALL = [...CHARACTER_SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];
const MINUTE = 60;
/** ESI's caches expire when they do. */
const KEEPING = { keepsAnswers: true };

const { drive, muster, world } = await startDriven();
const { db } = muster.context;
const { admin } = world;

/** A corporation whose directors have granted everything, with a member, and its lists read. */
async function buildWatched(directors: number) {
  const corporation = await buildManaged(world, { directors, holdings: { strangers: 30 } });
  for (const { pilot } of corporation.pilots) await authorizeAgain(muster, pilot.id, ALL);
  const member = await linkPilot(muster, { corporationId: corporation.id });
  await member.refresh();
  await drive.startDue();
  await drive.drain();
  await minutes(directors * 3);
  return { corporation, member };
}

/** Fires the cron of every minute, and delivers what is due before the next. */
async function minutes(count: number, until: () => Promise<boolean> = async () => false) {
  for (let minute = 0; minute < count; minute += 1) {
    const next = Date.now() + MINUTE * 1000;
    await drive.cron(EVERY_MINUTE);
    await drive.drain(next);
    if (await until()) return minute + 1;
    await drive.advance(Math.max(0, Math.ceil((next - Date.now()) / 1000)));
  }
  return count;
}

const corporationOf = async (characterId: number) =>
  (
    await db
      .select({ id: characterAffiliations.corporationId })
      .from(characterAffiliations)
      .where(eq(characterAffiliations.characterId, characterId))
  )[0]?.id;

const departureOf = async (characterId: number) =>
  (
    await db
      .select({ departure: corporationMembers.departure })
      .from(corporationMembers)
      .where(eq(corporationMembers.characterId, characterId))
  )[0]?.departure;

async function shownDeparture({ param }: Managed) {
  const of = { param, query: { former: "true" as const } };
  return (await (await admin.api.rosters[":id"].members.$get(of)).json()).items[0]?.left?.how;
}

async function shownConsequences({ param }: Managed) {
  const of = { param, query: { former: "true" as const } };
  return (await (await admin.api.rosters[":id"].members.$get(of)).json()).items[0]?.followed;
}

const hasLeft = (corporation: Managed, characterId: number) => async () =>
  (await corporationOf(characterId)) !== corporation.id;

test.each([
  [1, 11],
  [5, 3],
])("with %i directors, who leaves is no member after %i minutes", async (directors, limit) => {
  const { corporation, member } = await buildWatched(directors);
  const { id } = member.pilot;
  expect(await corporationOf(id)).toBe(corporation.id);
  await minutes(4);
  const leftAt = Date.now();
  await corporation.newEden.leaveCorporation(id, undefined, KEEPING);
  await minutes(limit + 5, hasLeft(corporation, id));
  expect((Date.now() - leftAt) / 60_000).toBeLessThanOrEqual(limit);
  expect(await departureOf(id)).toBe("notice");
  expect(await shownDeparture(corporation)).toBe("left");
  expect(await shownConsequences(corporation)).toMatchObject({ removed: 0, sessions: 1 });

  // A return is believed over the older notice.
  await drive.advance(2 * MINUTE);
  await corporation.newEden.leaveCorporation(id, corporation.id, KEEPING);
  await minutes(limit + 2, async () => (await corporationOf(id)) === corporation.id);
  expect(await corporationOf(id)).toBe(corporation.id);
  expect(await departureOf(id)).toBeNull();
  await minutes(65);
  expect(await corporationOf(id)).toBe(corporation.id);
});

/** Says when the next poll of the corporation is due, which EVE would answer anew now. */
async function setDue({ id }: Managed, at: number) {
  await muster.env.DB.prepare(
    `update notice_polls set due_at = ?1, polled_at = ?1 - 600000
      where director_id in (select id from corporation_directors where corporation_id = ?2)`,
  )
    .bind(at, id)
    .run();
}

test("each corporation is asked when its poll is due, and not when that of another is", async () => {
  const early = await buildWatched(1);
  const late = await buildWatched(1);
  await drive.advance(10 * MINUTE);
  const start = Date.now();
  await setDue(early.corporation, start + 10_000);
  await setDue(late.corporation, start + 50_000);
  for (const { corporation, member } of [early, late]) {
    await corporation.newEden.leaveCorporation(member.pilot.id);
  }
  const isGone = ({ corporation, member }: typeof early) => hasLeft(corporation, member.pilot.id)();
  await drive.cron(EVERY_MINUTE);
  await drive.drain(start + 12_000);
  expect([await isGone(early), await isGone(late)]).toEqual([true, false]);
  await drive.drain(start + 52_000);
  expect(await isGone(late)).toBe(true);
  // One message for both, which comes twice.
  expect(muster.queue.waiting).toEqual([]);
});

test("what a poll finds is evaluated and told without another minute", async () => {
  const { corporation, member } = await buildWatched(1);
  const group = await buildGroup(muster, { owner: admin, members: [member.user] });
  const rule = ruleOf(
    {
      type: "characters",
      which: "any",
      meet: { type: "corporation", corporationIds: [corporation.id] },
    },
    { graceDays: 0 },
  );
  expect((await saveRule(admin, group.id, rule)).status).toBe(200);
  const { id: applicationId } = await insertApplication(muster, {});
  await db.insert(applicationGroups).values({ applicationId, groupId: group.id });
  const hook = { url: `${muster.newEdenBase}/receiver/hook`, topics: ["member.left" as const] };
  const { applications } = admin.api.admin;
  const created = await applications[":id"].webhooks.$post({
    param: { id: applicationId },
    json: hook,
  });
  expect(created.status).toBe(201);
  await minutes(12);
  expect(await isMember(muster, group.id, member.user.userId)).toBe(true);

  await corporation.newEden.leaveCorporation(member.pilot.id);
  await drive.advance(10 * MINUTE);
  await setDue(corporation, Date.now() + 5000);
  const { length } = await corporation.newEden.receiver.received();
  // The only cron: everything after it follows from one message to the next.
  await drive.cron(EVERY_MINUTE);
  await drive.drain();
  expect(await isMember(muster, group.id, member.user.userId)).toBe(false);
  expect((await corporation.newEden.receiver.received()).length).toBe(length + 1);
});

test("who is kicked is no member after 61 minutes", async () => {
  const { corporation, member } = await buildWatched(1);
  const { id } = member.pilot;
  await minutes(2);
  const kickedAt = Date.now();
  await corporation.newEden.kick(id, KEEPING);
  await minutes(70, hasLeft(corporation, id));
  expect((Date.now() - kickedAt) / 60_000).toBeLessThanOrEqual(61);
  await minutes(22);
  expect(await shownDeparture(corporation)).toBe("kicked");
  expect(await departureOf(id)).toBe("list");
});

test("who left by themselves is no kicked member, though the affiliation told it before the notice", async () => {
  const { corporation, member } = await buildWatched(1);
  const { id } = member.pilot;
  await drive.advance(65 * MINUTE);
  await corporation.newEden.leaveCorporation(id);
  await drive.advance(2 * MINUTE);
  await refreshAllAffiliations(muster.context);
  expect(await departureOf(id)).toBe("affiliation");
  await minutes(22);
  expect(await departureOf(id)).toBe("notice");
  expect(await shownDeparture(corporation)).toBe("left");
});

test("roles hold a kick back for a day: until then EVE lists the member", async () => {
  const { corporation, member } = await buildWatched(1);
  const { id } = member.pilot;
  await corporation.newEden.setRoles(id, ["Station_Manager"]);
  await corporation.newEden.kick(id, KEEPING);
  await minutes(65);
  expect(await corporationOf(id)).toBe(corporation.id);
  await drive.advance(24 * 60 * MINUTE - 70 * MINUTE);
  await minutes(5);
  expect(await corporationOf(id)).toBe(corporation.id);
  await minutes(66, hasLeft(corporation, id));
  expect(await corporationOf(id)).not.toBe(corporation.id);
});

test("after a departure, a past day still tells the corporation, and the move says where from", async () => {
  const { corporation, member } = await buildWatched(1);
  const { id } = member.pilot;
  const past = async (on: string) => {
    const query = { param: { id: member.user.userId }, query: { on } };
    return (await (await admin.api.admin.pilots[":id"].past.$get(query)).json()).characters[0];
  };
  const dayBefore = new Date(Date.now()).toISOString().slice(0, 10);
  await drive.advance(24 * 60 * MINUTE);
  await minutes(2);
  await corporation.newEden.leaveCorporation(id, undefined, KEEPING);
  await minutes(15, hasLeft(corporation, id));
  expect(await corporationOf(id)).toBe(UNKNOWN_CORPORATION_ID);
  expect((await past(dayBefore))?.affiliation?.corporationId).not.toBe(UNKNOWN_CORPORATION_ID);
  await drive.advance(2 * 60 * MINUTE);
  await refreshAllAffiliations(muster.context);
  expect(await corporationOf(id)).toBe(SCIENCE_AND_TRADE_INSTITUTE_ID);
  expect((await past(dayBefore))?.affiliation?.corporationId).toBe(corporation.id);
  const [move] = await db
    .select({ detail: auditEvents.detail })
    .from(auditEvents)
    .where(and(eq(auditEvents.characterId, id), eq(auditEvents.kind, "affiliation_changed")))
    .orderBy(desc(auditEvents.id));
  expect(move?.detail.affiliation?.from?.corporationId).toBe(corporation.id);
});

test("an outage, a dead director and a lost role end no membership", async () => {
  const { corporation, member } = await buildWatched(1);
  const { newEden, pilots } = corporation;
  await newEden.addFault({ service: "esi", kind: "server_error" });
  await minutes(15);
  await newEden.clearFaults();
  await newEden.setRoles(pilots[0]?.pilot.id ?? 0, []);
  await minutes(15);
  await newEden.revoke(pilots[0]?.pilot.id ?? 0);
  await minutes(65);
  expect(await corporationOf(member.pilot.id)).toBe(corporation.id);
});
