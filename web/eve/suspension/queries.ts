import { mutationOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { Suspend } from "#shared/session.ts";
import { api } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

export function suspendMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ userId, ...json }: Suspend & { userId: string }) =>
      api.admin.users[":id"].suspension.$put({ param: { id: userId }, json }),
    onSuccess: () => suspensionChanged(client),
  });
}

export function liftMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (userId: string) =>
      api.admin.users[":id"].suspension.$delete({ param: { id: userId } }),
    onSuccess: () => suspensionChanged(client),
  });
}

/** Every list that marks suspended users. */
function suspensionChanged(client: QueryClient) {
  return Promise.all(
    [queryKeys.pilots, queryKeys.groups, ["corporations"], ["activity"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
