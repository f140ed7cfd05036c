import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { CreateToken } from "#shared/applications/tokens.ts";
import { applicationKey } from "#web/applications/queries.ts";
import { api, body } from "#web/lib/api/api.ts";

export function tokensQuery(id: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "tokens"],
    queryFn: () => body(api.admin.applications[":id"].tokens.$get({ param: { id } })),
  });
}

export const createTokenMutation = mutationOptions({
  mutationFn: ({ id, ...json }: CreateToken & { id: string }) =>
    body(api.admin.applications[":id"].tokens.$post({ param: { id }, json })),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: tokensQuery(id).queryKey }),
});

export const revokeTokenMutation = mutationOptions({
  mutationFn: ({ id, tokenId }: { id: string; tokenId: string }) =>
    api.admin.applications[":id"].tokens[":tokenId"].$delete({ param: { id, tokenId } }),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: tokensQuery(id).queryKey }),
});
