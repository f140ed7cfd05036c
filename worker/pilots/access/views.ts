import { and, desc, eq, exists, gte, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { recordEvent } from "#worker/audit/record.ts";

/** One event for all visits of a pair within this time. */
const VIEW_MS = 60 * 60 * 1000;
const MOST_VIEWS = 50;

const view = alias(auditEvents, "view");

/** The statement that records that an administrator opened the page of another user, once an hour for each pair. */
export function recordView(context: Context, actorId: string, userId: string) {
  const isRecent = exists(
    orm
      .select({ id: view.id })
      .from(view)
      .where(
        and(
          eq(view.actorId, actorId),
          gte(view.id, eventIdsFrom(Date.now() - VIEW_MS)),
          sql`+${view.kind} = 'pilot_viewed'`,
          sql`+${view.subjectId} = ${userId}`,
        ),
      ),
  );
  const isOther = sql`${actorId} <> ${userId}`;
  const event = { kind: "pilot_viewed" as const, actor: { userId: actorId }, userId };
  return recordEvent(context, event, sql`${isOther} and ${not(isRecent)}`).statement;
}

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
