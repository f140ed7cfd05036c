import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { Suspend } from "#shared/session.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

const USERS_KEY = "users";

/** Users with a character whose name begins like this; without a search, those who are suspended. */
export function usersQuery(search: string) {
  return queryOptions({
    queryKey: [USERS_KEY, search],
    queryFn: async () =>
      (await body(api.admin.users.$get({ query: search === "" ? {} : { search } }))).users,
    staleTime: 30_000,
  });
}

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
    [[USERS_KEY], queryKeys.groups, ["corporations"], ["activity"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
