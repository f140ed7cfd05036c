import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { CreateInviteCode } from "#shared/groups/invitations.ts";
import { groupMutationDefaults } from "#web/groups/group/cache.ts";
import { groupKeys } from "#web/groups/group/keys.ts";
import { api, body, READ_TIMEOUT_MS } from "#web/lib/api/api.ts";

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
});

export const revokeCodeMutation = mutationOptions({
  mutationFn: ({ id }: { groupId: string; id: string }) =>
    api.groups["invite-codes"][":id"].revoke.$post({ param: { id } }),
  ...groupMutationDefaults(),
});

export const redeemCodeMutation = mutationOptions({
  mutationFn: (code: string) => body(api.groups["invite-codes"].redeem.$post({ json: { code } })),
  ...groupMutationDefaults(),
});
