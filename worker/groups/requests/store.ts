import { and, eq, exists, not, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { recordAndApply, recordApplyAndRead } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { randomToken } from "#worker/crypto.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import { insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { isUnchanged } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { prepareGroups, selectGroup } from "#worker/groups/group/group-row.ts";
import { addMember } from "#worker/groups/members/add-member.ts";
import {
  hasPendingInvitation,
  hasPendingRequest,
  isPendingRequest,
} from "#worker/groups/pending.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";

const request = {
  id: joinRequests.id,
  groupId: joinRequests.groupId,
  userId: joinRequests.userId,
  reason: joinRequests.reason,
  status: joinRequests.status,
  createdAt: joinRequests.createdAt,
  mainCharacterId: users.mainCharacterId,
  mainCharacterName: characters.name,
  suspendedUntil: users.suspendedUntil,
};

export type RequestRow = RowOfStatement<typeof selectRequest>;
export type RequestKey = [createdAt: number, id: string];

/** Before every request. */
const START: RequestKey = [0, ""];

const selectPending = prepare(request, (fields) =>
  orm
    .select(fields)
    .from(joinRequests)
    .innerJoin(users, eq(users.id, joinRequests.userId))
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .where(
      and(
        eq(joinRequests.groupId, sql.placeholder("groupId")),
        isPendingRequest,
        sql`(${joinRequests.createdAt}, ${joinRequests.id})
          > (${sql.placeholder("createdAt")}, ${sql.placeholder("id")})`,
      ),
    )
    .orderBy(joinRequests.createdAt, joinRequests.id)
    .limit(PAGE_LIMIT),
);

const selectRequest = prepare(request, (fields) =>
  orm
    .select(fields)
    .from(joinRequests)
    .innerJoin(users, eq(users.id, joinRequests.userId))
    .leftJoin(characters, eq(characters.id, users.mainCharacterId))
    .where(eq(joinRequests.id, sql.placeholder("id"))),
);

const selectGroupOfRequest = prepareGroups(
  orm
    .select({ id: sql`${joinRequests.groupId}`.as("id") })
    .from(joinRequests)
    .where(eq(joinRequests.id, sql.placeholder("id")))
    .getSQL(),
);

/** A group and one page of its pending requests, whether or not the actor may see them. */
export async function listPending(
  db: Database,
  actor: UserActor,
  groupId: string,
  [createdAt, id]: RequestKey = START,
) {
  const [[group], requests] = await runBatch(db, [
    selectGroup(actor.userId, groupId),
    selectPending({ groupId, createdAt, id }),
  ]);
  return { group, requests };
}

/** A request and its group, whether or not the actor may see them. */
export async function findRequest(db: Database, { userId }: UserActor, id: string) {
  const [[group], [found]] = await runBatch(db, [
    selectGroupOfRequest({ id, userId, now: Date.now() }),
    selectRequest({ id }),
  ]);
  return { group, request: found };
}

/** Undefined if the user has a pending request or invitation, or the group has changed. */
export function insertRequest(
  context: Context,
  actor: UserActor,
  group: AuthorizedGroup,
  reason: string | null,
) {
  const { userId } = actor;
  const id = randomToken(12);
  const now = new Date();
  return recordApplyAndRead(
    context,
    {
      kind: "request_made",
      actor,
      subjectId: userId,
      groupId: group.id,
      condition: and(
        isUnchanged(group, actor),
        not(hasPendingRequest(groups.id, userId)),
        not(hasPendingInvitation(groups.id, userId, now.getTime())),
      ),
      statements: (applied) => [
        insertWhere(
          joinRequests,
          { id, groupId: group.id, userId, reason, status: "pending", createdAt: now },
          applied,
        ),
      ],
    },
    selectRequest({ id }),
  );
}

export type Found = { group: AuthorizedGroup; request: RequestRow };

export function approveRequest(context: Context, actor: UserActor, { group, request }: Found) {
  const { id, groupId, userId } = request;
  return recordAndApply(context, {
    kind: "request_approved",
    ...about(actor, request),
    condition: and(isUnchanged(group, actor), isStillPending(request)),
    statements: (applied) =>
      addMember(context, { groupId, userId, approvedRequestId: id }, applied),
  });
}

export function rejectRequest(context: Context, actor: UserActor, { group, request }: Found) {
  return recordAndApply(context, {
    kind: "request_rejected",
    ...about(actor, request),
    condition: and(isUnchanged(group, actor), isStillPending(request)),
    statements: (applied) => [setStatus(request, "rejected", applied)],
  });
}

export function withdrawRequest(context: Context, actor: UserActor, request: RequestRow) {
  return recordAndApply(context, {
    kind: "request_withdrawn",
    ...about(actor, request),
    condition: isStillPending(request),
    statements: (applied) => [setStatus(request, "withdrawn", applied)],
  });
}

function about(actor: UserActor, { groupId, userId }: RequestRow) {
  return { actor, subjectId: userId, groupId };
}

function isStillPending({ id }: RequestRow): SQL {
  return exists(
    orm
      .select()
      .from(joinRequests)
      .where(and(eq(joinRequests.id, id), isPendingRequest)),
  );
}

function setStatus({ id }: RequestRow, status: "rejected" | "withdrawn", applied: SQL) {
  return orm
    .update(joinRequests)
    .set({ status })
    .where(and(eq(joinRequests.id, id), applied));
}
