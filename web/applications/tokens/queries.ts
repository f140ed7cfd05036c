import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { CreateToken } from "#shared/applications/tokens.ts";
import { applicationKey } from "#web/applications/queries.ts";
import { api, body } from "#web/lib/api/api.ts";

export function tokensQuery(id: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "tokens"],
    queryFn: () => body(api.admin.applications[":id"].tokens.$get({ param: { id } })),
  });
}

export function createTokenMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (json: CreateToken) =>
      body(api.admin.applications[":id"].tokens.$post({ param: { id }, json })),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery(id).queryKey }),
  });
}

export function revokeTokenMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (tokenId: string) =>
      api.admin.applications[":id"].tokens[":tokenId"].$delete({ param: { id, tokenId } }),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery(id).queryKey }),
  });
}
