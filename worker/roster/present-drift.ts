import * as z from "zod/mini";
import { ROLES_HOLD_HOURS } from "#shared/corporations/roster.ts";
import type { RosterDriftItem, RosterDrift } from "#shared/corporations/roster.ts";
import { HOUR_MS, isoOrNull } from "#shared/time.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type {
  selectChanges,
  selectListed,
  selectReadings,
  selectRisky,
  selectTitled,
} from "./drift-store.ts";

const HOLD_MS = ROLES_HOLD_HOURS * HOUR_MS;

const roles = z.array(z.string());
const people = z.array(z.tuple([z.int(), z.nullable(z.string())]));
const leavers = z.array(z.tuple([z.int(), z.nullable(z.string()), z.int()]));

type Found = {
  risky: RowOfStatement<ReturnType<typeof selectRisky>>[];
  changes: RowOfStatement<ReturnType<typeof selectChanges>>[];
  titled: RowOfStatement<ReturnType<typeof selectTitled>>[];
  listed: RowOfStatement<ReturnType<typeof selectListed>>[];
  readings: RowOfStatement<ReturnType<typeof selectReadings>> | undefined;
  titleNames: ReadonlyMap<number, string>;
};

/** What people still have in game: roles first, then access lists, then titles. Pure. */
export function presentDrift(found: Found, now: number): RosterDrift {
  const { readings } = found;
  return {
    items: [
      ...found.risky.map((row) => presentRoles(row, found.changes)),
      ...waitingKicks(found, now),
      ...found.listed.map(presentList),
      ...found.titled.map((row) => presentTitle(row, found.titleNames)),
    ],
    rolesReadAt: isoOrNull(readings?.roles),
    titlesReadAt: isoOrNull(readings?.titles),
    listsReadAt: isoOrNull(readings?.lists),
  };
}

function presentRoles(row: Found["risky"][number], changes: Found["changes"]): RosterDriftItem {
  const held = readRoles(row.roles);
  const grant = changes.find(({ id, before, after }) => {
    const had = new Set(readRoles(before));
    return id === row.id && readRoles(after).some((role) => held.includes(role) && !had.has(role));
  });
  return {
    kind: "roles",
    person: { characterId: row.id, name: row.name },
    cause: row.cause,
    roles: held,
    lastOnlineAt: isoOrNull(row.online),
    granted:
      grant === undefined
        ? null
        : {
            by: { characterId: grant.issuerId, name: grant.issuer },
            at: new Date(grant.at).toISOString(),
          },
  };
}

/** Members who have no roles since less than a day. Changes come with the latest first. */
function waitingKicks({ changes, risky }: Found, now: number): RosterDriftItem[] {
  const latest = new Map(changes.toReversed().map((change) => [change.id, change]));
  return [...latest.values()].flatMap((change): RosterDriftItem[] => {
    const { id, name, cause, at, after } = change;
    const isHeld = at + HOLD_MS > now && readRoles(after).length === 0;
    if (!isHeld || risky.some((row) => row.id === id)) return [];
    const until = new Date(at + HOLD_MS).toISOString();
    return [{ kind: "kick_waits", person: { characterId: id, name }, cause, until }];
  });
}

function presentList(row: Found["listed"][number]): RosterDriftItem {
  const { listId, name, count } = row;
  return {
    kind: "access_list",
    listId,
    name,
    count,
    people: leavers.parse(JSON.parse(row.people)).map(([characterId, name, leftAt]) => ({
      characterId,
      name,
      leftAt: new Date(leftAt).toISOString(),
    })),
    allowsEveryone: row.allowsEveryone === 1,
    isWide: row.isWide === 1,
  };
}

function presentTitle(
  { titleId, count, people: found }: Found["titled"][number],
  titleNames: ReadonlyMap<number, string>,
): RosterDriftItem {
  return {
    kind: "title",
    titleId,
    title: titleNames.get(titleId) ?? `Title ${titleId}`,
    count,
    people: people.parse(JSON.parse(found)).map(([characterId, name]) => ({ characterId, name })),
  };
}

function readRoles(json: string): string[] {
  return roles.parse(JSON.parse(json));
}
