import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { Fields } from "#worker/db/statements.ts";
import { ROWS } from "./list.ts";
import type { List } from "./list.ts";

/** Events of which the user is the subject, or those of others that the user caused. */
export function eventList(role: "subject" | "actor"): List {
  const isMine = role === "subject" ? auditEvents.subjectId : auditEvents.actorId;
  return {
    table: auditEvents,
    fields: fieldsFor,
    size: ROWS,
    select: (userId, [after = ""]) =>
      rows(fieldsFor(userId), (aliased) =>
        orm
          .select(aliased)
          .from(auditEvents)
          .where(
            and(
              eq(isMine, userId),
              gt(auditEvents.id, String(after)),
              // Behind a unary plus, SQLite does not consider another index.
              role === "actor" ? sql`+${auditEvents.subjectId} is not ${userId}` : undefined,
              isShownTo(userId),
            ),
          )
          .orderBy(asc(auditEvents.id))
          .limit(ROWS),
      ),
    keyOf: (row) => [String(row["id"])],
    raw: "detail",
  };
}

/** Names of other users are theirs: only what the user did to them is told, not who they are. */
function fieldsFor(userId: string): Fields {
  return {
    id: auditEvents.id,
    at: auditEvents.createdAt,
    log: auditEvents.log,
    kind: auditEvents.kind,
    by: sql<string>`case when ${auditEvents.actorId} = ${userId} then 'you'
      when ${auditEvents.actorKind} = 'eve' then 'EVE'
      when ${auditEvents.actorKind} = 'job' then 'Muster' else 'another user' end`,
    characterId: ownOnly(userId, auditEvents.characterId),
    characterName: ownOnly(userId, auditEvents.characterName),
    groupName: auditEvents.groupName,
    categoryName: auditEvents.categoryName,
    corporationName: auditEvents.corporationName,
    detail: sql<string>`${auditEvents.detail}`,
  };
}

function ownOnly(
  userId: string,
  column: typeof auditEvents.characterId | typeof auditEvents.characterName,
) {
  return sql`case when ${auditEvents.subjectId} = ${userId} then ${column} end`;
}

/**
 * SQL condition: the event is about no group, about one that the user can see, or it is the user's own doing in a group
 * that is gone. A system group is invisible to its members (spec §6).
 */
function isShownTo(userId: string) {
  return sql`(${auditEvents.groupId} is null
    or exists (select 1 from ${groups} where ${groups.id} = ${auditEvents.groupId}
      and (${ne(groups.effectiveVisibility, "system")}
        or exists (select 1 from ${groupMembers} as own where own.group_id = ${groups.id}
          and own.user_id = ${userId} and own.role <> 'member')))
    or (${auditEvents.actorId} = ${userId}
      and not exists (select 1 from ${groups} where ${groups.id} = ${auditEvents.groupId})))`;
}
