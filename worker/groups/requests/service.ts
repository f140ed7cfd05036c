import * as z from "zod/mini";
import { and, inArray, lte, sql } from "drizzle-orm";
import { english } from "#shared/english.ts";
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
import { TOLD_AFTER_DAYS } from "#shared/groups/requests.ts";
import { DAY_MS } from "#shared/time.ts";
import { isRestricted, outcomesOf, requireMet } from "#worker/requirements/gate.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { LockConflict, withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { selectVetting } from "#worker/groups/forms/store.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { countToReview } from "#worker/groups/group/policy.ts";
import { requireAbilityToRead, requireVisible } from "#worker/groups/group/authorized-group.ts";
import type { AuthorizedGroup } from "#worker/groups/group/authorized-group.ts";
import { storedDays } from "#worker/groups/members/add-member.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { readCursor, toPage } from "#worker/http/page.ts";
import { recordForEach } from "#worker/audit/record-many.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { orm } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import {
  allowDecision,
  maySeeAltCount,
  requireRequest,
  requireReviewed,
  requireWithdrawal,
} from "./policy.ts";
import type { RequestDecision, OnRequests, FoundRequests, Requests } from "./policy.ts";
import * as decisions from "./decisions.ts";
import * as store from "./store.ts";
import { present, presentToReview } from "./present.ts";

export { selectWithGroup } from "./store.ts";

const requestKey = z.tuple([z.int(), z.string()]);

export async function listRequests(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  query: RequestsQuery,
): Promise<Page<RequestToReview>> {
  const { userId, isAdmin } = actor;
  const reader = { userId, isAdmin, seesAlts: maySeeAltCount(actor) };
  const after = readCursor(query.cursor, requestKey);
  const found = await store.listPending(db, reader, groupId, query, after);
  const group = requireVisible(found.group, actor);
  requireAbilityToRead(group, "reviewRequests");
  const { rows, nextCursor } = toPage(found.requests, (row) => [row.createdAt.getTime(), row.id]);
  return {
    items: rows.map((row) => presentToReview(row, actor)),
    total: found.filteredCount ?? countToReview(group, group.pendingRequestId, group.can) ?? 0,
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
    const [[group], [vetting]] = await runBatch(context.db, [
      selectGroup(actor.userId, groupId),
      selectVetting(actor, groupId),
    ]);
    return requireRequest(requireVisible(group, actor), vetting, input);
  };
  const row = await withOptimisticLock(read, async (allowed) => {
    if (allowed.act === "stay") return store.insertRequest(context, { allowed });
    const met = await requireMet(context, allowed.of.group, actor.userId);
    return store.insertRequest(context, { allowed, met });
  });
  return present(row);
}

export async function withdrawRequest(context: Context, actor: UserActor, id: string) {
  const read = async () =>
    requireWithdrawal(actor, (await store.findRequest(context.db, actor, id)).request);
  await withOptimisticLock(read, (allowed) => store.withdrawRequest(context, allowed));
}

// ── Decisions ─────────────────────────────────────────────────────────────────────────────────

export async function approveRequest(context: Context, actor: UserActor, id: string) {
  await settleOne(id, approval(context, readOne(context, actor, id)));
}

export async function rejectRequest(
  context: Context,
  actor: UserActor,
  id: string,
  reason: string | null,
) {
  await settleOne(id, rejection(context, reason, readOne(context, actor, id)));
}

/** Throws unless the actor may reject the request now. */
export async function requireRejectable(context: Context, actor: UserActor, id: string) {
  const { refusals } = allowDecision("reject", await readOne(context, actor, id)(), [id]);
  const refusal = refusals.get(id);
  if (refusal) throw refusal;
}

export function approveRequests(
  context: Context,
  actor: UserActor,
  groupId: string,
  ids: readonly string[],
  days?: DaysOfWayIn,
): Promise<DecisionResult> {
  return settleMany(ids, approval(context, readMany(context, actor, groupId, ids), days));
}

export function rejectRequests(
  context: Context,
  actor: UserActor,
  groupId: string,
  ids: readonly string[],
  reason: string | null,
): Promise<DecisionResult> {
  return settleMany(ids, rejection(context, reason, readMany(context, actor, groupId, ids)));
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
    decision: "undo",
    read: async () => {
      const { group, requests } = await decisions.findDecided(context.db, actor, groupId, ids);
      return { group: requireReviewer(group, actor), requests };
    },
    write: (allowed) => decisions.undoDecisions(context, allowed),
  });
}

type Group = Parameters<typeof requireVisible>[0];

/** A change of requests: how they are read, and how those that do not refuse it are written. */
type Settlement<Of extends RequestDecision> = {
  decision: Of;
  read: () => Promise<FoundRequests<Of>>;
  write: (allowed: OnRequests<Of, Requests>) => Promise<ReadonlySet<string>>;
};

type ReadRequests = () => Promise<FoundRequests<"reject">>;

function approval(context: Context, read: ReadRequests, days?: DaysOfWayIn): Settlement<"approve"> {
  return {
    decision: "approve",
    read: async () => {
      const { group, requests } = await read();
      const userIds = requests.map(({ userId }) => userId);
      const outcomes = isRestricted(group)
        ? await outcomesOf(context, group.id, userIds)
        : undefined;
      const outcomeOf = (userId: string) =>
        outcomes === undefined ? "met" : (outcomes.get(userId) ?? "unknown");
      const heldFrom = await withoutWatchlist(
        context,
        group,
        userIds.filter((id) => outcomeOf(id) !== "met"),
      );
      return {
        group,
        requests: requests.map((request) => ({
          ...request,
          requirements: heldFrom.has(request.userId) ? "held" : outcomeOf(request.userId),
        })),
      };
    },
    write: (allowed) => decisions.approveRequests(context, allowed, storedDays(days)),
  };
}

/** Whom only the watchlist refuses: others than system administrators learn that an administrator decides, and no more. */
async function withoutWatchlist(
  context: Context,
  group: AuthorizedGroup,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0 || group.reader.isAdmin) return new Set();
  const outcomes = await outcomesOf(context, group.id, userIds, { countsWatchlist: false });
  return new Set(userIds.filter((id) => outcomes.get(id) === "met"));
}

function rejection(
  context: Context,
  reason: string | null,
  read: ReadRequests,
): Settlement<"reject"> {
  return {
    decision: "reject",
    read,
    write: (allowed) => decisions.rejectRequests(context, allowed, reason),
  };
}

function readOne({ db }: Context, actor: UserActor, id: string): ReadRequests {
  return async () => {
    const found = await store.findRequest(db, actor, id);
    const { group, request } = requireReviewed(actor, found.group, found.request);
    return { group, requests: [request] };
  };
}

function readMany(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  ids: readonly string[],
): ReadRequests {
  return async () => {
    const { group, requests } = await store.findRequests(db, actor, groupId, ids);
    return { group: requireReviewer(group, actor), requests };
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
async function settle<Of extends RequestDecision>(
  ids: readonly string[],
  { decision, read, write }: Settlement<Of>,
): Promise<Map<string, Error>> {
  const { allowed, refusals } = allowDecision(decision, await read(), ids);
  const open = allowed.of.ids;
  const done = open.length > 0 ? await write(allowed) : new Set<string>();
  const isMissed = open.some((id) => !done.has(id));
  const later = isMissed ? allowDecision(decision, await read(), ids).refusals : refusals;
  const refused = ids.filter((id) => !done.has(id));
  return new Map(
    refused.map((id) => [id, refusals.get(id) ?? later.get(id) ?? new LockConflict()]),
  );
}

async function settleOne<Of extends RequestDecision>(id: string, settlement: Settlement<Of>) {
  const refusal = (await settle([id], settlement)).get(id);
  if (refusal) throw refusal;
}

async function settleMany<Of extends RequestDecision>(
  ids: readonly string[],
  settlement: Settlement<Of>,
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

/** A run tells of so many. The others follow an hour later. */
const MOST_TOLD = 100;

// Literals, so that SQLite can use the partial index.
const isUntold = sql`${joinRequests.status} = 'pending' and ${joinRequests.waitToldAt} is null and ${joinRequests.inTalks} = 0`;

/**
 * Records once that a request has waited for days: the log is the outbox of the posts and messages to its reviewers. A request in
 * talks does not wait. The second statement marks what the first has recorded: nothing changes in between.
 */
export function tellReviewers(context: Pick<Context, "requestId">, now: Date): Statement[] {
  const since = new Date(now.getTime() - TOLD_AFTER_DAYS * DAY_MS);
  const first = orm
    .select({ id: joinRequests.id })
    .from(joinRequests)
    .where(and(lte(joinRequests.createdAt, since), isUntold))
    .orderBy(joinRequests.createdAt)
    .limit(MOST_TOLD);
  const isFirst = inArray(joinRequests.id, first);
  return [
    recordForEach(
      context,
      {
        kind: "request_waiting",
        actor: "job",
        groupId: joinRequests.groupId,
        subjectId: joinRequests.userId,
      },
      sql`${joinRequests}`,
      isFirst,
    ),
    orm.update(joinRequests).set({ waitToldAt: now }).where(isFirst),
  ];
}
