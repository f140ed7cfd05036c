import * as z from "zod/mini";
import type { JoinRequest } from "#shared/invitations.ts";
import type { Page } from "#shared/page.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { ifManaged, requireSeen, requireSight } from "#worker/groups/seen-group.ts";
import { findSeenGroup } from "#worker/groups/service.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { requestRefusal, requirePending } from "./policy.ts";
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
  const seen = requireSeen(found.group, actor);
  requireSight(seen, "reviewRequests");
  const { rows, nextCursor } = toPage(found.requests, (row) => [row.createdAt, row.id]);
  return { items: rows.map(present), total: seen.pendingRequestCount, nextCursor };
}

export async function requestToJoin(
  context: Context,
  actor: UserActor,
  groupId: string,
  reason: string | null,
): Promise<JoinRequest> {
  const look = async () => {
    const seen = await findSeenGroup(context, actor, groupId);
    if (!seen.can.request) throw requestRefusal(seen);
    return seen;
  };
  const row = await withOptimisticLock(look, (seen) =>
    store.insertRequest(context, actor, seen, reason),
  );
  return present(row);
}

export async function approveRequest(context: Context, actor: UserActor, id: string) {
  const look = () => findToReview(context, actor, id);
  await withOptimisticLock(look, (found) => store.approveRequest(context, actor, found));
}

export async function rejectRequest(context: Context, actor: UserActor, id: string) {
  const look = () => findToReview(context, actor, id);
  await withOptimisticLock(look, (found) => store.rejectRequest(context, actor, found));
}

/** Only the player who asked may; nobody else learns of it. */
export async function withdrawRequest(context: Context, actor: UserActor, id: string) {
  const look = async () => {
    const { request } = await store.findRequest(context.db, actor, id);
    if (request === undefined || request.userId !== actor.userId) throw notFound();
    requirePending(request);
    return request;
  };
  await withOptimisticLock(look, (request) => store.withdrawRequest(context, actor, request));
}

async function findToReview({ db }: Context, actor: UserActor, id: string): Promise<Found> {
  const { group, request } = await store.findRequest(db, actor, id);
  const seen = ifManaged(group, actor, "reviewRequests");
  if (request === undefined || seen === undefined) throw notFound();
  requirePending(request);
  return { seen, request };
}

function notFound(): ApiError {
  return new ApiError("not_found", "Join request not found");
}

function present(row: RequestRow): JoinRequest {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}
