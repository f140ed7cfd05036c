import * as z from "zod/mini";
import type { MovedCommunity, MovedOperation } from "#worker/ops/move-in/plan/community.ts";
import { intoList } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers, Placed, Report } from "#worker/ops/move-in/read/rows.ts";
import { flag, refKeySchema, text, timeSchema } from "./schemas.ts";
import type { Tables } from "./tables.ts";

// What Muster reads of optimer, timerboard and fleetactivitytracking, which come with Alliance Auth. What older or newer versions lack is empty.

const word = z._default(z.nullable(z.string()), "");

const optimerSchema = z.object({
  pk: refKeySchema,
  doctrine: word,
  system: word,
  start: timeSchema,
  /** As people write it. */
  duration: word,
  operation_name: word,
  fc: word,
  description: text,
  eve_character: z.nullish(refKeySchema),
});
const timerSchema = z.object({
  pk: refKeySchema,
  details: word,
  system: word,
  planet_moon: word,
  structure: word,
  objective: word,
  timer_type: word,
  eve_time: timeSchema,
  corp_timer: flag,
  user: z.nullish(refKeySchema),
});
const linkSchema = z.object({
  pk: refKeySchema,
  fatdatetime: timeSchema,
  /** In minutes. */
  duration: z._default(z.int(), 0),
  fleet: word,
  name: word,
  creator: z.nullish(refKeySchema),
});
const fatSchema = z.object({
  character: refKeySchema,
  fatlink: refKeySchema,
  user: z.nullish(refKeySchema),
});

export function emptyOperationTables() {
  return {
    optimers: [] as Placed<typeof optimerSchema>[],
    timers: [] as Placed<typeof timerSchema>[],
    links: [] as Placed<typeof linkSchema>[],
    fats: [] as Placed<typeof fatSchema>[],
  };
}
type OperationTables = ReturnType<typeof emptyOperationTables>;

export function operationHandlers(tables: OperationTables): Handlers {
  return {
    // Types are words of the operations that have them.
    "optimer.optimertype": () => {},
    "optimer.optimer": intoList(optimerSchema, tables.optimers),
    "timerboard.timer": intoList(timerSchema, tables.timers),
    "fleetactivitytracking.fatlink": intoList(linkSchema, tables.links),
    "fleetactivitytracking.fat": intoList(fatSchema, tables.fats),
  };
}

const GROUP = "operations";
const MINUTES_OF_TIMER = 15;
const MINUTES_OF_FLEET = 60;

/**
 * Alliance Auth shows them to everybody with a permission, and Muster to members of a group: it gets one, with everybody who has more
 * than the state of guests.
 */
export function readOperations(
  read: OperationTables,
  tables: Tables,
  community: MovedCommunity,
  report: Report,
) {
  const holders = new Map(
    tables.ownerships.map(({ character, user }) => [character, tables.userKeys.get(user)]),
  );
  const operations = [
    ...read.optimers.flatMap((row) => operationOf(row, holders, report)),
    ...read.timers.flatMap((row) => timerOf(row, tables, report)),
    ...fleetsOf(read, tables, holders, report),
  ];
  if (operations.length === 0) return;
  const place = "optimer, timerboard and fleetactivitytracking";
  community.operations = operations.map((operation) => ({ ...operation, group: GROUP }));
  community.groups.set(GROUP, {
    name: "Operations",
    description: "Operations, timers and participation of Alliance Auth.",
    visibility: "hidden",
    joinMode: "invitation_only",
    place,
  });
  for (const { user, state } of tables.profiles) {
    const key = tables.userKeys.get(user);
    const name = tables.states.get(tables.stateKeys.get(state ?? "") ?? "")?.name;
    if (key !== undefined && name !== undefined && name !== "Guest") {
      community.members.push({ group: GROUP, user: key, place });
    }
  }
  const reason =
    "Operations of Alliance Auth belong to this group, with everybody who has another state than Guest. Choose other groups for those that few may see.";
  report.push({ outcome: "note", what: "group", name: "Operations", place, reason });
}

type Read = Omit<MovedOperation, "group">;
/** The users who own characters. */
type Holders = ReadonlyMap<string, string | undefined>;

function operationOf(row: Placed<typeof optimerSchema>, holders: Holders, report: Report): Read[] {
  const name = row.operation_name ?? "";
  if (row.start === undefined) return timeless(name, row.place, report);
  const fc = row.fc?.trim() ?? "";
  const lines = [row.description ?? "", fc === "" ? "" : `FC: ${fc}`, row.duration ?? ""];
  return [
    {
      key: `optimer ${row.pk}`,
      kind: "fleet",
      title: name,
      text: lines.filter((line) => line.trim() !== "").join("\n"),
      doctrine: row.doctrine ?? "",
      place: row.system ?? "",
      startsAt: row.start,
      minutes: minutesOf(row.duration ?? ""),
      createdBy: holders.get(row.eve_character ?? "") ?? null,
      took: [],
      where: row.place,
    },
  ];
}

function timerOf(row: Placed<typeof timerSchema>, tables: Tables, report: Report): Read[] {
  const name = [row.system, row.structure, row.timer_type || row.objective]
    .filter((part) => part)
    .join(" ");
  if (row.eve_time === undefined) return timeless(name, row.place, report);
  if (row.corp_timer) {
    const reason = "It is for one corporation alone. Plan it for a group of that corporation.";
    report.push({ outcome: "refused", what: "timer", name, place: row.place, reason });
    return [];
  }
  return [
    {
      key: `timer ${row.pk}`,
      kind: "timer",
      title: name || "Timer",
      text: [row.details, row.objective].filter((part) => part).join("\n"),
      doctrine: "",
      place: [row.system, row.planet_moon].filter((part) => part).join(" "),
      startsAt: row.eve_time,
      minutes: MINUTES_OF_TIMER,
      createdBy: tables.userKeys.get(row.user ?? "") ?? null,
      took: [],
      where: row.place,
    },
  ];
}

/** A user who has registered a character for a fleet took part in it; several characters of a user count once. */
function fleetsOf(
  { links, fats }: OperationTables,
  tables: Tables,
  holders: Holders,
  report: Report,
): Read[] {
  const fatsOf = Map.groupBy(fats, ({ fatlink }) => fatlink);
  return links.flatMap((row): Read[] => {
    const name = row.fleet || row.name || "Fleet";
    if (row.fatdatetime === undefined) return timeless(name, row.place, report);
    const took = (fatsOf.get(row.pk) ?? []).flatMap(
      ({ character, user }) => holders.get(character) ?? tables.userKeys.get(user ?? "") ?? [],
    );
    return [
      {
        key: `fatlink ${row.pk}`,
        kind: "fleet",
        title: name,
        text: "",
        doctrine: "",
        place: "",
        startsAt: row.fatdatetime,
        minutes: row.duration || MINUTES_OF_FLEET,
        createdBy: tables.userKeys.get(row.creator ?? "") ?? null,
        took: [...new Set(took)],
        where: row.place,
      },
    ];
  });
}

function timeless(name: string, place: string, report: Report): [] {
  report.push({ outcome: "refused", what: "operation", name, place, reason: "It has no time." });
  return [];
}

/** "2h", "90 min", "1.5 hours"; a bare number is hours. */
function minutesOf(duration: string): number {
  const [, amount = "", unit = ""] = /(\d+(?:[.,]\d+)?)\s*([a-z]*)/i.exec(duration) ?? [];
  const value = Number(amount.replace(",", "."));
  if (!(value > 0)) return MINUTES_OF_FLEET;
  return Math.round(unit.toLowerCase().startsWith("m") ? value : value * 60);
}
