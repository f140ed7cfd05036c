import { and, desc, eq, gte, sql } from "drizzle-orm";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { prepareView } from "#worker/audit/views.ts";

const MOST_VIEWS = 50;

/** The statement that records that an administrator opened the page of another user, `about`. */
export const viewOfPilot = prepareView(
  "pilot_viewed",
  () => sql`${sql.placeholder("readerId")} <> ${sql.placeholder("about")}`,
);

const selectLatestViews = prepare(
  { id: auditEvents.id, createdAt: auditEvents.createdAt },
  (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.subjectId, sql.placeholder("userId")),
          sql`${auditEvents.log} = 'accounts'`,
          gte(auditEvents.id, sql.placeholder("since")),
          sql`+${auditEvents.kind} = 'pilot_viewed'`,
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(MOST_VIEWS),
);

/** When administrators opened the page of the user since then (in ms), the latest first. */
export function selectViews(userId: string, since: number) {
  return selectLatestViews({ userId, since: eventIdsFrom(since) });
}
