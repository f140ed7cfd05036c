import {
  OPERATION_DOCTRINE_MAX,
  OPERATION_LINE_MAX,
  OPERATION_LONGEST,
  OPERATION_SHORTEST,
  OPERATION_TEXT_MAX,
  OPERATION_TITLE_MAX,
  OPERATIONS_KEPT_DAYS,
} from "#shared/operations/limits.ts";
import { toLine, toParagraphs } from "#shared/text.ts";
import { DAY_MS } from "#shared/time.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { cut, idOf } from "./community.ts";
import type { MovedCommunity, Move, MovedOperation } from "./community.ts";
import type { PlannedPerson } from "./people.ts";

export type PlannedOperation = Omit<MovedOperation, "key" | "group" | "minutes" | "where"> & {
  id: string;
  groupId: string;
  endsAt: Date;
};

/** Operations of the last year and to come: what is older, Muster would delete. Names that do not move took part in none. */
export function planOperations(
  { operations }: MovedCommunity,
  users: ReadonlyMap<string, PlannedPerson>,
  move: Move,
  report: Report,
): PlannedOperation[] {
  const oldest = move.startedAt.getTime() - OPERATIONS_KEPT_DAYS * DAY_MS;
  return operations.flatMap(({ key, group, minutes, where: place, ...operation }) => {
    const length = Math.min(Math.max(minutes, OPERATION_SHORTEST), OPERATION_LONGEST);
    const endsAt = new Date(operation.startsAt.getTime() + length * 60_000);
    const title = cut(toLine(operation.title), OPERATION_TITLE_MAX) || "Operation";
    if (endsAt.getTime() < oldest) {
      const reason = `It is older than ${OPERATIONS_KEPT_DAYS} days.`;
      report.push({ outcome: "refused", what: "operation", name: title, place, reason });
      return [];
    }
    const took = operation.took.flatMap((user) => users.get(user)?.id ?? []);
    if (took.length < operation.took.length) {
      const reason = `${operation.took.length - took.length} who took part do not move.`;
      report.push({ outcome: "changed", what: "operation", name: title, place, reason });
    }
    return [
      {
        ...operation,
        id: idOf(move, "operation", key),
        groupId: idOf(move, "group", group),
        title,
        text: cut(toParagraphs(operation.text), OPERATION_TEXT_MAX),
        doctrine: cut(toParagraphs(operation.doctrine), OPERATION_DOCTRINE_MAX),
        place: cut(toLine(operation.place), OPERATION_LINE_MAX),
        endsAt,
        createdBy: users.get(operation.createdBy ?? "")?.id ?? null,
        took,
      },
    ];
  });
}
