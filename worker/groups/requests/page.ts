import type { OwnRequest, RequestPage } from "#shared/groups/requests.ts";
import { DAY_MS } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { canSee } from "#worker/groups/group/policy.ts";
import { findManaged } from "#worker/groups/group/authorized-group.ts";
import { ApiError } from "#worker/http/api-error.ts";
import * as policy from "./policy.ts";
import { presentToReview } from "./present.ts";
import * as store from "./store.ts";
import type { PageRow } from "./store.ts";

/** A decided request is read for as long as what reviewers have written about it is kept. */
const KEPT_MS = 90 * DAY_MS;

/** The page of a request for a reviewer: open, or decided lately. A withdrawn one exists no longer. */
export async function readRequest(
  { db }: Context,
  actor: UserActor,
  id: string,
): Promise<RequestPage> {
  const reader = { userId: actor.userId, seesAlts: policy.maySeeAltCount(actor) };
  const { group: row, request, answered } = await store.findPage(db, reader, id);
  const group = findManaged(row, actor, "reviewRequests");
  if (!group || !request || !isKept(request)) throw notFound();
  return {
    ...presentToReview(known(request), actor),
    groupName: group.name,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    rejectionReason: request.rejectionReason,
    answered: answered ?? null,
  };
}

/** The page of a request for the pilot who made it. */
export async function readOwnRequest(
  { db }: Context,
  actor: UserActor,
  id: string,
): Promise<OwnRequest> {
  const reader = { userId: actor.userId, seesAlts: false };
  const { group, request, answered } = await store.findPage(db, reader, id);
  if (!group || request?.userId !== actor.userId) throw notFound();
  const { groupId, reason, status, isExtension, rejectionReason } = request;
  return {
    id,
    groupId,
    groupName: canSee(group, actor) ? group.name : null,
    reason,
    status,
    createdAt: request.createdAt.toISOString(),
    isExtension,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    rejectionReason,
    answered: answered ?? null,
  };
}

function isKept({ status, decidedAt }: PageRow): boolean {
  if (status === "pending") return true;
  return status !== "withdrawn" && decidedAt !== null && decidedAt.getTime() > Date.now() - KEPT_MS;
}

/** After a rejection, the main may be another one, of which the reviewers must not learn. */
function known(request: PageRow): PageRow {
  if (request.status === "pending" || request.memberId !== null) return request;
  return {
    ...request,
    mainCharacterId: null,
    mainCharacterName: null,
    corporationId: null,
    corporationName: null,
    allianceId: null,
    allianceName: null,
    totalSp: null,
    birthday: null,
    altCount: null,
  };
}

function notFound(): ApiError {
  return new ApiError("no_such_request");
}
