import { and, eq, exists, gte } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { orm } from "#worker/db/statements.ts";
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
  return exists(
    orm
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.actorId, actorId),
          gte(auditEvents.id, eventIdsFrom(since)),
          eq(auditEvents.requestId, requestId),
          eq(auditEvents.subjectId, subjectId),
        ),
      ),
  );
}
