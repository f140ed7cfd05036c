import { queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

/** What the user has, could have and has lost. Fetched with every visit, because many events change it. */
export const accessQuery = queryOptions({
  queryKey: queryKeys.access,
  staleTime: 0,
  queryFn: () => body(api.access.$get()),
});
