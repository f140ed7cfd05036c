import * as z from "zod/mini";
import { english } from "#shared/english.ts";
import { problemOf } from "#shared/groups/forms.ts";
import type { Form, Sharing } from "#shared/groups/forms.ts";
import type { DaysOfWayIn } from "#shared/groups/ends.ts";
import type {
  CreateJoinRequest,
  DecisionResult,
  JoinRequest,
  RequestsQuery,
  RequestToReview,
  UndoDecisions,
} from "#shared/groups/requests.ts";
import type { Page } from "#shared/page.ts";
import type { Outcome } from "#shared/requirements/outcome.ts";
import { isRestricted, outcomesOf, requireMet } from "#worker/requirements/gate.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { LockConflict, withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { isAsked } from "#worker/groups/forms/sharing.ts";
import { selectVetting, toldReviewers } from "#worker/groups/forms/store.ts";
import type { VettingRow } from "#worker/groups/forms/store.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";
import {
  findManaged,
  requireAbilityToRead,
  requireVisible,
} from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { storedDays } from "#worker/groups/members/ends.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import * as decisions from "./decisions.ts";
import * as policy from "./policy.ts";
import * as store from "./store.ts";
import { present, presentToReview } from "./present.ts";
import type { RequestRow } from "./store.ts";

export { selectWithGroup } from "./store.ts";

const requestKey = z.tuple([z.int(), z.string()]);

export async function listRequests(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  query: RequestsQuery,
): Promise<Page<RequestToReview>> {
  const reader = { userId: actor.userId, seesAlts: policy.maySeeAltCount(actor) };
  const after = readCursor(query.cursor, requestKey);
  const found = await store.listPending(db, reader, groupId, query, after);
  const group = requireVisible(found.group, actor);
  requireAbilityToRead(group, "reviewRequests");
  const { rows, nextCursor } = toPage(found.requests, (row) => [row.createdAt.getTime(), row.id]);
  return {
    items: rows.map((row) => presentToReview(row, actor)),
    total: found.total,
    nextCursor,
  };
}

export async function requestToJoin(
  context: Context,
  actor: UserActor,
  groupId: string,
  input: CreateJoinRequest,
): Promise<JoinRequest> {
  const read = async () => {
    const [[found], [vetting]] = await runBatch(context.db, [
      selectGroup(actor.userId, groupId),
      selectVetting(actor, groupId),
    ]);
    const group = requireVisible(found, actor);
    if (!group.can.request && !group.can.requestExtension) throw policy.requestRefusal(group);
    // A form is for those who are no members yet.
    const answered = group.role === null ? requireAnswers(group.name, vetting, input) : undefined;
    return { group, asked: vetting?.form ?? null, answered };
  };
  const row = await withOptimisticLock(read, async ({ group, asked, answered }) => {
    // A member who does not meet them has a grace period.
    if (group.role === null) await requireMet(context, group, actor.userId);
    const { reason } = input;
    return store.insertRequest(context, actor, group, { reason, form: answered }, asked);
  });
  return present(row);
}

/** The answers, with the id of the reviewing group. Throws unless they are those that the present form of the group asks for. */
function requireAnswers(
  name: string,
  vetting: VettingRow | undefined,
  { form }: CreateJoinRequest,
): CreateJoinRequest["form"] {
  const asked = vetting?.form ?? null;
  if (asked === null) {
    if (form !== undefined) throw new ApiError("form_changed", { name });
    return undefined;
  }
  if (form === undefined) throw new ApiError("form_required", { name });
  if (form.version !== vetting?.formVersion) throw new ApiError("form_changed", { name });
  const found = problemOf(asked, form.answers);
  if (found === undefined) {
    return { ...form, sharing: requireSharing(name, vetting, asked, form.sharing) };
  }
  if (found.problem === "unknown") throw new ApiError("answer_unknown");
  throw new ApiError(`answer_${found.problem}`, { question: found.question.text });
}

/** What is shared, with the id of the reviewing group. Throws unless the form asks for it, and the pilot was told of the reviewers of now. */
function requireSharing(
  name: string,
  vetting: VettingRow,
  asked: Form,
  sharing: Sharing | undefined,
): Sharing | undefined {
  if (sharing === undefined) return undefined;
  if (!isAsked(asked, sharing)) throw new ApiError("not_asked_to_share");
  const reviewerGroupId = toldReviewers(vetting, sharing.reviewerGroupId);
  if (reviewerGroupId === undefined) throw new ApiError("readers_changed", { name });
  return { ...sharing, reviewerGroupId };
}

/** Only the user who made the request may withdraw it; for others it does not exist. */
export async function withdrawRequest(context: Context, actor: UserActor, id: string) {
  const read = async () => {
    const { request } = await store.findRequest(context.db, actor, id);
    if (request === undefined || request.userId !== actor.userId) throw notFound();
    const refusal = policy.rejectionRefusal(request);
    if (refusal) throw refusal;
    return request;
  };
  await withOptimisticLock(read, (request) => store.withdrawRequest(context, actor, request));
}

// ── Decisions ─────────────────────────────────────────────────────────────────────────────────

export async function approveRequest(context: Context, actor: UserActor, id: string) {
  await settleOne(id, approval(context, actor, readOne(context, actor, id)));
}

export async function rejectRequest(
  context: Context,
  actor: UserActor,
  id: string,
  reason: string | null,
) {
  await settleOne(id, rejection(context, actor, reason, readOne(context, actor, id)));
}

/** Throws unless the actor may reject the request now. */
export async function requireRejectable(context: Context, actor: UserActor, id: string) {
  const { requests } = await readOne(context, actor, id)();
  const refusal = requests.map(policy.rejectionRefusal).find((one) => one !== undefined);
  if (refusal) throw refusal;
}

export function approveRequests(
  context: Context,
  actor: UserActor,
  groupId: string,
  ids: readonly string[],
  days?: DaysOfWayIn,
): Promise<DecisionResult> {
  return settleMany(ids, approval(context, actor, readMany(context, actor, groupId, ids), days));
}

export function rejectRequests(
  context: Context,
  actor: UserActor,
  groupId: string,
  ids: readonly string[],
  reason: string | null,
): Promise<DecisionResult> {
  return settleMany(ids, rejection(context, actor, reason, readMany(context, actor, groupId, ids)));
}

/** Undoes decisions that the actor has just made (docs/decisions/0038-decisions-can-be-undone.md). */
export async function undoDecisions(
  context: Context,
  actor: UserActor,
  groupId: string,
  input: UndoDecisions,
): Promise<DecisionResult> {
  const ids =
    "ids" in input
      ? input.ids
      : (await run(context.db, decisions.selectLastDecided({ groupId, ...input }))).map(
          ({ id }) => id,
        );
  return settleMany(ids, {
    read: async () => {
      const { group, requests } = await decisions.findDecided(context.db, actor, groupId, ids);
      return { group: requireReviewer(group, actor), requests };
    },
    refusalOf: policy.undoRefusal,
    write: (group, open) => decisions.undoDecisions(context, actor, { group, ids: open }),
  });
}

type Group = Parameters<typeof requireVisible>[0];

/** A change of requests: how they are read, which of them refuse it, and how the others are written. */
type Settlement<Request> = {
  read: () => Promise<{ group: AuthorizedGroup; requests: Request[] }>;
  refusalOf: (request: Request) => ApiError | undefined;
  write: (group: AuthorizedGroup, ids: string[]) => Promise<ReadonlySet<string>>;
};

type ReadRequests = Settlement<RequestRow>["read"];

function approval(
  context: Context,
  actor: UserActor,
  read: ReadRequests,
  days?: DaysOfWayIn,
): Settlement<RequestRow & { requirements: Outcome }> {
  return {
    read: async () => {
      const { group, requests } = await read();
      const userIds = requests.map(({ userId }) => userId);
      const outcomes = isRestricted(group)
        ? await outcomesOf(context, group.id, userIds)
        : undefined;
      const outcomeOf = (userId: string) =>
        outcomes === undefined ? "met" : (outcomes.get(userId) ?? "unknown");
      return {
        group,
        requests: requests.map((one) => ({ ...one, requirements: outcomeOf(one.userId) })),
      };
    },
    refusalOf: policy.approvalRefusal,
    write: (group, ids) =>
      decisions.approveRequests(context, actor, { group, ids }, storedDays(days)),
  };
}

function rejection(
  context: Context,
  actor: UserActor,
  reason: string | null,
  read: ReadRequests,
): Settlement<RequestRow> {
  return {
    read,
    refusalOf: policy.rejectionRefusal,
    write: (group, ids) => decisions.rejectRequests(context, actor, { group, ids }, reason),
  };
}

function readOne({ db }: Context, actor: UserActor, id: string): ReadRequests {
  return async () => {
    const { group, request } = await store.findRequest(db, actor, id);
    const reviewed = requireReviewed(actor, group, request);
    return { group: reviewed.group, requests: [reviewed.request] };
  };
}

/** The rows of `selectWithGroup`, if the actor reviews the request: for others it does not exist. */
export function requireReviewed(
  actor: UserActor,
  row: GroupRow | undefined,
  request: RequestRow | undefined,
): { group: AuthorizedGroup; request: RequestRow } {
  const group = findManaged(row, actor, "reviewRequests");
  if (request === undefined || group === undefined) throw notFound();
  if (!policy.mayReview(group, actor, request)) throw notFound();
  return { group, request };
}

function readMany(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  ids: readonly string[],
): ReadRequests {
  return async () => {
    const found = await store.findRequests(db, actor, groupId, ids);
    const group = requireReviewer(found.group, actor);
    return { group, requests: found.requests.filter((one) => policy.mayReview(group, actor, one)) };
  };
}

function requireReviewer(row: Group, actor: UserActor): AuthorizedGroup {
  const group = requireVisible(row, actor);
  requireAbilityToRead(group, "reviewRequests");
  return group;
}

/**
 * Changes the requests that allow it. Returns why the others do not. A request that changed between reading and writing is
 * read once more, to find the reason; `LockConflict` if there is none.
 */
async function settle<Request extends { id: string }>(
  ids: readonly string[],
  { read, refusalOf, write }: Settlement<Request>,
): Promise<Map<string, Error>> {
  const refusalsOf = (requests: readonly Request[]) => {
    const byId = new Map(requests.map((request) => [request.id, request]));
    return (id: string) => {
      const request = byId.get(id);
      return request === undefined ? notFound() : refusalOf(request);
    };
  };
  const { group, requests } = await read();
  const before = refusalsOf(requests);
  const open = ids.filter((id) => before(id) === undefined);
  const done = open.length > 0 ? await write(group, open) : new Set<string>();
  const isMissed = open.some((id) => !done.has(id));
  const after = isMissed ? refusalsOf((await read()).requests) : before;
  const refused = ids.filter((id) => !done.has(id));
  return new Map(refused.map((id) => [id, before(id) ?? after(id) ?? new LockConflict()]));
}

async function settleOne<Request extends { id: string }>(
  id: string,
  settlement: Settlement<Request>,
) {
  const refusal = (await settle([id], settlement)).get(id);
  if (refusal) throw refusal;
}

async function settleMany<Request extends { id: string }>(
  ids: readonly string[],
  settlement: Settlement<Request>,
): Promise<DecisionResult> {
  const refusals = await settle(ids, settlement);
  return {
    done: ids.filter((id) => !refusals.has(id)),
    refused: [...refusals].map(([id, error]) => ({
      id,
      message:
        error instanceof ApiError
          ? error.message
          : english`Someone else changed this request at the same time. Try again.`,
    })),
  };
}

function notFound(): ApiError {
  return new ApiError("no_such_request");
}
