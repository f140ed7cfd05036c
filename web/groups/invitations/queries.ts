import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import { groupKeys, groupMutationDefaults, removeFromList } from "#web/groups/group/cache.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Pending invitations, soonest expiry first. Also read by the sidebar's badge. */
export const myInvitationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.myInvitations,
  queryFn: ({ pageParam }) => body(api.groups.invitations.$get({ query: cursorParam(pageParam) })),
  ...paging,
});

export type Answer = "accept" | "decline";

export const answerInvitationMutation = mutationOptions({
  mutationFn: async ({ id, answer }: { id: string; answer: Answer }) => {
    await api.groups.invitations[":id"][answer].$post({ param: { id } });
  },
  ...groupMutationDefaults((client, { id }: { id: string; answer: Answer }) =>
    removeFromList(client, queryKeys.myInvitations, id),
  ),
});

export function groupInvitationsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.part(id, "invitations"),
    queryFn: ({ pageParam }) =>
      body(api.groups[":id"].invitations.$get({ param: { id }, query: cursorParam(pageParam) })),
    ...paging,
    staleTime: 30_000,
  });
}

export const inviteMutation = mutationOptions({
  mutationFn: ({ groupId, characterName }: { groupId: string; characterName: string }) =>
    body(api.groups[":id"].invitations.$post({ param: { id: groupId }, json: { characterName } })),
  ...groupMutationDefaults(),
});

export const revokeInvitationMutation = mutationOptions({
  mutationFn: ({ id }: { groupId: string; id: string }) =>
    api.groups.invitations[":id"].revoke.$post({ param: { id } }),
  ...groupMutationDefaults((client, { groupId, id }) =>
    removeFromList(client, groupKeys.part(groupId, "invitations"), id),
  ),
});
