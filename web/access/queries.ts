import { queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** What the user has, could have and has lost. Fetched with every visit: much changes it. */
export const accessQuery = queryOptions({
  queryKey: queryKeys.access,
  staleTime: 0,
  queryFn: () => body(api.access.$get()),
});
