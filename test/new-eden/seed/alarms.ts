import { SABLE_MERIDIAN_ID, SABLE_MERIDIAN_SERVER_ID } from "#test/new-eden/ids.ts";
import { shout, SHOUTS } from "#test/new-eden/people/alarms.ts";
import type { Shout } from "#test/new-eden/people/alarms.ts";
import { textOf } from "#test/new-eden/people/notices.ts";
import type { World } from "#test/new-eden/world.ts";
import type { TestContext } from "#test/support/workerd/test-database.ts";
import type { AlarmTold } from "#shared/corporations/alarms.ts";
import { readAlarms } from "#worker/alarms/read-alarms.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requestFetch, runFetch } from "#worker/corporations/fetch/service.ts";
import { runBatch } from "#worker/db/batch.ts";
import { alarms } from "#worker/db/schema/alarms.ts";
import { directors } from "#worker/db/schema/corporations.ts";
import { noticePolls } from "#worker/db/schema/evidence.ts";
import { orm } from "#worker/db/statements.ts";
import { listChoices } from "#worker/discord/posts/settings/channels.ts";
import { saveAlarmSettings } from "#worker/discord/posts/settings/alarms.ts";
import { openEsi } from "#worker/esi/client.ts";
import { learnNames } from "#worker/universe/names.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Ids of notices that New Eden does not give itself. */
const FIRST_ID = 1_800_000_000;
/** Where the links of later posts lead: `npm run dev`, unless its port is taken. */
const ORIGIN = "http://localhost:5173";

type Told = Exclude<AlarmTold, "waiting" | "kept">;
/** `agoMs`: when EVE sent it. `lateMs`: until it was read. `told`: null for what has no channel. */
type Happening = Omit<Shout, "at"> & { agoMs: number; lateMs?: number; told: Told | null };

/** The oldest first. What is edited belongs to the posted one before it. */
const HAPPENINGS: Happening[] = [
  { kind: SHOUTS.wars, agoMs: 66 * HOUR_MS, told: "posted" },
  { kind: SHOUTS.moons, structure: 1, agoMs: 50 * HOUR_MS, hoursLeft: 90, told: "posted" },
  { kind: SHOUTS.money, agoMs: 44 * HOUR_MS, hoursLeft: 120, told: null },
  { kind: SHOUTS.unknown, agoMs: 31 * HOUR_MS, told: null },
  { kind: SHOUTS.unknown, agoMs: 30 * HOUR_MS, told: null },
  { kind: SHOUTS.fuel, structure: 1, agoMs: 28 * HOUR_MS, told: "posted" },
  {
    kind: "StructureWentLowPower",
    agoMs: 9 * HOUR_MS,
    lateMs: 107 * MINUTE_MS,
    told: "posted",
  },
  { kind: SHOUTS.attack, agoMs: 200 * MINUTE_MS, shield: 94, told: "posted" },
  { kind: SHOUTS.attack, agoMs: 186 * MINUTE_MS, shield: 41, told: "edited" },
  { kind: SHOUTS.attack, agoMs: 172 * MINUTE_MS, shield: 4, told: "edited" },
  { kind: SHOUTS.timers, agoMs: 165 * MINUTE_MS, hoursLeft: 31, told: "posted" },
];

/** What EVE has told a corporation's directors in the last days, as if Muster had read and posted it. */
export async function seedAlarms(context: TestContext, world: World, adminId: string) {
  const { db } = context;
  // Structures have their names from here.
  const { runs } = await requestFetch(context, SABLE_MERIDIAN_ID, "assets");
  for (const { id } of runs) await runFetch(context, id);
  const channelId = await chooseChannel(context, adminId);
  const now = Date.now();
  const read = HAPPENINGS.map(({ agoMs, lateMs = 2 * MINUTE_MS, told, ...happening }, index) => {
    const [one] = readNotice(world, { ...happening, at: now - agoMs });
    if (one === undefined) throw new Error(`Muster does not keep ${happening.kind}.`);
    const sentAt = new Date(one.sentAt);
    const readAt = new Date(one.sentAt + lateMs);
    return { ...one, id: FIRST_ID + index, sentAt, readAt, told };
  });
  const rows = read.map(({ told, ...one }, index) => {
    const lead = read.findLast(({ told: before }, at) => at < index && before === "posted");
    return {
      ...one,
      corporationId: SABLE_MERIDIAN_ID,
      told,
      ...(told === "posted" && { channelId }),
      ...(told === "edited" && { leadId: lead?.id ?? null }),
    };
  });
  const poll = { dueAt: new Date(now), polledAt: new Date(now) };
  const known = await db.select({ directorId: directors.id }).from(directors);
  await runBatch(db, [
    ...rows.map((row) => orm.insert(alarms).values(row)),
    ...known.map(({ directorId }) => orm.insert(noticePolls).values({ directorId, ...poll })),
  ]);
  const ids = rows.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([key, value]) =>
      key.endsWith("Id") && typeof value === "number" ? [value] : [],
    ),
  );
  const esi = openEsi(context.config, { priority: "background", cooldowns: [] });
  await learnNames(context, esi, ids);
}

function readNotice(world: World, given: Shout) {
  const id = shout(world, SABLE_MERIDIAN_ID, given);
  const notice = world.notices.get(SABLE_MERIDIAN_ID)?.find((one) => one.id === id);
  if (notice === undefined) throw new Error(`New Eden has no notice ${id}.`);
  return readAlarms([
    {
      notification_id: id,
      type: notice.type,
      timestamp: new Date(notice.at).toISOString(),
      text: textOf(notice),
    },
  ]);
}

/** All kinds but bills are posted in the first channel of the corporation's server. */
async function chooseChannel(context: TestContext, adminId: string): Promise<string> {
  const actor: UserActor = {
    kind: "user",
    userId: adminId,
    sessionId: "seed",
    isAdmin: true,
    isGuest: false,
  };
  const { channels } = await listChoices(context, actor, SABLE_MERIDIAN_SERVER_ID);
  const [channel] = channels;
  if (channel === undefined) throw new Error("The seeded server has no channel.");
  const { serverId, channelId } = channel;
  const target = { serverId, channelId, roleId: null };
  const groups = ["attack", "timers", "fuel", "sovereignty", "moons", "wars"] as const;
  await saveAlarmSettings(
    context,
    actor,
    SABLE_MERIDIAN_ID,
    {
      channels: Object.fromEntries(groups.map((group) => [group, target])),
      quiet: { from: 2 * 60, until: 7 * 60 },
      language: "en",
      timersGroupId: null,
    },
    { origin: ORIGIN, languages: ["en"] },
  );
  return channelId;
}
