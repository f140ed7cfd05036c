import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { Invite, MyInvitation, CreateInviteCode } from "#shared/groups/invitations.ts";
import type { Page } from "#shared/page.ts";
import { groupMutationDefaults, ownMembership, removeFromList } from "#web/memberships/cache.ts";
import { groupKeys } from "#web/memberships/queries.ts";
import { api, body, READ_TIMEOUT_MS } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { queryKeys, waitingQuery } from "#web/lib/api/queries.ts";

const LIST_KEY = [...queryKeys.myInvitations, "list"];
const BLOCKED_KEY = [...queryKeys.myInvitations, "blocked"];

/** Pending invitations, soonest expiry first. */
export const myInvitationsQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ client }): Promise<Page<MyInvitation>> => {
    const page = await body(api.groups.invitations.$get());
    setBadge(client, () => page.total);
    return page;
  },
});

export const blockedGroupsQuery = infiniteQueryOptions({
  queryKey: BLOCKED_KEY,
  queryFn: ({ pageParam }) =>
    body(api.groups.invitations.blocked.$get({ query: cursorParam(pageParam) })),
  ...paging,
});

export type InvitationAnswer = "accept" | "decline";

export const answerInvitationMutation = mutationOptions({
  mutationFn: async ({ id, answer }: { id: string; answer: InvitationAnswer }) => {
    await api.groups.invitations[":id"][answer].$post({ param: { id } });
  },
  ...groupMutationDefaults((client, { id }: { id: string; answer: InvitationAnswer }) =>
    removeInvitations(client, [id]),
  ),
  ...ownMembership,
});

export const declineAllMutation = mutationOptions({
  mutationFn: (ids: string[]) =>
    body(api.groups.invitations["decline-all"].$post({ json: { ids } })),
  ...groupMutationDefaults(),
  onSuccess: (_answer, ids, _rollback, { client }) => removeInvitations(client, ids),
});

/** Declines the invitation too. */
export const blockMutation = mutationOptions({
  mutationFn: (id: string) => api.groups.invitations[":id"].block.$post({ param: { id } }),
  ...groupMutationDefaults(),
  onSuccess: (_answer, id, _rollback, { client }) => removeInvitations(client, [id]),
});

export const unblockMutation = mutationOptions({
  mutationFn: (id: string) => api.groups.invitations.blocked[":id"].$delete({ param: { id } }),
  ...groupMutationDefaults(),
});

/** Removes invitations from the list, and from the badge. */
async function removeInvitations(client: QueryClient, ids: readonly string[]) {
  await client.cancelQueries({ queryKey: queryKeys.myInvitations });
  await client.cancelQueries({ queryKey: queryKeys.waiting, exact: true });
  const list = client.getQueryData<Page<MyInvitation>>(LIST_KEY);
  const items = list?.items.filter(({ id }) => !ids.includes(id));
  client.setQueryData(LIST_KEY, list && items && { ...list, items, total: items.length });
  setBadge(client, (count) => Math.max(0, count - ids.length));
  return () => {
    client.setQueryData(LIST_KEY, list);
    setBadge(client, (count) => count + ids.length);
  };
}

function setBadge(client: QueryClient, countOf: (count: number) => number) {
  client.setQueryData(
    waitingQuery.queryKey,
    (waiting) => waiting && { ...waiting, invitations: countOf(waiting.invitations) },
  );
}

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
  mutationFn: ({ groupId, ...json }: Invite & { groupId: string }) =>
    body(api.groups[":id"].invitations.$post({ param: { id: groupId }, json })),
  ...groupMutationDefaults(),
});

export const revokeInvitationMutation = mutationOptions({
  mutationFn: ({ id }: { groupId: string; id: string }) =>
    api.groups.invitations[":id"].revoke.$post({ param: { id } }),
  ...groupMutationDefaults((client, { groupId, id }) =>
    removeFromList(client, groupKeys.part(groupId, "invitations"), id),
  ),
});

export function inviteCodesQuery(id: string) {
  return queryOptions({
    queryKey: groupKeys.part(id, "codes"),
    queryFn: async () =>
      (await body(api.groups[":id"]["invite-codes"].$get({ param: { id } }))).items,
    staleTime: 30_000,
  });
}

/** What an invite link leads to. A group mutation refetches it: after a refused redeem, it says why. */
export function inviteLinkQuery(code: string) {
  return queryOptions({
    queryKey: [...groupKeys.all, "invite-link", code],
    // A read, although it is a POST: a code does not belong into an address.
    queryFn: () =>
      body(
        api.groups["invite-codes"].preview.$post(
          { json: { code } },
          { init: { signal: AbortSignal.timeout(READ_TIMEOUT_MS) } },
        ),
      ),
    staleTime: 30_000,
    retry: false,
  });
}

export const createCodeMutation = mutationOptions({
  mutationFn: ({ groupId, ...json }: CreateInviteCode & { groupId: string }) =>
    body(api.groups[":id"]["invite-codes"].$post({ param: { id: groupId }, json })),
  ...groupMutationDefaults(),
  // Without the overview, whose last step still shows the link.
  onSettled: (_answer, _error, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: queryKeys.groups }),
});

export const revokeCodeMutation = mutationOptions({
  mutationFn: ({ id }: { groupId: string; id: string }) =>
    api.groups["invite-codes"][":id"].revoke.$post({ param: { id } }),
  ...groupMutationDefaults(),
});

export const redeemCodeMutation = mutationOptions({
  mutationFn: (code: string) => body(api.groups["invite-codes"].redeem.$post({ json: { code } })),
  ...groupMutationDefaults(),
  ...ownMembership,
});
