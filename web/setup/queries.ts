import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";

/** The self-diagnosis, refetched on every visit: the preload of that visit counts. */
export const healthDetailsQuery = queryOptions({
  queryKey: ["health", "details"],
  queryFn: () => body(api.health.details.$get()),
  // The Worker words what it has found: another language needs another answer.
  meta: { isWorded: true },
  staleTime: 5000,
});

export const registerCommandsMutation = mutationOptions({
  mutationFn: () => body(api.admin.discord.commands.$post()),
  onSuccess: (_answer, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: healthDetailsQuery.queryKey }),
});

export const confirmAdministratorMutation = mutationOptions({
  mutationFn: (characterId: number) =>
    api.admin.administrators[":id"].confirm.$post({ param: { id: String(characterId) } }),
  onSuccess: (_answer, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: healthDetailsQuery.queryKey }),
});
