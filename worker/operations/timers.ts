import { sql } from "drizzle-orm";
import { OPERATION_TITLE_MAX, OPERATION_USUAL } from "#shared/operations/limits.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { operationGroups, operations } from "#worker/db/schema/operations.ts";
import { insertWhere } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

type Timer = { id: string; groupId: string; title: string; place: string; startsAt: Date };

/**
 * Makes an operation of a timer, which nobody commands. Repeated with the same id, it changes nothing. It needs no room among those that
 * people have planned: EVE decides how many timers there are.
 */
export function planTimer(context: Context, timer: Timer) {
  const { id, groupId, place, startsAt } = timer;
  const title = timer.title.slice(0, OPERATION_TITLE_MAX);
  return recordAndApply(context, {
    kind: "operation_planned",
    actor: "job",
    groupId,
    detail: { operationId: id, title, startsAt: startsAt.toISOString() },
    condition: sql`not exists (select 1 from ${operations} where ${operations.id} = ${id})`,
    statements: (applied) => [
      insertWhere(
        operations,
        {
          id,
          groupId,
          kind: "timer",
          title,
          place,
          startsAt,
          endsAt: new Date(startsAt.getTime() + OPERATION_USUAL * MINUTE_MS),
          createdAt: new Date(),
        },
        applied,
      ),
      insertWhere(operationGroups, { operationId: id, groupId, startsAt }, applied),
    ],
  });
}
