import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { columns, existsIn, orm, prepare } from "#worker/db/statements.ts";
import { eventIdsFrom } from "./event-id.ts";

/** An event about a user, caused by the actor in one HTTP request. `since` is in milliseconds. */
type Recorded = {
  actorId: string;
  subjectId: SQLiteColumn;
  requestId: SQLiteColumn;
  since: number;
};

/** SQL condition: there is such an event. Reads the actor's events since then. */
export function isRecorded({ actorId, subjectId, requestId, since }: Recorded): SQL {
  return existsIn(
    auditEvents,
    eq(auditEvents.actorId, actorId),
    gte(auditEvents.id, eventIdsFrom(since)),
    eq(auditEvents.requestId, requestId),
    eq(auditEvents.subjectId, subjectId),
  );
}

const removalsFrom = (firstId: SQLWrapper) => sql`${auditEvents}
    where ${auditEvents.kind} = 'member_removed' and ${auditEvents.id} >= ${firstId}
      and ${auditEvents.detail} ->> '$.heldId' is null
      and ${auditEvents.detail} ->> '$.until' is null`;

const selectRemoved = prepare(
  { groupId: auditEvents.groupId, count: sql<number>`count(*)` },
  (fields) => sql`select ${columns(fields)} from ${removalsFrom(sql`${sql.placeholder("since")}`)}
    group by ${auditEvents.groupId}`,
);

/** How many members each group has lost by removal since then (in ms), but for removals that a person released and ends that were set before. */
export function selectRemovals(since: number) {
  return selectRemoved({ since: eventIdsFrom(since) });
}

/** SQL: how many members all groups together have lost so since then (in ms). */
export function countRemovals(since: number): SQL {
  return sql`(select count(*) from ${removalsFrom(sql`${eventIdsFrom(since)}`)})`;
}

/** SQL condition: the requirements have removed a member because of this hold. Reads the group's events since then (in ms). */
export function hasRemovedFor(groupId: string, heldId: string, since: number): SQL {
  return existsIn(
    auditEvents,
    eq(auditEvents.groupId, groupId),
    gte(auditEvents.id, eventIdsFrom(since)),
    sql`+${auditEvents.kind} = 'member_removed'`,
    sql`${auditEvents.detail} ->> '$.heldId' = ${heldId}`,
  );
}

/** SQL: the id of the last edit of the group's requirements since then (in ms); null without one. */
export function lastRuleEdit(groupId: string, since: number): SQL {
  const last = orm
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.groupId, groupId),
        gte(auditEvents.id, eventIdsFrom(since)),
        sql`+${auditEvents.kind} = 'requirements_updated'`,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return sql`(${last})`;
}
