import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { LinkRequest } from "#shared/account/link.ts";
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

/** Starts the sign-in that links another character, or renews the authorization of a linked one. */
export function startLink(link: LinkRequest = {}) {
  return body(api.auth.character.start.$post({ json: link }));
}

/** `until` is the time of the newest notice that is dismissed. */
export const dismissNoticesMutation = mutationOptions({
  mutationFn: (until: string) => api.auth.events.seen.$post({ json: { until } }),
  onSuccess: (_answer, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
});
