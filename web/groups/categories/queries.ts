import { queryOptions } from "@tanstack/react-query";
import { MINUTE_MS } from "#shared/time.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: () => body(api.groups.categories.$get()),
  staleTime: 5 * MINUTE_MS,
  gcTime: 30 * MINUTE_MS,
});
