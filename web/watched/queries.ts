import { queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";

/** Keepers change the list meanwhile. */
const STALE_MS = 15_000;

/** What the watchlist has about these users, as many as a page of a list has: for keepers, and recorded. */
export function watchedUsersQuery(userIds: readonly string[]) {
  const users = userIds.join(",");
  return queryOptions({
    queryKey: ["watchlist", "hits", users],
    queryFn: () => body(api.watchlist.hits.$get({ query: { users } })),
    staleTime: STALE_MS,
  });
}
