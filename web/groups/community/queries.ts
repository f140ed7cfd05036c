import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { UpdateCommunity } from "#shared/community.ts";
import { api, body } from "#web/lib/api/api.ts";
import { sessionQuery } from "#web/lib/api/session.ts";

export const communityQuery = queryOptions({
  queryKey: ["community"],
  queryFn: () => body(api.admin.community.$get()),
  staleTime: 60_000,
});

export const updateCommunityMutation = mutationOptions({
  mutationFn: (json: UpdateCommunity) => body(api.admin.community.$put({ json })),
  onSuccess: (settings, _input, _rollback, { client }) => {
    client.setQueryData(communityQuery.queryKey, settings);
    // The session tells every page the name and the logo.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  },
  onError: (_error, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: communityQuery.queryKey }),
});
