import { ALARM_KINDS, NO_ALARMS, UNKNOWN_ALARM } from "./alarm-kinds.ts";
import type { AlarmKind, AlarmTime } from "./alarm-kinds.ts";
import type { AlarmFields, AlarmGroup } from "#shared/corporations/alarms.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time.ts";
import type { EsiNotification } from "#worker/esi/character-endpoints.ts";

/** A notice of which Muster tells. `unknown`: of a kind or with a text that Muster cannot read; nothing is posted. */
export type ReadAlarm = {
  id: number;
  kind: string;
  group: AlarmGroup | "unknown";
  sentAt: number;
  fields: AlarmFields;
};

/** Names in EVE are shorter. */
const LONGEST_NAME = 100;
const LONGEST_TEXT = 65_536;
/** Later times are a mistake. */
const LATEST_MS = 400 * DAY_MS;

/** The notices of a corporation's matters; all others are dropped here, before anything is written. */
export function readAlarms(notifications: readonly EsiNotification[]): ReadAlarm[] {
  return notifications.flatMap((notification): ReadAlarm[] => {
    const { notification_id: id, type, timestamp, text = "" } = notification;
    const kind = Object.hasOwn(ALARM_KINDS, type) ? ALARM_KINDS[type] : undefined;
    if (kind === undefined && (!UNKNOWN_ALARM.test(type) || NO_ALARMS.has(type))) return [];
    const sentAt = Date.parse(timestamp);
    if (Number.isNaN(sentAt)) return [];
    const fields = kind && readFields(kind, readText(text), sentAt);
    return kind === undefined || fields === undefined
      ? [{ id, kind: type.slice(0, LONGEST_NAME), group: "unknown", sentAt, fields: {} }]
      : [{ id, kind: type, group: kind.group, sentAt, fields }];
  });
}

/** Undefined: the text does not say what the kind is about. */
function readFields(kind: AlarmKind, text: Values, sentAt: number): AlarmFields | undefined {
  const id = (...keys: string[]) => firstOf(keys, (key) => toId(text.get(key)));
  const number = (...keys: string[]) => firstOf(keys, (key) => toNumber(text.get(key)));
  const has = (part: NonNullable<AlarmKind["parts"]>[number]) =>
    kind.parts?.includes(part) ?? false;
  const place = {
    structureId: id("structureID"),
    typeId: id("structureTypeID", "typeID"),
    systemId: id("solarsystemID", "solarSystemID"),
    planetId: id("planetID"),
    moonId: id("moonID"),
  };
  const isSomewhere = [place.structureId, place.systemId, place.planetId].some(
    (known) => known !== undefined,
  );
  const sides = has("war") && {
    declaredById: id("declaredByID", "aggressorID"),
    againstId: id("againstID", "defenderID"),
  };
  if (kind.isNowhere === true) {
    if (text.size === 0) return undefined;
    if (sides !== false && sides.declaredById === undefined && sides.againstId === undefined) {
      return undefined;
    }
  } else if (!isSomewhere) {
    return undefined;
  }
  const [quantity, quantityTypeId] = has("fuel") ? amountOf(text.get("listOfTypesAndQty")) : [];
  return defined({
    ...(kind.isNowhere !== true && place),
    ...(has("shields") && {
      shield: number("shieldPercentage") ?? percentOf(number("shieldLevel", "shieldValue")),
      armor: number("armorPercentage") ?? percentOf(number("armorValue")),
      hull: number("hullPercentage") ?? percentOf(number("hullValue")),
    }),
    ...(has("attacker") && {
      attackerId: id("charID", "aggressorID"),
      attackerName: toName(text.get("corpName")) ?? toName(text.get("allianceName")),
    }),
    quantity,
    quantityTypeId,
    ...sides,
    ...(has("bill") && { amount: number("amount") }),
    endsAt: kind.time && timeOf(kind.time, text, sentAt),
  });
}

function firstOf<Found>(keys: string[], find: (key: string) => Found | undefined) {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function defined(fields: { [Key in keyof AlarmFields]?: AlarmFields[Key] | undefined }) {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields, without those that are missing
  return Object.fromEntries(known) as AlarmFields;
}

/** Control towers and customs offices give a part of one. */
const percentOf = (part: number | undefined) => part && part * 100;

/** When Windows's file times begin: https://learn.microsoft.com/windows/win32/sysinfo/file-times */
const FILE_TIME_STARTS_MS = Date.UTC(1601, 0, 1);
const TICKS_PER_MS = 10_000;

function timeOf({ key, as }: AlarmTime, text: Values, sentAt: number): number | undefined {
  const given = toNumber(text.get(key));
  if (given === undefined || given < 0) return undefined;
  const at = {
    ticksLeft: () => sentAt + given / TICKS_PER_MS,
    fileTime: () => FILE_TIME_STARTS_MS + given / TICKS_PER_MS,
    days: () => sentAt + given * DAY_MS,
    hours: () => sentAt + given * 60 * MINUTE_MS,
  }[as]();
  return Math.abs(at - sentAt) <= LATEST_MS ? Math.round(at) : undefined;
}

const toId = (value: Value | undefined) =>
  typeof value === "string" && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined;

const toNumber = (value: Value | undefined) =>
  typeof value === "string" && /^\d{1,20}(?:\.\d{1,20})?$/.test(value) ? Number(value) : undefined;

function toName(value: Value | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  // Control characters, and those that change the direction of a text or have no width.
  const name = value.replaceAll(/[\p{Cc}\p{Cf}]/gu, "");
  return name.trim() === "" || name === "null" ? undefined : name.trim().slice(0, LONGEST_NAME);
}

/** `listOfTypesAndQty` is a list of pairs: the quantity, and the id of the type. */
function amountOf(value: Value | undefined): (number | undefined)[] {
  return Array.isArray(value) ? [toId(value[0]), toId(value[1])] : [];
}

type Value = string | readonly string[];
type Values = ReadonlyMap<string, Value>;

const KEY = /^([A-Za-z]\w{0,60}):(?: +(.*))?$/;
const ITEM = /^ *(?:- +)+(.*)$/;

/**
 * The fields at the beginning of a line, which are EVE's: what players write is indented. A value is text, or the items of a list. Not
 * all of YAML: anchors, aliases, both kinds of quotes and lists of plain values, as EVE's notices have them. What is written otherwise has no
 * value, and a key that comes twice is not believed.
 */
export function readText(text: string): Values {
  const values = new Map<string, Value>();
  const seen = new Set<string>();
  const anchors = new Map<string, string>();
  const lines = text.length > LONGEST_TEXT ? [] : text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const [, key, rest = ""] = KEY.exec(lines[at] ?? "") ?? [];
    if (key === undefined) continue;
    const pieces = [rest.trim()];
    const quote = openQuote(rest.trim());
    // A quoted text goes on in indented and empty lines.
    for (
      let isOpen = quote !== undefined;
      isOpen && /^(?:\s|$)/.test(lines[at + 1] ?? "x");
      at += 1
    ) {
      const piece = (lines[at + 1] ?? "").trim();
      pieces.push(piece);
      isOpen = !piece.replaceAll(quote === "'" ? "''" : /\\./g, "").includes(quote ?? "");
    }
    const written = pieces.join(" ");
    const items: string[] = [];
    let item = written === "" ? ITEM.exec(lines[at + 1] ?? "") : null;
    while (item !== null) {
      items.push(scalarOf(item[1] ?? "", anchors) ?? "");
      at += 1;
      item = ITEM.exec(lines[at + 1] ?? "");
    }
    const value = items.length > 0 ? items : scalarOf(written, anchors);
    if (seen.has(key)) values.delete(key);
    else if (value !== undefined) values.set(key, value);
    seen.add(key);
  }
  return values;
}

/** The quote with which it begins and that is not closed. */
function openQuote(written: string): "'" | '"' | undefined {
  if (written.startsWith("'")) return /^'(?:[^']|'')*'$/.test(written) ? undefined : "'";
  return written.startsWith('"') && !/^"(?:[^"\\]|\\.)*"$/s.test(written) ? '"' : undefined;
}

function scalarOf(given: string, anchors: Map<string, string>): string | undefined {
  const written = given.trim();
  if (written.startsWith("*")) return anchors.get(written.slice(1));
  const [, anchor, rest = written] = /^&(\w{1,30}) +(.*)$/.exec(written) ?? [];
  const value = unquoted(rest);
  if (anchor !== undefined && value !== undefined) anchors.set(anchor, value);
  return value;
}

function unquoted(written: string): string | undefined {
  if (written === "" || openQuote(written) !== undefined) return undefined;
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  if (written.startsWith('"')) return unescaped(written.slice(1, -1));
  // Texts of several lines, lists and objects in one line, tags.
  return /^[|>[{!%@`]/.test(written) ? undefined : written;
}

/** Cyrillic and Chinese names come as escapes. */
function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g,
    (_, x?: string, u?: string, long?: string, sign?: string) => {
      const code = x ?? u ?? long;
      if (code === undefined) return sign === "n" || sign === "t" ? " " : (sign ?? "");
      const point = Number.parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : "";
    },
  );
}
