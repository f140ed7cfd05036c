import { queryOptions } from "@tanstack/react-query";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { refetchAt } from "#web/lib/time/refetch-at.ts";

/** The overview of all linked characters. Refetched when a skill finishes. */
export const overviewQuery = queryOptions({
  queryKey: [...queryKeys.characters, "overview"],
  // Solar systems have names in some languages.
  meta: { isWorded: true },
  queryFn: () => body(api.characters.$get()),
  refetchInterval: ({ state }) =>
    refetchAt((state.data?.characters ?? []).map(({ training }) => training?.finish_date ?? null)),
});
