import { lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { definitionOf, kindList, kindsWith } from "#shared/events/kinds.ts";
import { FEWEST_PILOTS } from "#shared/overview.ts";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import { memberGroupId } from "#worker/access/guests.ts";
import { eventIdsFrom, instantOf } from "#worker/audit/event-id.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterChecks, characterSections, IS_ONLINE } from "#worker/db/schema/characters.ts";
import { corporations, healthMarks } from "#worker/db/schema/corporations.ts";
import { discordMembers, discordServers } from "#worker/db/schema/discord-servers.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { countedDays, countedHours, healthDays } from "#worker/db/schema/installation.ts";
import type { WatchedKind } from "#worker/db/schema/installation.ts";
import { columns, excluded, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";

/** Twelve whole weeks and the running one. */
const FIRST_DAYS = 13 * 7;
const DAYS_KEPT = 400;
const HEALTH_DAYS_KEPT = 31;
/** The weight of last week's count beside a new one: after four weeks, a third is left. */
const FADE = 0.75;
/** 1970 began on a Thursday. */
const HOURS_FROM_MONDAY = 3 * 24;

/** SQL: when the days were last counted; null if they never were. */
export const countedAt = sql<
  number | null
>`(select max(${countedDays.countedAt}) from ${countedDays}
  where ${countedDays.day} = (select max(${countedDays.day}) from ${countedDays}))`;

/** When the days were last counted, and when the log begins. */
export const selectLastCounted = prepare(
  {
    countedAt,
    firstEventId: sql<string | null>`(select min(${auditEvents.id}) from ${auditEvents})`,
  },
  (fields) => sql`select ${columns(fields)}`,
);

type LastCounted = { countedAt: number | null; firstEventId: string | null };

/**
 * Statements that count the hour and the days since the last time. Delivered again, or begun again after a kill, they add
 * nothing: a day is counted from the log as a whole, an hour once, and an hour's health is a bit.
 */
export function countHour(last: LastCounted | undefined, now: number): Statement[] {
  const today = Math.floor(now / DAY_MS);
  const bit = 2 ** new Date(now).getUTCHours();
  const hour = Math.floor(now / HOUR_MS);
  const watched = { day: today, bit, since: now - HOUR_MS };
  return [
    countDays({ days: JSON.stringify(daysSince(last, now)), now, bit }),
    countPilots({
      day: today,
      hour: (hour + HOURS_FROM_MONDAY) % 168,
      number: hour,
      since: now - HOUR_MS,
    }),
    watchCorporations(watched),
    watchServers(watched),
    orm.delete(countedDays).where(lte(countedDays.day, today - DAYS_KEPT)),
    orm.delete(healthDays).where(lte(healthDays.day, today - HEALTH_DAYS_KEPT)),
  ];
}

/** The days to count, as ranges of ids of events. A community's first count takes them from its log. */
function daysSince(last: LastCounted | undefined, now: number) {
  const today = Math.floor(now / DAY_MS);
  const { countedAt = null, firstEventId = null } = last ?? {};
  const begin = countedAt ?? (firstEventId === null ? now : instantOf(firstEventId));
  const first = Math.max(Math.floor(begin / DAY_MS), today - FIRST_DAYS);
  return Array.from({ length: today - first + 1 }, (_, index) => {
    const day = first + index;
    return {
      day,
      from: eventIdsFrom(day * DAY_MS),
      to: eventIdsFrom((day + 1) * DAY_MS),
      isToday: Number(day === today),
    };
  });
}

const WAYS_IN = sql.raw(kindList(kindsWith("wayIn")));
const ENDINGS = sql.raw(kindList(kindsWith("endsMembership")));
const UNDOINGS = sql.raw(
  kindList([
    "actions_undone",
    ...kindsWith("undoes").filter((kind) => definitionOf(kind).undoes !== undefined),
  ]),
);

const isOfDay = sql`${auditEvents.id} >= day.value ->> '$.from' and ${auditEvents.id} < day.value ->> '$.to'`;
const of = (value: SQL, condition: SQL) =>
  sql`(select ${value} from ${auditEvents} where ${isOfDay} and ${condition})`;
const count = sql`count(*)`;
/** How many people an event about many concerns. */
const counted = sql`coalesce(sum(coalesce(${auditEvents.detail} ->> '$.count', 1)), 0)`;
const ofGroup = (kinds: SQL) =>
  of(count, sql`${auditEvents.groupId} = ${memberGroupId} and +${auditEvents.kind} in ${kinds}`);
/** By the group that decides who belongs to the community, or else by all accounts. */
const byCommunity = (group: SQL, accounts: SQL) =>
  sql`case when ${memberGroupId} is null then ${accounts} else ${group} end`;

const countDays = prepare({}, () =>
  insertWhere(
    countedDays,
    {
      day: sql`day.value ->> '$.day'`,
      members: sql`case when day.value ->> '$.isToday' then ${byCommunity(
        sql`(select ${groups.memberCount} from ${groups} where ${groups.id} = ${memberGroupId})`,
        sql`(select count(*) as "accounts" from ${users})`,
      )} end`,
      joined: byCommunity(
        ofGroup(WAYS_IN),
        of(count, sql`${auditEvents.kind} = 'account_created'`),
      ),
      left: byCommunity(
        ofGroup(ENDINGS),
        of(count, sql`${auditEvents.kind} in ('account_deleted', 'accounts_merged')`),
      ),
      rolesChanged: of(count, sql`${auditEvents.kind} = 'roles_changed'`),
      ended: of(
        count,
        sql`${auditEvents.kind} in ${ENDINGS} and ${auditEvents.actorKind} <> 'user'`,
      ),
      held: of(counted, sql`${auditEvents.kind} in ('removals_held', 'role_removals_held')`),
      undone: of(counted, sql`${auditEvents.kind} in ${UNDOINGS}`),
      watched: sql`case when day.value ->> '$.isToday' then ${sql.placeholder("bit")} else 0 end`,
      countedAt: sql`${sql.placeholder("now")}`,
    },
    sql`true`,
    sql`json_each(${sql.placeholder("days")}) as day`,
  ).onConflictDoUpdate({
    target: countedDays.day,
    set: {
      members: sql`coalesce(${excluded(countedDays.members)}, ${countedDays.members})`,
      ...Object.fromEntries(
        (["joined", "left", "rolesChanged", "ended", "held", "undone"] as const).map((name) => [
          name,
          sql`max(${countedDays[name]}, ${excluded(countedDays[name])})`,
        ]),
      ),
      watched: sql`${countedDays.watched} | ${excluded(countedDays.watched)}`,
      countedAt: excluded(countedDays.countedAt),
    },
  }),
);

/**
 * Pilots who were in game when their status was last read, within the hour. Players chose to let Muster read it, and no
 * reading is made for this. A small community has no hours: its numbers would be about persons.
 */
const countPilots = prepare({}, () =>
  insertWhere(
    countedHours,
    {
      hour: sql`${sql.placeholder("hour")}`,
      sum: sql`(select count(distinct ${characters.userId}) from ${characterSections}
        cross join ${characters} on ${characters.id} = ${characterSections.characterId}
        cross join ${characterChecks} on ${characterChecks.characterId} = ${characterSections.characterId}
        where ${sql.raw(IS_ONLINE)}
          and ${characterChecks.record} ->> '$.checks.status.checkedAt' > ${sql.placeholder("since")})`,
      weight: sql`1`,
      countedHour: sql`${sql.placeholder("number")}`,
    },
    // The statement before this one has counted them.
    sql`(select ${countedDays.members} from ${countedDays} where ${countedDays.day} = ${sql.placeholder("day")})
      >= ${sql.raw(String(FEWEST_PILOTS))}`,
  ).onConflictDoUpdate({
    target: countedHours.hour,
    set: {
      sum: sql`${countedHours.sum} * ${sql.raw(String(FADE))} + ${excluded(countedHours.sum)}`,
      weight: sql`${countedHours.weight} * ${sql.raw(String(FADE))} + 1`,
      countedHour: excluded(countedHours.countedHour),
    },
    setWhere: sql`${countedHours.countedHour} < ${excluded(countedHours.countedHour)}`,
  }),
);

const day = sql`${sql.placeholder("day")}`;
const bitIf = (condition: SQL) =>
  sql`case when ${condition} then ${sql.placeholder("bit")} else 0 end`;

const unknownNow = sql`(${excluded(healthDays.unknown)} & ${sql.placeholder("bit")})`;

/**
 * Writes what is watched: `subjects` has an `id`, and whether it is `off`, or `partial` or `down`. Nothing is written
 * if the bits of the hour are set already, and what is off all day has no row.
 */
function watch(kind: WatchedKind, subjects: SQL) {
  const now = {
    partial: sql`not one.off and one.partial`,
    down: sql`not one.off and one.down`,
    unknown: sql`one.off`,
  };
  return insertWhere(
    healthDays,
    {
      day,
      kind: sql.raw(`'${kind}'`),
      subjectId: sql`one.id`,
      partial: bitIf(now.partial),
      down: bitIf(now.down),
      // Earlier hours of the day are not known: what was watched in them has a row already.
      unknown: sql`(${sql.placeholder("bit")} - 1) | ${bitIf(now.unknown)}`,
    },
    sql`not one.off or exists (select 1 from ${healthDays} where ${healthDays.day} = ${day}
      and ${healthDays.kind} = ${sql.raw(`'${kind}'`)} and ${healthDays.subjectId} = one.id)`,
    sql`(${subjects}) as one`,
  ).onConflictDoUpdate({
    target: [healthDays.day, healthDays.kind, healthDays.subjectId],
    set: {
      partial: sql`${healthDays.partial} | ${excluded(healthDays.partial)}`,
      down: sql`${healthDays.down} | ${excluded(healthDays.down)}`,
      unknown: sql`${healthDays.unknown} | ${unknownNow}`,
    },
    setWhere: sql`(~${healthDays.partial} & ${excluded(healthDays.partial)}) <> 0
      or (~${healthDays.down} & ${excluded(healthDays.down)}) <> 0
      or (~${healthDays.unknown} & ${unknownNow}) <> 0`,
  });
}

/**
 * Whether members could be read, by the checks of directors within the hour. A check without an answer of EVE tells
 * nothing.
 */
const watchCorporations = prepare({}, () =>
  watch(
    "corporation",
    sql`select cast(${corporations.id} as text) as id,
        ${corporations.isActive} = 0 or count(${healthMarks.at}) = 0 as off,
        max(${healthMarks.healthy} < ${healthMarks.directors}) as partial,
        max(${healthMarks.healthy} + ${healthMarks.failing} = 0) as down
      from ${corporations} left join ${healthMarks} on ${healthMarks.corporationId} = ${corporations.id}
        and ${healthMarks.at} > ${sql.placeholder("since")} and ${healthMarks.unknown} < ${healthMarks.directors}
      group by ${corporations.id}`,
  ),
);

/**
 * Whether roles followed, by what stops the work on the server and by members whose roles Discord refused within the
 * hour.
 */
const watchServers = prepare({}, () =>
  watch(
    "server",
    sql`select ${discordServers.id}, ${discordServers.isOn} = 0 as off,
        ${discordServers.halt} is not null or exists (select 1 from ${discordMembers}
          where ${discordMembers.serverId} = ${discordServers.id} and ${discordMembers.problem} is not null
            and ${discordMembers.problemAt} > ${sql.placeholder("since")}
            and ${discordMembers.problem} not in ('left', 'deleted')) as partial,
        coalesce(${discordServers.halt}, 'limited') not in ('limited', 'unavailable') as down
      from ${discordServers}`,
  ),
);
