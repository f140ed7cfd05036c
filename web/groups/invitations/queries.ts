import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type { MyInvitation } from "#shared/invitations.ts";
import { groupChange, groupKeys, hideItem } from "#web/groups/group/cache.ts";
import { api, body } from "#web/lib/api.ts";
import { logFailure } from "#web/lib/log.ts";
import { cursorParam, paging, withoutItems } from "#web/lib/pages.ts";
import type { Pages } from "#web/lib/pages.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** The pending ones, those that expire first on top. The sidebar counts them too. */
export const myInvitationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.myInvitations,
  queryFn: ({ pageParam }) => body(api.groups.invitations.$get({ query: cursorParam(pageParam) })),
  ...paging,
});

export type Answer = { id: string; verdict: "accept" | "decline" };

/** Answered invitations are gone from every list, and from the count, before the server has said so. */
export const answerInvitationMutation = mutationOptions({
  mutationFn: async ({ id, verdict }: Answer) => {
    await api.groups.invitations[":id"][verdict].$post({ param: { id } });
  },
  onMutate: async ({ id }: Answer, { client }: MutationFunctionContext) => {
    const { queryKey } = myInvitationsQuery;
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData<Pages<MyInvitation>>(queryKey);
    client.setQueryData<Pages<MyInvitation>>(
      queryKey,
      (data) => data && withoutItems(data, (invitation: MyInvitation) => invitation.id === id),
    );
    return () => client.setQueryData(queryKey, before);
  },
  onError: (error, _answer, rollback) => {
    rollback?.();
    logFailure("The invitation could not be answered.", error);
  },
  onSettled: (_data, _error, _answer, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.myInvitations });
    void client.invalidateQueries({ queryKey: queryKeys.groups });
  },
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
  ...groupChange(),
});

export const revokeInvitationMutation = mutationOptions({
  mutationFn: ({ id }: { groupId: string; id: string }) =>
    api.groups.invitations[":id"].revoke.$post({ param: { id } }),
  ...groupChange((client, { groupId, id }) =>
    hideItem(client, groupKeys.part(groupId, "invitations"), id),
  ),
});
