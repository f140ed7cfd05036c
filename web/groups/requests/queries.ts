import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { reasonOf } from "#web/lib/api/api-error.ts";
import { compareCodes } from "#web/lib/compare.ts";
import { MAX_DECIDED_AT_ONCE } from "#shared/groups/limits.ts";
import type { Group } from "#shared/groups/groups.ts";
import type { DecisionResult, RequestToReview } from "#shared/groups/requests.ts";
import { groupMutationDefaults, patchGroup } from "#web/memberships/cache.ts";
import { groupKeys } from "#web/memberships/queries.ts";
import { api, body } from "#web/lib/api/api.ts";
import { inParts } from "#web/lib/api/in-parts.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { waitingQuery } from "#web/lib/api/queries.ts";
import type { RequestFilters } from "./request-filters.tsx";

export const requestsKey = (groupId: string) => groupKeys.part(groupId, "requests");

/** `userId`: the reader, for the requests of pilots to whom the reader talks. */
export function requestsQuery(id: string, filters: RequestFilters = {}, userId = "") {
  const { state, assignee, waiting } = filters;
  const query = {
    ...(state && { state }),
    ...(assignee && { assignee: assignee === "me" ? userId : assignee }),
    ...(waiting && { waiting: String(waiting) }),
  };
  return infiniteQueryOptions({
    queryKey: [...requestsKey(id), query],
    queryFn: ({ pageParam }) =>
      body(
        api.groups[":id"]["join-requests"].$get({
          param: { id },
          query: { ...query, ...cursorParam(pageParam) },
        }),
      ),
    ...paging,
    staleTime: 30_000,
  });
}

/** The order of the list: the oldest first. */
export function byAge(
  a: Pick<RequestToReview, "id" | "createdAt">,
  b: Pick<RequestToReview, "id" | "createdAt">,
): number {
  return compareCodes(a.createdAt, b.createdAt) || compareCodes(a.id, b.id);
}

export const requestToJoinMutation = mutationOptions({
  mutationFn: ({ groupId, reason }: { groupId: string; reason: string }) =>
    body(api.groups[":id"]["join-requests"].$post({ param: { id: groupId }, json: { reason } })),
  ...groupMutationDefaults(),
});

export const withdrawRequestMutation = mutationOptions({
  mutationFn: ({ requestId }: { groupId: string; requestId: string }) =>
    api.groups["join-requests"][":id"].withdraw.$post({ param: { id: requestId } }),
  ...groupMutationDefaults((client, { groupId, requestId }) =>
    patchGroup(
      client,
      groupId,
      ({ can }) => ({ pendingRequestId: null, can: { ...can, request: true } }),
      ({ can }) => ({ pendingRequestId: requestId, can: { ...can, request: false } }),
    ),
  ),
});

// ── Decisions ─────────────────────────────────────────────────────────────────────────────────

export type RequestDecision = "approve" | "reject";

type DecideRequests = {
  groupId: string;
  ids: readonly string[];
  decision: RequestDecision;
  /** Why the requests are rejected. */
  reason?: string;
  /** How long the approved memberships last; null for no end. Left out: as long as the group gives. */
  days?: number | null;
};

/** Updates the counts optimistically; the rows themselves stay, see `useDecisions`. */
export const decideRequestsMutation = mutationOptions({
  mutationFn: (input: DecideRequests): Promise<DecisionResult> =>
    input.ids.length === 1 && input.days === undefined
      ? decideOne(input)
      : decideAll(input.ids, (ids) => decideSome(input, ids)),
  ...groupMutationDefaults((client, { groupId, ids, decision }: DecideRequests) =>
    patchCounts(client, groupId, ids.length, decision),
  ),
  onSuccess: ({ refused }, { groupId, decision }, _rollback, { client }) =>
    patchCounts(client, groupId, -refused.length, decision),
});

export const undoDecisionsMutation = mutationOptions({
  mutationFn: ({ groupId, ids }: { groupId: string; ids: readonly string[] }) =>
    decideAll(ids, (part) =>
      body(
        api.groups[":id"]["join-requests"].undo.$post({
          param: { id: groupId },
          json: { ids: part },
        }),
      ),
    ),
  ...groupMutationDefaults(),
});

/** From the log, which names the player and not the request. */
export const undoDecisionOfMutation = mutationOptions({
  mutationFn: ({ groupId, userId }: { groupId: string; userId: string }) =>
    body(
      api.groups[":id"]["join-requests"].undo.$post({
        param: { id: groupId },
        json: { userId },
      }),
    ),
  ...groupMutationDefaults(),
});

async function decideOne({ ids, decision, reason = "" }: DecideRequests): Promise<DecisionResult> {
  const [id = ""] = ids;
  const request = api.groups["join-requests"][":id"];
  await (decision === "approve"
    ? request.approve.$post({ param: { id } })
    : request.reject.$post({ param: { id }, json: { reason } }));
  return { done: [id], refused: [] };
}

function decideSome({ groupId, decision, reason = "", days }: DecideRequests, ids: string[]) {
  const requests = api.groups[":id"]["join-requests"];
  const param = { id: groupId };
  return body(
    decision === "approve"
      ? requests.approve.$post({
          param,
          json: { ids, ...(days !== undefined && { membershipDays: days }) },
        })
      : requests.reject.$post({ param, json: { ids, reason } }),
  );
}

/** A part that fails leaves what the parts before it have done. */
async function decideAll(
  ids: readonly string[],
  send: (part: string[]) => Promise<DecisionResult>,
): Promise<DecisionResult> {
  const result: DecisionResult = { done: [], refused: [] };
  let sent = 0;
  try {
    for await (const { done, refused } of inParts(ids, MAX_DECIDED_AT_ONCE, send)) {
      result.done.push(...done);
      result.refused.push(...refused);
      sent += MAX_DECIDED_AT_ONCE;
    }
  } catch (error) {
    if (sent === 0) throw error;
    const message = reasonOf(error);
    result.refused.push(...ids.slice(sent).map((id) => ({ id, message })));
  }
  return result;
}

async function patchCounts(
  client: QueryClient,
  groupId: string,
  decided: number,
  decision: RequestDecision,
) {
  const count = (times: number) => (group: Group) => ({
    pendingRequestCount:
      group.pendingRequestCount === null ? null : group.pendingRequestCount - times,
    memberCount: group.memberCount + (decision === "approve" ? times : 0),
  });
  const patchBadge = (times: number) =>
    client.setQueryData(
      waitingQuery.queryKey,
      (waiting) =>
        waiting && {
          ...waiting,
          requests: waiting.requests
            .map((waiting) =>
              waiting.groupId === groupId ? { ...waiting, count: waiting.count - times } : waiting,
            )
            .filter((waiting) => waiting.count > 0),
        },
    );
  const rollback = await patchGroup(client, groupId, count(decided), count(-decided));
  patchBadge(decided);
  return () => {
    rollback();
    patchBadge(-decided);
  };
}
