import { toLine } from "#shared/text.ts";
import { SYSTEMS } from "#worker/ops/move-in/plan/community.ts";
import type { MovePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";

const SHOWN_OF_EACH = 5;

/** The plan for a person: numbers, then what was changed and refused, with examples. */
export function planInWords(plan: MovePlan, report: Report, ownerName: string): string {
  const { users, groups, discord, watched, operations, move } = plan;
  const requests = groups.flatMap((group) => group.requests);
  const created = users.filter(({ isNew }) => isNew);
  const characters = users.flatMap((user) => user.characters);
  const members = groups.flatMap((group) => [...group.members.values()]);
  const count = (outcome: string, what?: string) =>
    report.filter((line) => line.outcome === outcome && (what ?? line.what) === line.what).length;
  return [
    `Pilots       ${created.length} new accounts (${created.filter(({ isActive }) => !isActive).length} of them suspended), ${count("merged", "pilot")} join accounts that Muster has, ${count("refused", "pilot")} stay behind`,
    `Characters   ${characters.length} are linked, ${characters.filter(({ grant }) => grant).length} with their tokens; ${count("refused", "character")} are not`,
    `Groups       ${groups.length}, of which ${groups.filter(({ rule }) => rule).length} get requirements; in the new category ${plan.category.name}, all owned by ${ownerName}, who thereby is a member of each`,
    `Members      ${members.filter((role) => role !== "owner").length}, of which ${members.filter((role) => role === "admin").length} are admins`,
    `Requests     ${requests.length}, of which ${requests.filter(({ answers }) => answers !== null).length} answer the forms of ${groups.filter(({ form }) => form !== null).length} groups; ${requests.flatMap(({ notes }) => notes).length} notes about them. Nothing of a sheet is shared`,
    `Watchlist    ${watched.length} entries, of which ${watched.filter(({ level }) => level === "refuse").length} refuse; ${count("note", "hit of the watchlist")} of these pilots are on it`,
    `Operations   ${operations.length}, with ${operations.flatMap(({ took }) => took).length} participations; ${operations.filter(({ endsAt }) => endsAt > move.startedAt).length} are to come`,
    `Discord      ${discord.length} accounts`,
    "",
    `Changed ${count("changed")}, refused ${count("refused")} rows of ${SYSTEMS[move.system]}:`,
    ...examples(report),
  ].join("\n");
}

/** Measured: rows and entries of indexes that one of each costs, events included. */
const ROWS_OF = {
  user: 50,
  character: 4,
  grant: 1,
  group: 25,
  member: 19,
  request: 13,
  form: 12,
  answer: 3,
  note: 4,
  watched: 6,
  discord: 3,
  operation: 10,
  participation: 2,
};

/** About how many rows D1 counts as written by a move. */
export function rowsOf({ users, groups, discord, watched, operations }: MovePlan): number {
  const requests = groups.flatMap((group) => group.requests);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return (
    users.length * ROWS_OF.user +
    sum(users.map(({ characters }) => characters.length * ROWS_OF.character)) +
    sum(users.map((user) => user.characters.filter(({ grant }) => grant).length * ROWS_OF.grant)) +
    groups.length * ROWS_OF.group +
    sum(groups.map(({ members }) => members.size * ROWS_OF.member)) +
    requests.length * ROWS_OF.request +
    groups.filter(({ form }) => form !== null).length * ROWS_OF.form +
    requests.filter(({ answers }) => answers !== null).length * ROWS_OF.answer +
    requests.flatMap(({ notes }) => notes).length * ROWS_OF.note +
    watched.length * ROWS_OF.watched +
    discord.length * ROWS_OF.discord +
    operations.length * ROWS_OF.operation +
    operations.flatMap(({ took }) => took).length * ROWS_OF.participation
  );
}

function examples(report: Report): string[] {
  const shown = report.filter(({ outcome }) => outcome !== "moved");
  const kinds = Map.groupBy(shown, ({ outcome, what }) => `${outcome} ${what}`);
  return [...kinds].flatMap(([kind, lines]) => [
    `  ${kind}: ${lines.length}`,
    ...lines
      .slice(0, SHOWN_OF_EACH)
      .map(({ name, place, reason }) => toLine(`${name}${place && ` (${place})`}: ${reason}`))
      // Names may contain what a terminal obeys.
      .map((line) => `    ${line}`),
    ...(lines.length > SHOWN_OF_EACH ? ["    …"] : []),
  ]);
}
