import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { kindList, kindsWith } from "#shared/events/kinds.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { isOfMerge } from "#worker/audit/memberships.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  applicationConsents,
  applicationGroups,
  applications,
} from "#worker/db/schema/applications.ts";
import { webhookDeliveries, webhooks } from "#worker/db/schema/application-interfaces.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { operationGroups } from "#worker/db/schema/operations.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isFree } from "#worker/work/lease.ts";

/** Events of the log that one look reads. */
export const WINDOW = 200;
/** Events that a webhook is not told of are passed over when there are so many: until then every minute reads them again. */
const PASSED_OVER = 25;
/** A webhook that was off for longer is not told of what is older. */
const TOLD_MS = 7 * 24 * 60 * 60 * 1000;

const now = sql.placeholder("now");
const kinds = sql.raw(kindList(kindsWith("webhook")));

/** SQL: the groups of the application for which the operation of an event is. It may also be for others, and be planned by another. */
const ofOperation = sql`${operationGroups} cross join ${applicationGroups}
  on ${applicationGroups.groupId} = ${operationGroups.groupId} and ${applicationGroups.applicationId} = ${webhooks.applicationId}
  cross join ${groups} on ${groups.id} = ${operationGroups.groupId}
  where ${operationGroups.operationId} = ${auditEvents.detail} ->> '$.operationId'`;

/**
 * SQL condition on `audit_events` and `webhooks`: the application may know of the event. It is about one of its groups, about an operation
 * of one, or about a user who has consented to it or is a member of one of its groups.
 */
const mayKnow: SQL = sql`case
    when ${auditEvents.detail} ->> '$.operationId' is not null then exists (select 1 from ${ofOperation})
    when ${auditEvents.groupId} is not null
    then exists (select 1 from ${applicationGroups} where ${applicationGroups.applicationId} = ${webhooks.applicationId}
      and ${applicationGroups.groupId} = ${auditEvents.groupId})
    else ${auditEvents.log} = 'accounts' and (
      exists (select 1 from ${applicationConsents} where ${applicationConsents.applicationId} = ${webhooks.applicationId}
        and ${applicationConsents.userId} = ${auditEvents.subjectId})
      or exists (select 1 from ${applicationGroups} cross join ${groupMembers}
        on ${groupMembers.groupId} = ${applicationGroups.groupId} and ${groupMembers.userId} = ${auditEvents.subjectId}
        where ${applicationGroups.applicationId} = ${webhooks.applicationId})) end`;

/** SQL condition: an event that the webhook has not seen, in the part of the log that comes next. */
const isNext: SQL = sql`${auditEvents.seq} > ${webhooks.afterSeq}
  and ${auditEvents.seq} <= ${webhooks.afterSeq} + ${sql.raw(String(WINDOW))}
  and +${auditEvents.kind} in ${kinds} and +${auditEvents.id} >= ${sql.placeholder("since")} and ${mayKnow}
  and (+${auditEvents.kind} <> 'member_left' or not ${isOfMerge})`;

const lastSeq = sql<number>`(select coalesce(max(${auditEvents.seq}), 0) from ${auditEvents})`;

/** The webhooks with something to do, the one that has waited longest first. Reads a part of the log for each. */
const selectDueHooks = prepare(
  { id: webhooks.id },
  (fields) => sql`select ${columns(fields)} from ${webhooks} cross join ${applications}
    on ${applications.id} = ${webhooks.applicationId}
    where ${webhooks.isOn} = 1 and ${applications.isOn} = 1 and coalesce(${webhooks.waitsUntil}, 0) <= ${now}
      and ${isFree(webhooks.leaseUntil, sql`${now}`)}
      and (exists (select 1 from ${webhookDeliveries} where ${webhookDeliveries.webhookId} = ${webhooks.id}
          and ${webhookDeliveries.state} = 'waiting' and ${webhookDeliveries.dueAt} <= ${now})
        or ${lastSeq} > ${webhooks.afterSeq} + ${sql.raw(String(PASSED_OVER))}
        or exists (select 1 from ${auditEvents} where ${isNext}))
    order by coalesce(${webhooks.leaseUntil}, 0) limit ${sql.placeholder("limit")}`,
);

export function selectDueWebhooks(at: number, limit: number) {
  return selectDueHooks({ now: at, since: eventIdsFrom(at - TOLD_MS), limit });
}

/** How far the next look goes: the webhook has then seen all events up to this one. */
export const selectUntil = prepare(
  { untilSeq: sql<number>`min(${webhooks.afterSeq} + ${sql.raw(String(WINDOW))}, ${lastSeq})` },
  (fields) =>
    sql`select ${columns(fields)} from ${webhooks} where ${webhooks.id} = ${sql.placeholder("id")}`,
);

const selectRows = prepare(
  {
    seq: auditEvents.seq,
    id: auditEvents.id,
    kind: auditEvents.kind,
    detail: auditEvents.detail,
    createdAt: auditEvents.createdAt,
    groupId: auditEvents.groupId,
    groupName: auditEvents.groupName,
    characterId: auditEvents.characterId,
    characterName: auditEvents.characterName,
    /** Null if the account is gone. */
    userId: sql<string | null>`${users.id}`,
    mainId: sql<number | null>`${users.mainCharacterId}`,
    mainName: sql<string | null>`${characters.name}`,
    /** The groups of the application for which the operation of the event is, by id and name. */
    operationGroups: sql<
      string | null
    >`case when ${auditEvents.detail} ->> '$.operationId' is not null
      then (select json_group_array(json_object('id', ${groups.id}, 'name', ${groups.name})) from ${ofOperation}) end`,
  },
  (fields) => sql`select ${columns(fields)} from ${webhooks} cross join ${auditEvents}
    left join ${users} on ${users.id} = ${auditEvents.subjectId}
    left join ${characters} on ${characters.id} = ${users.mainCharacterId}
    where ${and(eq(webhooks.id, sql.placeholder("id")), isNext)} order by ${auditEvents.seq}`,
);

export type LogRow = RowOfStatement<typeof selectRows>;

/** What the webhook may be told of, in the part of the log that comes next. */
export function selectEvents(id: string, at: number) {
  return selectRows({ id, since: eventIdsFrom(at - TOLD_MS) });
}
