import { and, eq, sql } from "drizzle-orm";
import {
  COUNTED_MS,
  MAX_PLANNED,
  OPERATION_TITLE_MAX,
  OPERATION_USUAL,
} from "#shared/operations/limits.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { run } from "#worker/db/batch.ts";
import { operationGroups, operations } from "#worker/db/schema/operations.ts";
import { insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";

type Timer = { id: string; groupId: string; title: string; place: string; startsAt: Date };

/**
 * Makes an operation of a timer, which nobody commands. Repeated with the same id, it changes nothing. Returns whether there is such an
 * operation: the group may have no room.
 */
export async function planTimer(context: Context, timer: Timer): Promise<boolean> {
  const { id, groupId, place, startsAt } = timer;
  const title = timer.title.slice(0, OPERATION_TITLE_MAX);
  const isIt = eq(operations.id, id);
  const since = Date.now() - COUNTED_MS;
  const isPlanned = await recordAndApply(context, {
    kind: "operation_planned",
    actor: "job",
    groupId,
    detail: { operationId: id, title, startsAt: startsAt.toISOString() },
    condition: and(
      sql`not exists (select 1 from ${operations} where ${isIt})`,
      sql`(select count(*) from ${operationGroups} where ${operationGroups.groupId} = ${groupId}
        and ${operationGroups.startsAt} > ${since}) < ${MAX_PLANNED}`,
    ),
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
  if (isPlanned) return true;
  const found = await run(
    context.db,
    rows({ id: operations.id }, (fields) => orm.select(fields).from(operations).where(isIt)),
  );
  return found.length > 0;
}
