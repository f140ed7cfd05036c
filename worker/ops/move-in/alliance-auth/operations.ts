import type { Community, MovedOperation } from "#worker/ops/move-in/plan/community.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import type { Tables } from "./tables.ts";
import type { optimerSchema, Placed, timerSchema } from "./operation-tables.ts";
import { GROUP, MINUTES_OF_TIMER, MINUTES_OF_FLEET } from "./operation-tables.ts";

/**
 * Alliance Auth shows them to everybody with a permission, and Muster to members of a group: it gets one, with everybody who has more
 * than the state of guests.
 */
export function readOperations(tables: Tables, community: Community, report: Report) {
  const { optimers, timers } = tables.operations;
  const holders = new Map(
    tables.ownerships.map(({ character, user }) => [character, tables.userKeys.get(user)]),
  );
  const operations = [
    ...optimers.flatMap((row) => operationOf(row, holders, report)),
    ...timers.flatMap((row) => timerOf(row, tables, report)),
    ...fleetsOf(tables, holders, report),
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

/** Who has registered a character for a fleet took part in it, with alts once. */
function fleetsOf(tables: Tables, holders: Holders, report: Report): Read[] {
  const { links, fats } = tables.operations;
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
