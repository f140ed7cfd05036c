import { mutationOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { Suspend } from "#shared/session.ts";
import { api } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

export const suspendMutation = mutationOptions({
  mutationFn: ({ userId, ...json }: Suspend & { userId: string }) =>
    api.admin.users[":id"].suspension.$put({ param: { id: userId }, json }),
  onSuccess: (_answer, _input, _rollback, { client }) => suspensionChanged(client),
});

export const liftMutation = mutationOptions({
  mutationFn: (userId: string) =>
    api.admin.users[":id"].suspension.$delete({ param: { id: userId } }),
  onSuccess: (_answer, _input, _rollback, { client }) => suspensionChanged(client),
});

/** Every list that marks suspended users. */
function suspensionChanged(client: QueryClient) {
  return Promise.all(
    [queryKeys.pilots, queryKeys.groups, ["corporations"], ["activity"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
