import { ALARM_KINDS } from "#worker/alarms/alarm-kinds.ts";
import { LATE_MS, mentions } from "#shared/corporations/alarms.ts";
import type { AlarmFields, AlarmGroup } from "#shared/corporations/alarms.ts";
import { msg, ph, plural } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { findSecurityStatus } from "#worker/universe/system-names.ts";
import type { Words } from "#worker/language/words.ts";
import { bold, buildMessage, shortened, eveTime, linkRow, plain } from "./message.ts";
import type { Embed, DiscordMessage } from "./message.ts";

/** An alarm as a post shows it. */
export type Told = {
  id: number;
  kind: string;
  group: AlarmGroup;
  fields: AlarmFields;
  sentAt: Date;
  readAt: Date;
};

/** What a post says besides its alarms. */
export type Surroundings = {
  corporation: { id: number; name: string; ticker: string };
  names: ReadonlyMap<number, string>;
  /** The page of the corporation's alarms. */
  url: string;
  roleId: string | null;
  /** The operation that a timer has become. */
  operationUrl?: string | undefined;
  words: Words;
};

/** Discord's limit is 256 characters. */
const TITLE_LENGTH = 200;
const FIELD_LENGTH = 500;
const MOST_LINES = 20;

/** In the colours of the kinds. */
const COLORS: Record<AlarmGroup, number> = {
  attack: 0xe5_48_4d,
  timers: 0xe8_96_3a,
  fuel: 0xd9_b1_3b,
  sovereignty: 0xe8_96_3a,
  moons: 0x7d_87_91,
  wars: 0xe5_48_4d,
  money: 0x7d_87_91,
};
const SUMMARY_COLOR = 0x7d_87_91;

/** One post of an event: the first alarm, and with it what EVE has told of it again. */
export function alarmMessage(
  alarms: readonly [Told, ...Told[]],
  around: Surroundings,
): DiscordMessage {
  const [first] = alarms;
  const last = alarms.at(-1) ?? first;
  const { words, roleId, operationUrl } = around;
  const title = sentenceOf(first, around);
  const isMentioned = roleId !== null && mentions(first.group);
  const rows =
    operationUrl === undefined ? [] : [linkRow(words.say(msg`Say whether you come`), operationUrl)];
  const message = buildMessage(isMentioned ? `<@&${roleId}> ${title}` : "", rows, {
    embeds: [
      {
        ...frame(around, COLORS[first.group]),
        title: shortened(title, TITLE_LENGTH),
        description: placeOf(first, around),
        ...(first.fields.typeId !== undefined && {
          thumbnail: {
            url: `https://images.evetech.net/types/${first.fields.typeId}/render?size=64`,
          },
        }),
        fields: fieldsOf(alarms, around).map(([name, value]) => ({
          name: words.say(name),
          value: shortened(value, FIELD_LENGTH),
          inline: true,
        })),
        footer: { text: footOf(last, alarms.length, words) },
      },
    ],
  });
  return isMentioned ? { ...message, allowed_mentions: { parse: [], roles: [roleId] } } : message;
}

/** One post of what EVE told long before Muster could post it, the worst first. It mentions nobody. */
export function summaryMessage(
  alarms: readonly Told[],
  unreadSince: { from: Date; until: Date },
  around: Surroundings,
): DiscordMessage {
  const { words } = around;
  const { say } = words;
  const from = eveTime(unreadSince.from, words);
  const until = eveTime(unreadSince.until, words);
  const count = alarms.length;
  const lines = linesOf(alarms, around);
  const rest = lines.length - MOST_LINES;
  const oldest = Math.max(
    ...alarms.map((alarm) => alarm.readAt.getTime() - alarm.sentAt.getTime()),
  );
  const age = ageOf(oldest);
  return buildMessage("", [], {
    embeds: [
      {
        ...frame(around, SUMMARY_COLOR),
        title: say(
          msg`${plural(count, { one: "# notice that comes late", other: "# notices that come late" })}`,
        ),
        description: [
          say(
            msg`EVE sent them from ${from} to ${until}. What is older than two hours comes in one post.`,
          ),
          ...lines.slice(0, MOST_LINES),
          ...(rest > 0
            ? [say(msg`${plural(rest, { one: "and # more", other: "and # more" })}`)]
            : []),
        ].join("\n"),
        footer: { text: say(msg`Late: the oldest was ${say(age)} old when it was read`) },
      },
    ],
  });
}

/** `name`: of the administrator who asks whether posts arrive. It mentions nobody. */
export function testMessage(
  name: string,
  corporation: { name: string },
  { say }: Words,
): DiscordMessage {
  return buildMessage(
    `**${say(msg`Test by ${ph({ name: plain(name) })}`)}**\n${say(
      msg`This is no alarm. Alarms of ${ph({ corporation: plain(corporation.name) })} are posted here.`,
    )}`,
  );
}

function frame({ corporation, url }: Surroundings, color: number): Embed {
  return {
    color,
    description: "",
    author: {
      name: `${corporation.name} [${corporation.ticker}]`,
      icon_url: `https://images.evetech.net/corporations/${corporation.id}/logo?size=64`,
    },
    url,
  };
}

/** One line for each kind and place. */
function linesOf(alarms: readonly Told[], around: Surroundings): string[] {
  const { say } = around.words;
  const same = Map.groupBy(alarms, (alarm) => `${alarm.kind} ${alarmSubjectOf(alarm.fields)}`);
  return [...same.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const line = sentenceOf(first, around);
    const times = others.length + 1;
    return [
      `• ${times === 1 ? line : say(msg`${line}, told ${plural(times, { one: "# time", other: "# times" })}`)}`,
    ];
  });
}

/** What an alarm is about: what EVE tells of the same again is one event. */
export function alarmSubjectOf({ structureId, planetId, moonId, systemId, typeId }: AlarmFields) {
  return String(structureId ?? planetId ?? moonId ?? `${systemId ?? ""}:${typeId ?? ""}`);
}

/** The ids whose names a post shows. */
export function namedIds({ fields }: Pick<Told, "fields">): number[] {
  const { structureId, typeId, systemId, planetId, attackerId, quantityTypeId } = fields;
  const { declaredById, againstId } = fields;
  return [
    structureId,
    typeId,
    systemId,
    planetId,
    attackerId,
    quantityTypeId,
    declaredById,
    againstId,
  ].filter((id) => id !== undefined);
}

function sentenceOf({ kind, fields }: Told, { names, words }: Surroundings): string {
  return alarmSentence({ kind, fields }, names, words, plain);
}

/** What has happened, in a sentence. `show`: how a name is written. */
export function alarmSentence(
  { kind, fields }: Pick<Told, "kind" | "fields">,
  names: ReadonlyMap<number, string>,
  words: Words,
  show: (name: string) => string,
): string {
  const nameOf = (id: number | undefined) => (id === undefined ? undefined : names.get(id));
  const sides = [nameOf(fields.declaredById), nameOf(fields.againstId)].filter(
    (name) => name !== undefined,
  );
  const name =
    sides.length > 0
      ? sides.join(" – ")
      : (nameOf(fields.structureId) ??
        nameOf(fields.planetId) ??
        // A structure whose name is not known is called by its type, and not by the system that it is in.
        nameOf(fields.structureId === undefined ? fields.systemId : fields.typeId));
  const shown = name ?? words.say(msg({ context: "instead of its name", message: "a structure" }));
  const sentence = words.say(
    ALARM_KINDS[kind]?.says(show(shown)) ?? msg`EVE’s notice ${ph({ kind: show(kind) })}`,
  );
  // Names stay as players write them; what stands instead of one may begin the sentence.
  return name === undefined ? sentence.slice(0, 1).toUpperCase() + sentence.slice(1) : sentence;
}

function placeOf({ fields: { typeId, systemId } }: Told, { names, words }: Surroundings): string {
  const type = typeId === undefined ? undefined : names.get(typeId);
  const system = systemId === undefined ? undefined : names.get(systemId);
  if (system === undefined || systemId === undefined) return type === undefined ? "" : plain(type);
  const security = securityOf({ systemId });
  const shown = `${bold(system)}${security === null ? "" : ` (${security.toFixed(1)})`}`;
  // By the id: Dotlan knows names in English alone.
  const map = `[Dotlan](https://evemaps.dotlan.net/system/${systemId})`;
  const place =
    type === undefined
      ? shown
      : words.say(msg`${ph({ type: plain(type) })} in ${ph({ system: shown })}`);
  return `${place} · ${map}`;
}

export const securityOf = ({ systemId }: Pick<AlarmFields, "systemId">) =>
  systemId === undefined ? null : (findSecurityStatus(systemId) ?? null);

type Field = readonly [name: Message, value: string];

function fieldsOf(alarms: readonly [Told, ...Told[]], around: Surroundings): Field[] {
  const { names, words } = around;
  const [first] = alarms;
  const last = alarms.at(-1) ?? first;
  const lowest = (part: "shield" | "armor" | "hull") => {
    const known = alarms.flatMap(({ fields }) => fields[part] ?? []);
    return known.length === 0 ? undefined : `${Math.floor(Math.min(...known))} %`;
  };
  const { attackerId, attackerName, quantity, quantityTypeId, amount, endsAt } = last.fields;
  const attacker = [
    attackerId === undefined ? undefined : names.get(attackerId),
    attackerName,
  ].flatMap((name) => (name === undefined ? [] : [plain(name)]));
  const fuel = quantityTypeId === undefined ? undefined : names.get(quantityTypeId);
  const ends = endsAt === undefined ? undefined : new Date(endsAt);
  const found: (readonly [Message, string | undefined])[] = [
    [msg({ context: "of a structure", message: "Shields" }), lowest("shield")],
    [msg({ context: "of a structure", message: "Armor" }), lowest("armor")],
    [msg({ context: "of a structure", message: "Hull" }), lowest("hull")],
    [msg`Attacker`, attacker.length === 0 ? undefined : attacker.join("\n")],
    [
      msg({ context: "fuel of a structure", message: "Left" }),
      quantity === undefined ? undefined : `${quantity} ${plain(fuel ?? "")}`.trim(),
    ],
    [
      msg`Amount`,
      amount === undefined
        ? undefined
        : `${new Intl.NumberFormat(words.language, { maximumFractionDigits: 0 }).format(amount)} ISK`,
    ],
    [msg({ context: "a timer", message: "Time" }), ends && `**${eveTime(ends, words)}**`],
    [msg`Your time`, ends && `${discordTime(ends, "F")}\n${discordTime(ends, "R")}`],
    ...(ALARM_KINDS[first.kind]?.repeats === true
      ? ([
          [
            msg({ context: "notice", message: "First" }),
            `${eveTime(first.sentAt, words)}\n${discordTime(first.sentAt, "R")}`,
          ],
          [
            msg({ context: "notice", message: "Last" }),
            alarms.length === 1
              ? undefined
              : `${eveTime(last.sentAt, words)}\n${discordTime(last.sentAt, "R")}`,
          ],
        ] as const)
      : []),
  ];
  return found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** Discord shows it in the time zone of its reader. */
const discordTime = (date: Date, style: "F" | "R") =>
  `<t:${Math.floor(date.getTime() / 1000)}:${style}>`;

/** Late is said, and how old EVE's notice was anyway. */
function footOf({ sentAt, readAt }: Told, times: number, { say }: Words): string {
  const ageMs = readAt.getTime() - sentAt.getTime();
  const age = say(ageOf(ageMs));
  const read = say(
    ageMs > LATE_MS ? msg`Late: ${age} old when it was read` : msg`${age} old when it was read`,
  );
  if (times === 1) return read;
  const told = say(msg`EVE told it ${plural(times, { one: "# time", other: "# times" })}`);
  return `${told} · ${read}`;
}

function ageOf(ms: number): Message {
  const minutes = Math.max(0, Math.round(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? msg`${minutes} min` : msg`${hours} h ${ph({ minutes: minutes % 60 })} min`;
}
