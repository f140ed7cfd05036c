import { Plural, Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ALARM_GROUPS, ALARMS_KEPT_DAYS, LATE_MS, mentions } from "#shared/corporations/alarms.ts";
import type {
  Alarm,
  AlarmChoices,
  AlarmGroup,
  Alarms,
  AlarmTold,
  SaveAlarms,
  TestedAlarm,
} from "#shared/corporations/alarms.ts";
import type { CorporationDetail } from "#shared/corporations/corporations.ts";
import { isSpoken, LANGUAGES, SPOKEN } from "#shared/language/languages.ts";
import {
  directorsQuery,
  alarmChoicesQuery,
  alarmsQuery,
  saveAlarmsMutation,
  testAlarmMutation,
} from "./queries.ts";
import { HALTS } from "#web/discord/feed-setting.tsx";
import { AccessRepair } from "#web/eve/grant-button.tsx";
import { System } from "#web/eve/location.tsx";
import { useSession } from "#web/lib/api/session.ts";
import { compareNames } from "#web/lib/compare.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { eveMoment, timeLeft, useNow } from "#web/lib/time.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { SelectField } from "#web/ui/form/form.tsx";
import { Table } from "#web/ui/table.tsx";
import { LastTime, RelativeTime } from "#web/ui/time.tsx";

const GROUPS: Record<AlarmGroup, readonly [label: Message, hint: Message]> = {
  attack: [
    msg({ context: "alarms", message: "Attack" }),
    msg`structures, skyhooks and customs offices under attack`,
  ],
  timers: [
    msg({ context: "alarms", message: "Timers" }),
    msg`shields or armor lost, with the time of the next window`,
  ],
  fuel: [
    msg({ context: "alarms", message: "Fuel" }),
    msg`fuel low, low power, services off, about to be abandoned`,
  ],
  sovereignty: [
    msg({ context: "alarms", message: "Sovereignty" }),
    msg`entosis, reinforced hubs, command nodes`,
  ],
  moons: [msg({ context: "alarms", message: "Moons" }), msg`extraction started, ready, fractured`],
  wars: [msg({ context: "alarms", message: "Wars" }), msg`declared, retracted, allies`],
  money: [
    msg({ context: "alarms", message: "Money" }),
    msg`bills due, infrastructure hubs about to lapse`,
  ],
};

const TOLD: Record<AlarmTold, Message> = {
  waiting: msg({ context: "an alarm", message: "Waits" }),
  posted: msg({ context: "an alarm", message: "Posted" }),
  edited: msg({ context: "an alarm", message: "Added to its post" }),
  summary: msg({ context: "an alarm", message: "In a summary" }),
  refused: msg({ context: "an alarm", message: "Discord refused" }),
  kept: msg({ context: "an alarm", message: "Not posted" }),
};

export default function AlarmsPanel({ corporation }: { corporation: CorporationDetail }) {
  const { corporationId, name, isActive } = corporation;
  const { data, isPending, refetch } = useQuery(alarmsQuery(corporationId));
  if (isPending) return <RowsSkeleton label={t`Loading alarms`} rows={7} />;
  if (!data) return <LoadFailed title={t`Alarms could not be loaded`} onRetry={refetch} />;
  const { attack } = data.channels;
  // An outage of Discord passes.
  const isTold =
    data.hasBot && attack !== undefined && (attack.halt ?? "unavailable") === "unavailable";
  return (
    <>
      <div className="grid gap-3 p-4">
        {isActive && data.readers === 0 && <NoReader corporation={corporation} />}
        {!isActive ? (
          <Alert tone="warn" title={<NoNotices name={name} />}>
            {t`The corporation is inactive. Activate it to fetch its data.`}
          </Alert>
        ) : !isTold ? (
          <Alert tone="danger">
            <Trans>
              No one is told of an attack on <bdi>{name}</bdi>
            </Trans>
          </Alert>
        ) : data.readers === 0 || data.readAt === null ? undefined : (
          <Alert tone="ok">
            <Trans>
              Alarms arrive: EVE’s notices were last read <LastTime at={data.readAt} />. Directors
              that are asked in turns: {ph({ readers: data.readers })}.
            </Trans>
          </Alert>
        )}
      </div>
      <Choices corporationId={corporationId} alarms={data} />
      <RunningTimers alarms={data.alarms} />
      <LastNotices alarms={data} />
    </>
  );
}

function NoNotices({ name }: { name: string }) {
  return (
    <Trans>
      Muster reads no notices of <bdi>{name}</bdi>
    </Trans>
  );
}

/** EVE tells directors: without one who can be asked, no channel hears of anything. */
function NoReader({ corporation }: { corporation: CorporationDetail }) {
  const { corporationId, name, directorCount } = corporation;
  const { user } = useSession();
  const { data: directors = [] } = useQuery(directorsQuery(corporationId));
  const own = new Set(user?.characters.map(({ characterId }) => characterId));
  const able = directors.filter(
    ({ isHealthy, missingScopes }) => isHealthy && missingScopes.includes(NOTICES_SCOPE),
  );
  const first = able.find(({ characterId }) => own.has(characterId)) ?? able[0];
  return (
    <Alert
      tone="danger"
      title={<NoNotices name={name} />}
      action={
        first ? (
          <AccessRepair {...first} />
        ) : (
          <ButtonLink size="sm" to={`${paths.adminCorporation(corporationId)}#directors`}>
            {directorCount === 0 ? t`Add a director` : t`See the directors`}
          </ButtonLink>
        )
      }
    >
      {first ? (
        <Trans>
          EVE tells directors. The authorization of <bdi>{first.characterName}</bdi> does not cover
          notices.
        </Trans>
      ) : directorCount === 0 ? (
        t`EVE tells directors, and the corporation has none here.`
      ) : (
        t`EVE tells directors, and none of them can be used.`
      )}
    </Alert>
  );
}

const NOTICES_SCOPE = "esi-characters.read_notifications.v1";

type ChoicesProps = { corporationId: number; alarms: Alarms };

/** Which channel gets which alarms. Each choice is saved at once. */
function Choices({ corporationId, alarms }: ChoicesProps) {
  const choices = useQuery({ ...alarmChoicesQuery(corporationId), enabled: alarms.hasBot });
  const save = useAction(saveAlarmsMutation, t`Failed to save the alarms`);
  const test = useAction(testAlarmMutation, t`Failed to send the test`);
  const [tested, setTested] = useState<TestedAlarm>();
  const sendTest = (group: AlarmGroup) => {
    setTested(undefined);
    return test.act({ id: corporationId, group }, { onSuccess: setTested });
  };
  const { channels, quiet, language } = alarms;
  const timersGroupId = alarms.timersGroup?.groupId ?? null;
  const change = (changed: Partial<SaveAlarms>) =>
    save.act({ id: corporationId, change: (saved) => ({ ...settingsOf(saved), ...changed }) });
  const known = { alarms, choices: choices.data };
  const choose = (group: AlarmGroup, channelId: string, roleId: string | null) => {
    const channel = channelsOf(known).find((offered) => offered.channelId === channelId);
    // A role is of one server.
    const isThere = channel?.serverId === channels[group]?.serverId;
    const target = channel && {
      serverId: channel.serverId,
      channelId,
      roleId: isThere ? roleId : null,
    };
    return save.act({
      id: corporationId,
      change: (saved) => {
        const settings = settingsOf(saved);
        const { [group]: _former, ...others } = settings.channels;
        return { ...settings, channels: target ? { ...others, [group]: target } : others };
      },
    });
  };
  const timerGroups = new Map(
    [...alarms.planning, ...(alarms.timersGroup === null ? [] : [alarms.timersGroup])].map(
      ({ groupId, name }) => [groupId, name],
    ),
  );
  const hour = (minutes: number) => String(Math.floor(minutes / 60));
  const hours = Array.from({ length: 24 }, (_, index) => ({
    value: String(index),
    label: `${String(index).padStart(2, "0")}:00`,
  }));
  return (
    <>
      <h2 className="border-t border-line-faint px-4 py-3 text-lg">{t`Who is told of what`}</h2>
      {!alarms.hasBot && (
        <p className="px-4 pb-3 text-text-2">{t`Alarms need Muster’s Discord bot.`}</p>
      )}
      {choices.isError && (
        <div className="px-4 pb-3">
          <LoadFailed title={t`The channels could not be loaded`} onRetry={choices.refetch} />
        </div>
      )}
      {choices.data?.missing === "unavailable" && (
        <div className="px-4 pb-3">
          <Alert tone="warn">{t`Discord does not answer, so channels may be missing.`}</Alert>
        </div>
      )}
      {(save.failure ?? test.failure) && (
        <div className="px-4 pb-3">
          <Alert tone="danger">{save.failure ?? test.failure}</Alert>
        </div>
      )}
      {tested && (
        <div className="px-4 pb-3">
          <TestResult {...tested} />
        </div>
      )}
      <Table
        caption={t`Who is told of what`}
        rows={ALARM_GROUPS}
        rowKey={(group) => group}
        columns={[
          {
            header: t({ context: "alarms", message: "Kind" }),
            isRowHeader: true,
            cell: (group) => (
              <span className="grid py-1">
                <b>{say(GROUPS[group][0])}</b>
                <small className="text-text-2">{say(GROUPS[group][1])}</small>
              </span>
            ),
          },
          {
            header: t`Channel`,
            cell: (group) => (
              <SelectField
                isLabelHidden
                label={t`Channel for ${ph({ kind: say(GROUPS[group][0]) })}`}
                value={channels[group]?.channelId ?? ""}
                disabled={save.isPending || !alarms.hasBot}
                options={[
                  { value: "", label: t`No one is told` },
                  ...channelsOf(known).map(({ channelId, channelName, serverName }) => ({
                    value: channelId,
                    label: `#${channelName} · ${serverName}`,
                  })),
                ]}
                onChange={({ target: { value } }) =>
                  choose(group, value, mentions(group) ? (channels[group]?.roleId ?? null) : null)
                }
              />
            ),
          },
          {
            header: t({ context: "alarms", message: "Mention" }),
            cell: (group) =>
              mentions(group) ? (
                <SelectField
                  isLabelHidden
                  label={t`Mention for ${ph({ kind: say(GROUPS[group][0]) })}`}
                  value={channels[group]?.roleId ?? ""}
                  disabled={save.isPending || channels[group] === undefined}
                  options={[
                    { value: "", label: t({ context: "mention", message: "No one" }) },
                    ...rolesOf(known, channels[group]?.serverId).map(({ roleId, name }) => ({
                      value: roleId,
                      label: `@${name}`,
                    })),
                  ]}
                  onChange={({ target: { value } }) =>
                    choose(group, channels[group]?.channelId ?? "", value === "" ? null : value)
                  }
                />
              ) : (
                <span className="text-text-2">
                  <Trans context="mention">never</Trans>
                </span>
              ),
          },
          {
            header: t`Last post`,
            cell: (group) => (
              <span className="grid gap-1">
                <LastTime at={lastPost(alarms, group)} never="–" />
                {alarms.channels[group]?.halt != null && (
                  <Chip tone="danger">{t`Discord refuses`}</Chip>
                )}
              </span>
            ),
          },
          {
            header: t`Actions`,
            cell: (group) =>
              channels[group] !== undefined && (
                <Button
                  size="sm"
                  aria-label={t`Send test: ${ph({ kind: say(GROUPS[group][0]) })}`}
                  isDisabled={test.isPending || save.isPending || !alarms.hasBot}
                  onClick={() => sendTest(group)}
                >
                  {t`Send test`}
                </Button>
              ),
          },
        ]}
      />
      <div className="flex flex-wrap items-end gap-4 border-t border-line-faint p-4">
        <SelectField
          label={t`Quiet from, EVE time`}
          value={quiet === null ? "" : hour(quiet.from)}
          options={[{ value: "", label: t`No quiet hours` }, ...hours]}
          disabled={save.isPending}
          onChange={({ target: { value } }) =>
            change({
              quiet:
                value === ""
                  ? null
                  : { from: Number(value) * 60, until: quiet?.until ?? DEFAULT_QUIET_UNTIL },
            })
          }
        />
        <SelectField
          label={t`until`}
          value={hour(quiet?.until ?? DEFAULT_QUIET_UNTIL)}
          options={hours}
          disabled={save.isPending || quiet === null}
          onChange={({ target: { value } }) =>
            quiet && change({ quiet: { ...quiet, until: Number(value) * 60 } })
          }
        />
        <SelectField
          label={t`Language of the posts`}
          value={language}
          options={SPOKEN.map((value) => ({ value, label: LANGUAGES[value] }))}
          disabled={save.isPending}
          onChange={({ target: { value } }) => isSpoken(value) && change({ language: value })}
        />
        {timerGroups.size > 0 && (
          <SelectField
            label={t`Timers become operations of`}
            value={timersGroupId ?? ""}
            options={[
              { value: "", label: t`No group` },
              ...[...timerGroups].map(([value, label]) => ({ value, label })),
            ]}
            disabled={save.isPending || alarms.channels.timers === undefined}
            onChange={({ target: { value } }) =>
              change({ timersGroupId: value === "" ? null : value })
            }
          />
        )}
        <p className="text-sm text-text-2">
          <Trans>
            Posts come without a mention. <b>Attacks are never silenced.</b>
          </Trans>
        </p>
      </div>
    </>
  );
}

function settingsOf({ channels, quiet, language, timersGroup }: Alarms): SaveAlarms {
  const targets = ALARM_GROUPS.flatMap((group) => {
    const chosen = channels[group];
    if (chosen === undefined) return [];
    const { serverId, channelId, roleId } = chosen;
    return [[group, { serverId, channelId, roleId }] as const];
  });
  const timersGroupId = timersGroup?.groupId ?? null;
  return { channels: Object.fromEntries(targets), quiet, language, timersGroupId };
}

function TestResult({ channelName, halt }: TestedAlarm) {
  const channel = <bdi>#{channelName}</bdi>;
  return halt === null ? (
    <Alert tone="ok">
      <Trans>The test arrived in {channel}. It mentions no one.</Trans>
    </Alert>
  ) : (
    <Alert tone="danger" title={<Trans>The test did not arrive in {channel}</Trans>}>
      {say(HALTS[halt])}
    </Alert>
  );
}

const DEFAULT_QUIET_UNTIL = 7 * 60;

type Known = { alarms: Alarms; choices: AlarmChoices | undefined };

/** The channels that Discord has now, and those that were chosen before. */
function channelsOf({ alarms, choices }: Known) {
  const chosen = Object.values(alarms.channels).filter((channel) => channel !== undefined);
  const all = [...chosen, ...(choices?.channels ?? [])];
  return [...new Map(all.map((channel) => [channel.channelId, channel])).values()];
}

/** The roles of a server, as `channelsOf` has channels. */
function rolesOf({ alarms, choices }: Known, serverId: string | undefined) {
  const chosen = Object.values(alarms.channels).flatMap((channel) =>
    channel?.roleId == null || channel.roleName === null
      ? []
      : [{ serverId: channel.serverId, roleId: channel.roleId, name: channel.roleName }],
  );
  const all = [...chosen, ...(choices?.roles ?? [])].filter((role) => role.serverId === serverId);
  return [...new Map(all.map((role) => [role.roleId, role])).values()];
}

const lastPost = ({ alarms }: Alarms, group: AlarmGroup) =>
  alarms.find((alarm) => alarm.group === group && alarm.told === "posted")?.sentAt ?? null;

function RunningTimers({ alarms }: { alarms: readonly Alarm[] }) {
  const now = useNow("minute");
  const running = alarms
    .filter((alarm) => alarm.group === "timers" && endOf(alarm) > now)
    .toSorted((left, right) => endOf(left) - endOf(right));
  if (running.length === 0) return undefined;
  return (
    <section className="border-t border-line-faint">
      <h2 className="px-4 py-3 text-lg">{t`Running timers`}</h2>
      <ul className="grid gap-2 px-4 pb-4">
        {running.map((alarm) => (
          <li key={alarm.id} className="flex flex-wrap justify-between gap-x-4">
            <span className="grid">
              <b>
                <bdi>{alarm.text}</bdi>
              </b>
              <AlarmPlace alarm={alarm} />
            </span>
            <span className="text-text-2 tabular-nums">
              <Trans>
                {ph({ moment: eveMoment(endOf(alarm), now) })}, in{" "}
                {ph({ left: timeLeft(endOf(alarm) - now) })}
              </Trans>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const endOf = ({ fields }: Alarm) => fields.endsAt ?? 0;

const ANY = "";

function LastNotices({ alarms: { alarms, channels, unknown } }: { alarms: Alarms }) {
  const [group, setGroup] = useState<string>(ANY);
  const [told, setTold] = useState<string>(ANY);
  const [structure, setStructure] = useState<string>(ANY);
  const structures = [
    ...new Set(alarms.flatMap(({ fields, name }) => (fields.structureId && name) || [])),
  ].toSorted(compareNames);
  const shown = alarms.filter(
    (alarm) =>
      (group === ANY || alarm.group === group) &&
      (structure === ANY || alarm.name === structure) &&
      (told === ANY || (told === "late" ? isLate(alarm) : alarm.told === told)),
  );
  const count = unknown.reduce((sum, kind) => sum + kind.count, 0);
  const kinds = enumerated(unknown.map(({ kind, count: times }) => `${kind} × ${times}`));
  return (
    <section className="border-t border-line-faint">
      <header className="flex flex-wrap items-end gap-4 p-4">
        <h2 className="text-lg">
          {t`Last notices`} <Chip>{alarms.length}</Chip>
        </h2>
        <SelectField
          isLabelHidden
          label={t({ context: "alarms", message: "Kind" })}
          value={group}
          options={[
            { value: ANY, label: t`All kinds` },
            ...ALARM_GROUPS.map((value) => ({ value, label: say(GROUPS[value][0]) })),
          ]}
          onChange={({ target: { value } }) => setGroup(value)}
        />
        {structures.length > 1 && (
          <SelectField
            isLabelHidden
            label={t`Structure`}
            value={structure}
            options={[
              { value: ANY, label: t`All structures` },
              ...structures.map((value) => ({ value, label: value })),
            ]}
            onChange={({ target: { value } }) => setStructure(value)}
          />
        )}
        <SelectField
          isLabelHidden
          label={t`What was done`}
          value={told}
          options={[
            { value: ANY, label: t`Posted or not` },
            ...Object.entries(TOLD).map(([value, label]) => ({ value, label: say(label) })),
            { value: "late", label: t({ context: "an alarm", message: "Late" }) },
          ]}
          onChange={({ target: { value } }) => setTold(value)}
        />
        <span className="text-sm text-text-2">
          <Plural value={{ days: ALARMS_KEPT_DAYS }} one="kept # day" other="kept # days" />
        </span>
      </header>
      {count > 0 && (
        <p className="px-4 pb-3">
          <b>
            <Plural
              value={count}
              one="# notice of a kind that Muster does not know"
              other="# notices of a kind that Muster does not know"
            />
          </b>
          <br />
          <small className="text-text-2">
            <span className="font-mono">{kinds}</span> · {t`nothing was posted`}
          </small>
        </p>
      )}
      {shown.length === 0 && (
        <p className="px-4 pb-4 text-text-2">
          {alarms.length === 0 ? (
            <Trans>
              EVE has told of nothing yet. Attacks, timers, fuel, wars and bills are listed here.
            </Trans>
          ) : (
            t`No notice matches.`
          )}
        </p>
      )}
      {shown.length > 0 && <NoticeTable shown={shown} channels={channels} />}
    </section>
  );
}

/** The system, with its security and a link to its map. */
function AlarmPlace({ alarm: { fields, systemName, security } }: { alarm: Alarm }) {
  return (
    fields.systemId !== undefined && (
      <small className="text-text-2">
        <System id={fields.systemId} name={systemName} securityStatus={security} />
      </small>
    )
  );
}

const isLate = ({ readAt, sentAt }: Alarm) => Date.parse(readAt) - Date.parse(sentAt) > LATE_MS;

function NoticeTable({ shown, channels }: { shown: Alarm[]; channels: Alarms["channels"] }) {
  return (
    <Table
      caption={t`Last notices`}
      rows={shown}
      rowKey={({ id }) => String(id)}
      columns={[
        {
          header: t({ context: "alarms", message: "Notice" }),
          isRowHeader: true,
          cell: (alarm) => (
            <span className="grid py-1">
              <bdi>{alarm.text}</bdi>
              <AlarmPlace alarm={alarm} />
            </span>
          ),
        },
        {
          header: t({ context: "alarms", message: "Sent" }),
          cell: ({ sentAt }) => <RelativeTime at={sentAt} />,
        },
        {
          header: t`What was done`,
          cell: (alarm) => (
            <span className="flex flex-wrap gap-2">
              {say(TOLD[alarm.told])}
              {alarm.told !== "kept" && channels[alarm.group] !== undefined && (
                <bdi className="text-text-2">#{channels[alarm.group]?.channelName}</bdi>
              )}
              {isLate(alarm) && (
                <Chip tone="warn">
                  <Trans>
                    {ph({
                      time: timeLeft(Date.parse(alarm.readAt) - Date.parse(alarm.sentAt)),
                    })}{" "}
                    late
                  </Trans>
                </Chip>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}
