import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { Group } from "#shared/groups.ts";
import { groupChange, groupKeys, showGroup } from "#web/groups/group/cache.ts";
import { api, body } from "#web/lib/api.ts";
import { cursorParam, paging } from "#web/lib/pages.ts";

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
  ...groupChange(),
});

export const withdrawRequestMutation = mutationOptions({
  mutationFn: ({ requestId }: { groupId: string; requestId: string }) =>
    api.groups["join-requests"][":id"].withdraw.$post({ param: { id: requestId } }),
  ...groupChange((client, { groupId, requestId }) =>
    showGroup(
      client,
      groupId,
      ({ can }) => ({ pendingRequestId: null, can: { ...can, request: true } }),
      ({ can }) => ({ pendingRequestId: requestId, can: { ...can, request: false } }),
    ),
  ),
});

export type Decision = { groupId: string; requestId: string; verdict: "approve" | "reject" };

/** The list keeps the row, so that nothing moves under a thumb; the counts are right at once. */
export const decideRequestMutation = mutationOptions({
  mutationFn: async ({ requestId, verdict }: Decision) => {
    const request = api.groups["join-requests"][":id"];
    await request[verdict].$post({ param: { id: requestId } });
  },
  ...groupChange((client, { groupId, verdict }: Decision) => {
    const count = (sign: 1 | -1) => (group: Group) => ({
      pendingRequestCount:
        group.pendingRequestCount === null ? null : group.pendingRequestCount - sign,
      memberCount: group.memberCount + (verdict === "approve" ? sign : 0),
    });
    return showGroup(client, groupId, count(1), count(-1));
  }),
});
