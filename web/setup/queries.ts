import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";

/** The self-diagnosis, refetched on every visit: the preload of that visit counts. */
export const healthDetailsQuery = queryOptions({
  queryKey: ["health", "details"],
  queryFn: () => body(api.health.details.$get()),
  staleTime: 5000,
});

export function registerCommandsMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: () => body(api.admin.discord.commands.$post()),
    onSuccess: () => client.invalidateQueries({ queryKey: healthDetailsQuery.queryKey }),
  });
}

export function confirmAdministratorMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (characterId: number) =>
      api.admin.administrators[":id"].confirm.$post({ param: { id: String(characterId) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: healthDetailsQuery.queryKey }),
  });
}
