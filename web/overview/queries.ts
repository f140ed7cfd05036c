import { queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

const FRESH_MS = 60_000;
const REFETCH_MS = 5 * 60_000;

export const adminOverviewQuery = queryOptions({
  queryKey: queryKeys.overview,
  queryFn: () => body(api.admin.overview.$get()),
  staleTime: FRESH_MS,
  refetchInterval: REFETCH_MS,
});
