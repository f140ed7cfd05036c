import { and, desc, eq, exists, gte, ne, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { mayRead } from "./policy.ts";

/** One event for all visits of a reader within this time. */
const VIEW_MS = 60 * 60 * 1000;

const view = alias(auditEvents, "view");

/** The statement that records that a user read the roster, once an hour for each reader and corporation. */
export function recordRosterView(
  context: Context,
  reader: UserActor,
  corporationId: number,
  isFirstPage: boolean,
) {
  const actorId = reader.userId;
  const isRecent = exists(
    sql`(select 1 from ${auditEvents} as ${view} where ${and(
      eq(view.actorId, actorId),
      gte(view.id, eventIdsFrom(Date.now() - VIEW_MS)),
      sql`+${view.kind} = 'roster_viewed'`,
      sql`+${view.corporationId} = ${corporationId}`,
    )})`,
  );
  const event = { kind: "roster_viewed" as const, actor: { userId: actorId }, corporationId };
  return recordEvent(
    context,
    event,
    sql`${isFirstPage ? mayRead(reader) : sql`false`} and ${not(isRecent)}`,
  ).statement;
}

const MOST_VIEWS = 50;

/**
 * When others read the roster of a corporation that listed a character of the user at that time, since then (in ms), the
 * latest first.
 */
export function selectRosterViews(userId: string, since: number) {
  return rows(
    {
      id: auditEvents.id,
      corporationName: auditEvents.corporationName,
      createdAt: auditEvents.createdAt,
    },
    (fields) =>
      orm
        .selectDistinct(fields)
        .from(characters)
        .crossJoin(corporationMembers)
        .crossJoin(auditEvents)
        .where(
          and(
            eq(characters.userId, userId),
            eq(corporationMembers.characterId, characters.id),
            eq(auditEvents.corporationId, corporationMembers.corporationId),
            gte(auditEvents.id, eventIdsFrom(since)),
            sql`+${auditEvents.kind} = 'roster_viewed'`,
            ne(auditEvents.actorId, userId),
            sql`${auditEvents.createdAt} >= ${corporationMembers.listedAt}`,
            sql`(${corporationMembers.leftAt} is null or ${auditEvents.createdAt} < ${corporationMembers.leftAt})`,
          ),
        )
        .orderBy(desc(auditEvents.id))
        .limit(MOST_VIEWS),
  );
}
