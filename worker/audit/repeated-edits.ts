import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { EventKind } from "#shared/events/kinds.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { excluded, orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { eventIdsFrom } from "./event-id.ts";
import type { NewEvent } from "./new-event.ts";

/** Edits of one thing by one user are one event within this time of the first. After it the row is final (docs/decisions/0035). */
const MERGED_FOR_MS = 5 * 60 * 1000;

/** An edit that is about to be recorded. `isOfThing` is a condition on `audit_events`: about the same thing. */
type Edit = {
  id: string;
  kind: EventKind;
  actorId: string;
  requestId: string;
  isOfThing: SQL;
  /** What the event says besides `changes`, as JSON: which operation, or which fact. */
  rest: string;
};

/** Undefined unless the event is an edit of fields by a user. */
export function editOf(
  { requestId }: Pick<Context, "requestId">,
  event: NewEvent,
  id: string,
): Edit | undefined {
  const { kind, actor, detail = {} } = event;
  if (typeof actor === "string" || !("changes" in detail) || "userId" in event) return undefined;
  const { changes: _, ...rest } = detail;
  return {
    id,
    kind,
    actorId: actor.userId,
    requestId,
    isOfThing: isOfThing(event),
    rest: JSON.stringify(rest),
  };
}

/** SQL condition on `audit_events`: about the same thing as the event. Each form uses one index. */
function isOfThing(event: Exclude<NewEvent, { userId: string }>): SQL {
  if ("groupId" in event) return sql`${eq(auditEvents.groupId, event.groupId)}`;
  if ("categoryId" in event) {
    // Categories have no index of their own, so the index on kinds finds the edits of all categories.
    return sql`${auditEvents.kind} = ${event.kind} and +${auditEvents.categoryId} = ${event.categoryId}`;
  }
  if ("isOfCommunity" in event || "isOfKeys" in event) {
    return sql`${auditEvents.kind} = ${event.kind}`;
  }
  if ("applicationId" in event) return sql`${eq(auditEvents.applicationId, event.applicationId)}`;
  if ("serverId" in event) return sql`${eq(auditEvents.serverId, event.serverId)}`;
  const { corporationId, characterId } = event;
  return characterId === undefined
    ? sql`${eq(auditEvents.corporationId, corporationId)}`
    : sql`${auditEvents.characterId} = ${characterId} and +${auditEvents.corporationId} = ${corporationId}`;
}

/**
 * SQL expression: the id of the event that the edit becomes part of. That is the thing's latest event if it is also an edit
 * by this user and says the same besides, else the edit's own id.
 */
export function eventIdOf({ id, kind, actorId, isOfThing, rest }: Edit, now: number): SQL {
  const isRepeated = and(
    eq(auditEvents.kind, kind),
    eq(auditEvents.actorId, actorId),
    // A group has many operations, and an application many facts.
    sql`json_remove(${auditEvents.detail}, '$.changes') is json(${rest})`,
    // What an undoing has changed is not an edit that goes on.
    sql`${auditEvents.detail} ->> '$.undone' is null`,
    // `wasRecorded` looks no further than the edit's own id.
    lte(auditEvents.id, id),
  );
  const latest = orm
    .select({ id: sql`case when ${isRepeated} then ${auditEvents.id} end` })
    .from(auditEvents)
    .where(and(isOfThing, gte(auditEvents.id, eventIdsFrom(now - MERGED_FOR_MS))))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return sql`coalesce((${latest}), ${id})`;
}

/**
 * SQL condition: the edit was recorded, as a new event or as part of an earlier one. In both cases that is the thing's latest
 * event up to the edit's id, and it has the request id of the edit.
 */
export function wasRecorded({ id, requestId, isOfThing }: Edit, now: number): SQL {
  const latest = orm
    .select({ requestId: auditEvents.requestId })
    .from(auditEvents)
    .where(
      and(
        isOfThing,
        gte(auditEvents.id, eventIdsFrom(now - MERGED_FOR_MS)),
        lte(auditEvents.id, id),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return sql`(${latest}) is ${requestId}`;
}

/** A merge patch removes members that are null in it (RFC 7396); `->>` reads a missing member as null. */
const patched = (target: SQL, patch: SQL) =>
  sql`json_each(json_patch(${target} -> 'changes', ${patch} -> 'changes'))`;
const [before, after] = [sql`${auditEvents.detail}`, excluded(auditEvents.detail)];

/** Each field with the first `from` and the last `to`, without the fields that have their first value again. */
const changes = sql`(
  select json_group_object(latest.key, json_object('from', first.value ->> 'from', 'to', latest.value ->> 'to'))
  from ${patched(before, after)} as latest join ${patched(after, before)} as first on first.key = latest.key
  where first.value ->> 'from' is not latest.value ->> 'to')`;

/** The upsert that merges an edit into the event with the same id. */
export const MERGE = {
  target: auditEvents.id,
  set: {
    detail: sql`json_set(${before}, '$.changes', json(${changes}))`,
    requestId: excluded(auditEvents.requestId),
  },
};
