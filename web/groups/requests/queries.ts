import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { Group } from "#shared/groups/groups.ts";
import { groupKeys, groupMutationDefaults, patchGroup } from "#web/groups/group/cache.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";

export function requestsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.part(id, "requests"),
    queryFn: ({ pageParam }) =>
      body(
        api.groups[":id"]["join-requests"].$get({ param: { id }, query: cursorParam(pageParam) }),
      ),
    ...paging,
    staleTime: 30_000,
  });
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

export type Decision = "approve" | "reject";

type DecideRequest = { groupId: string; requestId: string; decision: Decision };

/** Updates the counts optimistically; the row itself stays, see `useDecisions`. */
export const decideRequestMutation = mutationOptions({
  mutationFn: async ({ requestId, decision }: DecideRequest) => {
    const request = api.groups["join-requests"][":id"];
    const param = { id: requestId };
    await (decision === "approve"
      ? request.approve.$post({ param })
      : request.reject.$post({ param, json: {} }));
  },
  ...groupMutationDefaults((client, { groupId, decision }: DecideRequest) => {
    const count = (sign: 1 | -1) => (group: Group) => ({
      pendingRequestCount:
        group.pendingRequestCount === null ? null : group.pendingRequestCount - sign,
      memberCount: group.memberCount + (decision === "approve" ? sign : 0),
    });
    return patchGroup(client, groupId, count(1), count(-1));
  }),
});
