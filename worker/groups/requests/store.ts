import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { JoinRequestStatus } from "#shared/invitations.ts";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import type { Database } from "#worker/db/database.ts";
import { raw, shaped, value } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { addMember } from "#worker/groups/members/add-member.ts";
import { selectGroup, selectGroups } from "#worker/groups/group/group-row.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";

export type RequestRow = {
  id: string;
  groupId: string;
  userId: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  reason: string | null;
  status: JoinRequestStatus;
  createdAt: number;
};

export type RequestKey = [createdAt: number, id: string] | undefined;

function requestsOf(where: SQL): SQL {
  return sql`
    select r.id, r.group_id as "groupId", r.user_id as "userId", r.reason, r.status,
      r.created_at as "createdAt", users.main_character_id as "mainCharacterId",
      characters.name as "mainCharacterName"
    from join_requests r
    join users on users.id = r.user_id
    left join characters on characters.id = users.main_character_id
    where ${where}
    order by r.created_at, r.id limit ${PAGE_LIMIT}`;
}

const selectPending = shaped<RequestRow, { isContinued: boolean }>(({ isContinued }) => {
  const after = sql`(${value("createdAt")}, ${value("id")})`;
  const isAfter = isContinued ? sql`(r.created_at, r.id) > ${after}` : sql`true`;
  return requestsOf(sql`r.group_id = ${value("groupId")} and r.status = 'pending' and ${isAfter}`);
});

function selectRequest(db: Database, id: string) {
  return raw<RequestRow>(db, requestsOf(sql`r.id = ${id}`));
}

/** A group and one page of its pending requests, whether or not the actor may see them. */
export async function listPending(
  db: Database,
  actor: UserActor,
  groupId: string,
  after: RequestKey,
) {
  const [createdAt = 0, id = ""] = after ?? [];
  const [[group], requests] = await db.batch([
    selectGroup(db, actor.userId, groupId),
    selectPending(db, { isContinued: after !== undefined }, { groupId, createdAt, id }),
  ]);
  return { group, requests };
}

/** A request and its group, whether or not the actor may see them. */
export async function findRequest(db: Database, actor: UserActor, id: string) {
  const [[group], [request]] = await db.batch([
    selectGroups(db, actor.userId, sql`select group_id as id from join_requests where id = ${id}`),
    selectRequest(db, id),
  ]);
  return { group, request };
}

export function insertRequest(
  context: Context,
  actor: UserActor,
  group: AuthorizedGroup,
  reason: string | null,
) {
  const { db } = context;
  const { userId } = actor;
  const id = randomToken(12);
  return recordApplyAndRead(
    context,
    {
      kind: "request_made",
      actor: { userId },
      subjectId: userId,
      groupId: group.id,
      condition: sql`${isUnchanged(group, actor)}
        and not exists (select 1 from join_requests
          where group_id = groups.id and user_id = ${userId} and status = 'pending')
        and not exists (select 1 from invitations
          where group_id = groups.id and invitee_id = ${userId} and status = 'pending'
            and expires_at > ${Date.now()})`,
      statements: (applied) => [
        raw(
          db,
          sql`
          insert into join_requests (id, group_id, user_id, reason, status, created_at)
          select ${id}, ${group.id}, ${userId}, ${reason}, 'pending', ${Date.now()}
          where ${applied}`,
        ),
      ],
    },
    selectRequest(db, id),
  );
}

export type Found = { group: AuthorizedGroup; request: RequestRow };

export function approveRequest(context: Context, actor: UserActor, { group, request }: Found) {
  return recordAndApply(context, {
    kind: "request_approved",
    ...about(actor, request),
    condition: sql`${isUnchanged(group, actor)} and ${isPending(request)}`,
    statements: (applied) =>
      addMember(
        context,
        { groupId: request.groupId, userId: request.userId, approvedRequestId: request.id },
        applied,
      ),
  });
}

export function rejectRequest(context: Context, actor: UserActor, { group, request }: Found) {
  return recordAndApply(context, {
    kind: "request_rejected",
    ...about(actor, request),
    condition: sql`${isUnchanged(group, actor)} and ${isPending(request)}`,
    statements: (applied) => [setStatus(context.db, request, "rejected", applied)],
  });
}

export function withdrawRequest(context: Context, actor: UserActor, request: RequestRow) {
  return recordAndApply(context, {
    kind: "request_withdrawn",
    ...about(actor, request),
    condition: isPending(request),
    statements: (applied) => [setStatus(context.db, request, "withdrawn", applied)],
  });
}

function about(actor: UserActor, { groupId, userId }: RequestRow) {
  return { actor: { userId: actor.userId }, subjectId: userId, groupId };
}

function isPending({ id }: RequestRow): SQL {
  return sql`exists (select 1 from join_requests where id = ${id} and status = 'pending')`;
}

function setStatus(db: Database, { id }: RequestRow, status: JoinRequestStatus, applied: SQL) {
  return raw(db, sql`update join_requests set status = ${status} where id = ${id} and ${applied}`);
}
