import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type { CommunitySettings, UpdateCommunity, UpdateMembers } from "#shared/community.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";

export const communityQuery = queryOptions({
  queryKey: ["community"],
  queryFn: () => body(api.admin.community.$get()),
  staleTime: 60_000,
});

/**
 * The version that a form of the settings sends: the newest while the part that it shows is the one that it has read, because two forms
 * share the version. Otherwise the write is refused, and both texts are kept.
 */
export function versionFor(
  partOf: (settings: CommunitySettings) => object,
  read: CommunitySettings,
  now: CommunitySettings,
): number {
  const isSame = JSON.stringify(partOf(read)) === JSON.stringify(partOf(now));
  return isSame ? now.version : read.version;
}

const defaults = {
  onSuccess: (
    settings: CommunitySettings,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => {
    client.setQueryData(communityQuery.queryKey, settings);
    // The session tells every page the name and the logo, and groups tell whether they are open to guests.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void client.invalidateQueries({ queryKey: queryKeys.groups });
    void client.invalidateQueries({ queryKey: queryKeys.overview });
  },
  onError: (
    _error: Error,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => client.invalidateQueries({ queryKey: communityQuery.queryKey, exact: true }),
};

export const updateCommunityMutation = mutationOptions({
  mutationFn: (json: UpdateCommunity) => body(api.admin.community.$put({ json })),
  ...defaults,
});

export const updateMembersMutation = mutationOptions({
  mutationFn: (json: UpdateMembers) => body(api.admin.community.members.$put({ json })),
  ...defaults,
});

/** What choosing a group as the community's would do. */
export function membersPreviewQuery(groupId: string) {
  return queryOptions({
    queryKey: [...communityQuery.queryKey, "preview", groupId],
    queryFn: () => body(api.admin.community.members.preview.$get({ query: { groupId } })),
  });
}
