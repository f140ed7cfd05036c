import { queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** The invitations and join requests that wait for the user: the sidebar's badges, and a part of the dashboard. */
export const waitingQuery = queryOptions({
  queryKey: queryKeys.waiting,
  queryFn: () => body(api.groups.waiting.$get()),
});
