import * as z from "zod/mini";
import type { JoinRequest } from "#shared/groups/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import type { Context } from "#worker/env.ts";
import {
  findManaged,
  getAuthorizedGroup,
  requireVisible,
  requireAbilityToRead,
} from "#worker/groups/group/authorized-group.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { requestRefusal, requireNotSuspended, requirePending } from "./policy.ts";
import * as store from "./store.ts";
import type { Found, RequestRow } from "./store.ts";

const requestKey = z.tuple([z.int(), z.string()]);

export async function listRequests(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  cursor: string | undefined,
): Promise<Page<JoinRequest>> {
  const found = await store.listPending(db, actor, groupId, readCursor(cursor, requestKey));
  const group = requireVisible(found.group, actor);
  requireAbilityToRead(group, "reviewRequests");
  const { rows, nextCursor } = toPage(found.requests, (row) => [row.createdAt.getTime(), row.id]);
  return { items: rows.map(present), total: group.pendingRequestCount, nextCursor };
}

export async function requestToJoin(
  context: Context,
  actor: UserActor,
  groupId: string,
  reason: string | null,
): Promise<JoinRequest> {
  const read = async () => {
    const group = await getAuthorizedGroup(context, actor, groupId);
    if (!group.can.request) throw requestRefusal(group);
    return group;
  };
  const row = await withOptimisticLock(read, (group) =>
    store.insertRequest(context, actor, group, reason),
  );
  return present(row);
}

export async function approveRequest(context: Context, actor: UserActor, id: string) {
  const read = async () => {
    const found = await findToReview(context, actor, id);
    requireNotSuspended(found.request);
    return found;
  };
  await withOptimisticLock(read, (found) => store.approveRequest(context, actor, found));
}

export async function rejectRequest(context: Context, actor: UserActor, id: string) {
  const read = () => findToReview(context, actor, id);
  await withOptimisticLock(read, (found) => store.rejectRequest(context, actor, found));
}

/** Only the user who made the request may withdraw it; for others it does not exist. */
export async function withdrawRequest(context: Context, actor: UserActor, id: string) {
  const read = async () => {
    const { request } = await store.findRequest(context.db, actor, id);
    if (request === undefined || request.userId !== actor.userId) throw notFound();
    requirePending(request);
    return request;
  };
  await withOptimisticLock(read, (request) => store.withdrawRequest(context, actor, request));
}

async function findToReview({ db }: Context, actor: UserActor, id: string): Promise<Found> {
  const { group, request } = await store.findRequest(db, actor, id);
  const authorized = findManaged(group, actor, "reviewRequests");
  if (request === undefined || authorized === undefined) throw notFound();
  requirePending(request);
  return { group: authorized, request };
}

function notFound(): ApiError {
  return new ApiError("not_found", "Join request not found");
}

function present({ suspendedUntil, ...row }: RequestRow): JoinRequest {
  return {
    ...row,
    suspension: markOf({ suspendedUntil }),
    createdAt: row.createdAt.toISOString(),
  };
}
