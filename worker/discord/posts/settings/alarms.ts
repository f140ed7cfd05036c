import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { ALARM_GROUPS, mentions, MOST_ALARMS } from "#shared/corporations/alarms.ts";
import type { AlarmGroup, Alarms, SaveAlarms, TestedAlarm } from "#shared/corporations/alarms.ts";
import { LANGUAGES } from "#shared/language/languages.ts";
import { DAY_MS, isoOrNull, MINUTE_MS } from "#shared/time.ts";
import { markLook, prepareAlarmNames, selectAlarmSettings } from "#worker/alarms/store.ts";
import { mainName } from "#worker/audit/event-names.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { alarmChannels, alarms, alarmSettings } from "#worker/db/schema/alarms.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { directors } from "#worker/db/schema/corporations.ts";
import { noticePolls } from "#worker/db/schema/evidence.ts";
import { columns, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import { alarmSentence, securityOf, testMessage } from "#worker/discord/posts/alarm-message.ts";
import { createMessage } from "#worker/discord/posts/endpoints.ts";
import { delayAfter } from "#worker/discord/bot/refusals.ts";
import { DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { selectPlannable } from "#worker/operations/store.ts";
import { wordsIn } from "#worker/language/words.ts";
import { listChoices } from "./channels.ts";

const corporationId = sql.placeholder("corporationId");
const newest = orm
  .select({ fields: alarms.fields })
  .from(alarms)
  .where(eq(alarms.corporationId, corporationId))
  .orderBy(desc(alarms.sentAt), desc(alarms.id))
  .limit(MOST_ALARMS);

const selectNewest = prepare(getTableColumns(alarms), (fields) =>
  orm
    .select(fields)
    .from(alarms)
    .where(eq(alarms.corporationId, corporationId))
    .orderBy(desc(alarms.sentAt), desc(alarms.id))
    .limit(MOST_ALARMS),
);

const selectNames = prepareAlarmNames(
  sql`select field.value from (${newest}) as newest, json_each(newest.fields) as field where substr(field.key, -2) = 'Id'`,
);

const selectChannels = prepare(getTableColumns(alarmChannels), (fields) =>
  orm.select(fields).from(alarmChannels).where(eq(alarmChannels.corporationId, corporationId)),
);
type ChannelRow = RowOfStatement<typeof selectChannels>;
type SettingsRow = RowOfStatement<typeof selectAlarmSettings>;

/** The directors whose notices are read, and when the last was: a poll that has failed has read nothing. */
const selectReaders = prepare(
  {
    readers: sql<number>`count(*)`,
    readAt: sql<
      number | null
    >`max(iif(${noticePolls.failure} is null, ${noticePolls.polledAt}, null))`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(directors)
      .innerJoin(
        eveTokens,
        and(
          eq(eveTokens.characterId, directors.characterId),
          sql`${eveTokens.state} <> 'revoked' and exists (select 1 from json_each(${eveTokens.scopes})
            where value = ${sql.raw(`'${DIRECTOR_FEATURES.notices[0]}'`)})`,
        ),
      )
      .innerJoin(characters, eq(characters.id, directors.characterId))
      .leftJoin(users, eq(users.id, characters.userId))
      .leftJoin(noticePolls, eq(noticePolls.directorId, directors.id))
      .where(
        and(
          eq(directors.corporationId, corporationId),
          eq(directors.isHealthy, true),
          sql`coalesce(${users.suspendedUntil}, 0) <= ${sql.placeholder("now")}`,
        ),
      ),
);

const selectActor = prepare(
  { name: sql<string | null>`${mainName(sql.placeholder("userId"))}` },
  (fields) => sql`select ${columns(fields)}`,
);

/** `languages`: the reader's. */
export async function readAlarmsPage(
  { db, config }: Context,
  { userId }: UserActor,
  id: number,
  languages: readonly string[],
): Promise<Alarms> {
  const key = { corporationId: id };
  const [[settings], channels, found, named, [read], planning] = await runBatch(db, [
    selectAlarmSettings(key),
    selectChannels(key),
    selectNewest(key),
    selectNames(key),
    selectReaders({ ...key, now: Date.now() }),
    selectPlannable({ userId, now: Date.now() }),
  ]);
  if (settings === undefined) throw new ApiError("no_such_corporation");
  const names = new Map(named.map((row) => [row.id, row.name]));
  const words = await wordsIn(...languages);
  const nameOf = (eveId: number | undefined) => names.get(eveId ?? 0) ?? null;
  const channelOf = new Map(channels.map((channel) => [channel.group, channel]));
  const unknown = Map.groupBy(
    found.filter(({ group }) => group === "unknown"),
    ({ kind }) => kind,
  );
  return {
    channels: Object.fromEntries(
      channels.map((channel) => [channel.group, { ...targetOf(channel), halt: channel.halt }]),
    ),
    quiet: quietOf(settings),
    language: settings.language ?? "en",
    timersGroup:
      settings.timersGroupId === null
        ? null
        : { groupId: settings.timersGroupId, name: settings.timersGroupName ?? "" },
    planning: planning.map(({ id: groupId, name }) => ({ groupId, name })),
    readers: read?.readers ?? 0,
    readAt: isoOrNull(read?.readAt),
    alarms: found.flatMap(({ group, ...alarm }) =>
      group === "unknown"
        ? []
        : [
            {
              id: alarm.id,
              kind: alarm.kind,
              group,
              sentAt: alarm.sentAt.toISOString(),
              readAt: alarm.readAt.toISOString(),
              text: alarmSentence(alarm, names, words, (name) => name),
              name: nameOf(alarm.fields.structureId) ?? nameOf(alarm.fields.planetId),
              systemName: nameOf(alarm.fields.systemId),
              security: securityOf(alarm.fields),
              fields: alarm.fields,
              told: alarm.told ?? (isWaiting(alarm, channelOf.get(group)) ? "waiting" : "kept"),
              leadId: alarm.leadId,
            },
          ],
    ),
    unknown: [...unknown].map(([kind, own]) => ({
      kind,
      count: own.length,
      since: (own.at(-1)?.sentAt ?? new Date()).toISOString(),
    })),
    hasBot: config.DISCORD_BOT_TOKEN !== "",
  };
}

function quietOf({ quietFrom: from, quietUntil: until }: SettingsRow): SaveAlarms["quiet"] {
  return from === null || until === null ? null : { from, until };
}

function isWaiting(alarm: { sentAt: Date; readAt: Date }, channel: ChannelRow | undefined) {
  return (
    channel !== undefined &&
    alarm.readAt >= channel.since &&
    alarm.sentAt.getTime() > Date.now() - DAY_MS
  );
}

/** Saves where alarms are posted, and makes Muster try again where Discord has refused. `origin`: where the links of the posts lead. */
export async function saveAlarmSettings(
  context: Context,
  actor: UserActor,
  id: number,
  input: SaveAlarms,
  { origin, languages }: { origin: string; languages: readonly string[] },
): Promise<Alarms> {
  const key = { corporationId: id };
  const { userId } = actor;
  const [[settings], channels, planning] = await runBatch(context.db, [
    selectAlarmSettings(key),
    selectChannels(key),
    selectPlannable({ userId, now: Date.now() }),
  ]);
  if (settings === undefined) throw new ApiError("no_such_corporation");
  const timers = timersGroupOf(input, settings, planning);
  const before = new Map(channels.map((channel) => [channel.group, channel]));
  const wanted = await chosen(context, actor, input, before);
  const { quiet, language } = input;
  const now = new Date();
  const set = {
    quietFrom: quiet?.from ?? null,
    quietUntil: quiet?.until ?? null,
    language,
    timersGroupId: timers?.id ?? null,
  };
  const write = (condition: SQL): Statement[] => [
    insertWhere(alarmSettings, { corporationId: id, ...set }, condition).onConflictDoUpdate({
      target: alarmSettings.corporationId,
      set,
    }),
    orm.delete(alarmChannels).where(
      sql`${alarmChannels.corporationId} = ${id} and ${condition}
        and ${alarmChannels.group} not in (select value from json_each(${JSON.stringify([...wanted.keys()])}))`,
    ),
    ...(channels.some(({ halt }) => halt !== null) ? [markLook(id, now.getTime())] : []),
    ...[...wanted].map(([group, target]) => {
      const place = { ...target, origin, halt: null, outages: 0, waitsUntil: now };
      const isSame = before.get(group)?.channelId === target.channelId;
      return insertWhere(
        alarmChannels,
        { corporationId: id, group, ...place, since: now },
        condition,
      ).onConflictDoUpdate({
        target: [alarmChannels.corporationId, alarmChannels.group],
        set: { ...place, ...(!isSame && { since: now }) },
      });
    }),
  ];
  const from = textOf(
    before,
    quietOf(settings),
    settings.language ?? "en",
    settings.timersGroupName,
  );
  const to = textOf(wanted, quiet, language, timers?.name ?? null);
  if (from === to) await runBatch(context.db, write(sql`true`));
  else {
    await recordAndApply(context, {
      kind: "corporation_updated",
      corporationId: id,
      actor,
      detail: { changes: { alarms: { from, to } } },
      statements: write,
    });
  }
  return readAlarmsPage(context, actor, id, languages);
}

type Group = { id: string; name: string };

/** One for which the actor plans, or the one that was chosen before. */
function timersGroupOf(
  { timersGroupId }: SaveAlarms,
  before: SettingsRow,
  planning: readonly Group[],
): Group | undefined {
  if (timersGroupId === null) return undefined;
  if (timersGroupId === before.timersGroupId) {
    return { id: timersGroupId, name: before.timersGroupName ?? "" };
  }
  const group = planning.find(({ id }) => id === timersGroupId);
  if (group === undefined) throw new ApiError("operation_groups");
  return group;
}

/** Posts a message in the channel of a kind that says that it is a test. Pressed again within a minute, it is the same message. */
export async function testAlarm(
  { db, config }: Context,
  { userId }: UserActor,
  id: number,
  group: AlarmGroup,
): Promise<TestedAlarm> {
  const [[settings], channels, [actor]] = await runBatch(db, [
    selectAlarmSettings({ corporationId: id }),
    selectChannels({ corporationId: id }),
    selectActor({ userId }),
  ]);
  const channel = channels.find((candidate) => candidate.group === group);
  if (settings === undefined) throw new ApiError("no_such_corporation");
  if (channel === undefined) throw new ApiError("channel_missing");
  const { channelId, channelName } = channel;
  const now = Date.now();
  // Discord takes 25 characters.
  const nonce = `t${channelId}-${Math.floor(now / MINUTE_MS) % 1000}`;
  const message = testMessage(actor?.name ?? "", settings, await wordsIn(settings.language));
  const answer = await openBot(config, NO_BUCKETS).call(
    createMessage({ kind: "channel", id: channelId }, message, nonce),
  );
  const halt = answer.state === "ok" ? null : (delayAfter(answer, 0, now).halt ?? "unavailable");
  // An outage passes. What only a person repairs is kept, so that no page says that alarms arrive.
  if (halt !== "unavailable" && halt !== channel.halt) {
    await runBatch(db, [
      orm
        .update(alarmChannels)
        .set({ halt, ...(halt === null && { outages: 0, waitsUntil: new Date(now) }) })
        .where(
          and(
            eq(alarmChannels.corporationId, id),
            eq(alarmChannels.group, group),
            eq(alarmChannels.channelId, channelId),
          ),
        ),
      ...(halt === null ? [markLook(id, now)] : []),
    ]);
  }
  return { channelName, halt };
}

type Target = Pick<
  ChannelRow,
  "serverId" | "serverName" | "channelId" | "channelName" | "roleId" | "roleName"
>;
const targetOf = ({
  serverId,
  serverName,
  channelId,
  channelName,
  roleId,
  roleName,
}: ChannelRow): Target => ({ serverId, serverName, channelId, channelName, roleId, roleName });

/** The channels and roles with their names: those that were chosen before, and others if the bot may write there and mention them. */
async function chosen(
  context: Context,
  actor: UserActor,
  { channels }: SaveAlarms,
  before: ReadonlyMap<AlarmGroup, ChannelRow>,
): Promise<Map<AlarmGroup, Target>> {
  const wanted = ALARM_GROUPS.flatMap((group) => {
    const target = channels[group];
    return target === undefined
      ? []
      : [{ group, ...target, roleId: mentions(group) ? target.roleId : null }];
  });
  const known = (target: (typeof wanted)[number]) =>
    [...before.values()].find(
      ({ channelId, roleId }) => channelId === target.channelId && roleId === target.roleId,
    );
  const isNew = wanted.some((target) => known(target) === undefined);
  const choices = isNew ? await listChoices(context, actor) : undefined;
  return new Map(
    wanted.map((target) => {
      const same = known(target);
      if (same !== undefined) return [target.group, targetOf(same)];
      const channel = choices?.channels.find(
        ({ serverId, channelId }) => channelId === target.channelId && serverId === target.serverId,
      );
      const role = choices?.roles.find(
        ({ serverId, roleId }) => roleId === target.roleId && serverId === target.serverId,
      );
      if (channel === undefined || (target.roleId !== null && role === undefined)) {
        throw new ApiError(
          choices?.missing === "unavailable" ? "discord_silent" : "channel_closed",
        );
      }
      return [
        target.group,
        { ...channel, roleId: role?.roleId ?? null, roleName: role?.name ?? null },
      ];
    }),
  );
}

const clock = (minutes: number) => new Date(minutes * MINUTE_MS).toISOString().slice(11, 16);

/** What the log has of the settings, in English. */
function textOf(
  channels: ReadonlyMap<AlarmGroup, Target>,
  quiet: SaveAlarms["quiet"],
  language: keyof typeof LANGUAGES,
  timers: string | null,
): string | null {
  if (channels.size === 0) return null;
  const places = ALARM_GROUPS.flatMap((group) => {
    const target = channels.get(group);
    if (target === undefined) return [];
    const { channelName, serverName, roleName } = target;
    const mentioned = roleName === null ? "" : ` @${roleName}`;
    return [`${group} #${channelName} (${serverName})${mentioned}`];
  });
  const hours = quiet === null ? [] : [`quiet ${clock(quiet.from)}–${clock(quiet.until)}`];
  const planned = timers === null ? [] : [`timers are operations of ${timers}`];
  return [...places, ...planned, ...hours, LANGUAGES[language]].join(", ");
}
