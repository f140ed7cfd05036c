import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { ALARMS_KEPT_DAYS } from "#shared/corporations/alarms.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time.ts";
import { alarmChannels, alarms, alarmSettings } from "#worker/db/schema/alarms.ts";
import { names } from "#worker/db/schema/characters.ts";
import { corporations, dataPages } from "#worker/db/schema/corporations.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { columns, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { ReadAlarm } from "./read-alarms.ts";

/** Older alarms are not posted. */
export const ALARM_POSTED_MS = DAY_MS;
/** Alarms are looked for every minute among those that EVE has sent since then; `lookAt` says that an older one waits. */
export const NEW_MS = 20 * MINUTE_MS;
/** Long before it is no longer new. */
export const SOON_OLD_MS = 15 * MINUTE_MS;

/** Has alarms of a day looked for from this time on. */
export function markLook(corporationId: number, at: number): Statement {
  const { lookAt } = alarmSettings;
  return orm
    .update(alarmSettings)
    .set({ lookAt: new Date(at) })
    .where(
      sql`${alarmSettings.corporationId} = ${corporationId} and coalesce(${lookAt}, ${at} + 1) > ${at}`,
    );
}

/** Alarms of a day are looked for when the first channel may be tried again for which one waits, or not at all. */
export function settleLook(corporationId: number, now: number): Statement {
  const waiting = orm
    .select({ at: sql`min(${alarmChannels.waitsUntil})` })
    .from(alarms)
    .crossJoin(alarmChannels)
    .where(
      sql`${alarms.corporationId} = ${corporationId} and ${alarms.sentAt} > ${now - ALARM_POSTED_MS} and ${alarms.told} is null
        and ${alarmChannels.corporationId} = ${corporationId} and ${alarmChannels.group} = ${alarms.group}
        and ${alarms.readAt} >= ${alarmChannels.since}`,
    );
  return orm
    .update(alarmSettings)
    .set({ lookAt: sql`looked.at` })
    .from(sql`(select ${waiting} as at) as looked`)
    .where(
      sql`${alarmSettings.corporationId} = ${corporationId} and ${alarmSettings.lookAt} is not looked.at`,
    );
}

/** Saves what a director was told. What another director was told before is one row. */
export function saveAlarms(
  corporationId: number,
  read: readonly ReadAlarm[],
  now: number,
): Statement[] {
  const kept = read.filter(({ sentAt }) => sentAt > now - ALARMS_KEPT_DAYS * DAY_MS);
  if (kept.length === 0) return [];
  const of = (path: string) => sql.raw(`alarm.value ->> '$.${path}'`);
  return [
    insertWhere(
      alarms,
      {
        corporationId: sql`${corporationId}`,
        sentAt: of("sentAt"),
        id: of("id"),
        kind: of("kind"),
        group: of("group"),
        fields: sql.raw("alarm.value -> '$.fields'"),
        readAt: new Date(now),
      },
      sql`true`,
      sql`json_each(${JSON.stringify(kept)}) as alarm`,
    ).onConflictDoNothing(),
    ...(kept.some(({ sentAt }) => sentAt < now - SOON_OLD_MS && sentAt > now - ALARM_POSTED_MS)
      ? [markLook(corporationId, now)]
      : []),
  ];
}

export function deleteOldAlarms(now: Date) {
  const end = now.getTime() - ALARMS_KEPT_DAYS * DAY_MS;
  return orm.delete(alarms).where(
    sql`${alarms.corporationId} in (select ${corporations.id} from ${corporations})
      and ${alarms.sentAt} < ${end}`,
  );
}

/**
 * The names of what alarms are about: of the structures of a corporation as ESI lists them, and of what else has a name. `ids`: SQL of the
 * ids, a column.
 */
export function prepareAlarmNames(
  ids: SQL,
  corporationIds = sql`(${sql.placeholder("corporationId")})`,
) {
  return prepare(
    { id: sql<number>`id`, name: sql<string>`name` },
    (fields) => sql`with wanted as materialized (${ids}) select ${columns(fields)} from (
      select ${names.id} as id, ${names.name} as name from ${names}
        where ${names.id} in (select * from wanted) and ${names.name} is not null
      union all select item.value ->> '$.structure_id', item.value ->> '$.name'
        from ${dataPages} cross join json_each(${dataPages.data}) item
        where ${dataPages.corporationId} in ${corporationIds} and ${dataPages.source} = 'structures'
          and ${dataPages.isStaged} = 0 and item.value ->> '$.name' is not null
          and item.value ->> '$.structure_id' in (select * from wanted))`,
  );
}

export const selectAlarmSettings = prepare(
  {
    name: corporations.name,
    ticker: corporations.ticker,
    quietFrom: alarmSettings.quietFrom,
    quietUntil: alarmSettings.quietUntil,
    language: alarmSettings.language,
    lookAt: alarmSettings.lookAt,
    timersGroupId: groups.id,
    timersGroupName: groups.name,
  },
  (fields) =>
    orm
      .select(fields)
      .from(corporations)
      .leftJoin(alarmSettings, sql`${alarmSettings.corporationId} = ${corporations.id}`)
      .leftJoin(groups, eq(groups.id, alarmSettings.timersGroupId))
      .where(sql`${corporations.id} = ${sql.placeholder("corporationId")}`),
);

/** How long before its end EVE may tell of a structure's timer. */
const LONGEST_TIMER_MS = 8 * DAY_MS;

const running = sql`from ${corporations} cross join ${alarms} on ${alarms.corporationId} = ${corporations.id}
  and ${alarms.sentAt} > ${sql.placeholder("now")} - ${sql.raw(String(LONGEST_TIMER_MS))}
  and ${alarms.group} = 'timers' and ${alarms.fields} ->> '$.endsAt' > ${sql.placeholder("now")}
  where ${corporations.isActive} = 1`;

/** The timers that run, of all active corporations, the next first. */
export const selectRunningTimers = prepare(
  {
    id: alarms.id,
    corporationId: alarms.corporationId,
    kind: alarms.kind,
    fields: alarms.fields,
    endsAt: sql<number>`${alarms.fields} ->> '$.endsAt'`,
  },
  (fields) => sql`select ${columns(fields)} ${running} order by 5 limit 20`,
);

export const selectTimerNames = prepareAlarmNames(
  sql`select field.value from (select ${alarms.fields} as fields ${running}) as running, json_each(running.fields) as field
    where substr(field.key, -2) = 'Id'`,
  sql`(select ${alarms.corporationId} ${running})`,
);
