import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type {
  AddWatchEntry,
  ChangeWatchEntry,
  WatchEntry,
  WatchShow,
  WatchSubject,
} from "#shared/watchlist.ts";
import { MAX_IMPORTED, WATCH_SEARCH_MAX } from "#shared/watch-limits.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { anyText, filtersInAddress, choiceOf } from "#web/lib/filters.ts";
import { inParts } from "#web/lib/api/in-parts.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";

const WATCHLIST_KEY = ["watchlist"];

type WatchFilters = { search?: string; show?: WatchShow };

export const watchFilters = filtersInAddress<WatchFilters>({
  search: anyText({ max: WATCH_SEARCH_MAX }),
  show: choiceOf(["new", "due"]),
});

export function watchlistQuery(filters: WatchFilters) {
  return infiniteQueryOptions({
    queryKey: [...WATCHLIST_KEY, "list", filters],
    queryFn: ({ pageParam }) =>
      body(api.watchlist.$get({ query: { ...filters, ...cursorParam(pageParam) } })),
    ...paging,
    staleTime: 30_000,
  });
}

export type Previewed = Pick<WatchEntry, "subject" | "eveId" | "months" | "level">;

/** Whom an entry would hit now, and what would follow. */
export function watchPreviewQuery({ subject, eveId, months, level }: Previewed) {
  const query = {
    level,
    subject,
    eveId: String(eveId),
    ...(months !== null && { months: String(months) }),
  };
  return queryOptions({
    queryKey: [...WATCHLIST_KEY, "preview", query],
    queryFn: () => body(api.watchlist.preview.$get({ query })),
  });
}

/** Known corporations and alliances by the beginning of their name, all others and all pilots by the whole name in EVE. */
export function watchedSearchQuery(kind: WatchSubject, q: string) {
  return queryOptions({
    queryKey: ["requirements-search", "watchlist", kind, q],
    queryFn: async () => (await body(api.requirements.search.$get({ query: { kind, q } }))).items,
    staleTime: 5 * MINUTE_MS,
  });
}

const defaults = {
  onSettled: (
    _answer: unknown,
    _error: Error | null,
    _input: unknown,
    _rollback: unknown,
    { client }: { client: QueryClient },
  ) => {
    // The menu counts unseen hits.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    return client.invalidateQueries({ queryKey: WATCHLIST_KEY });
  },
};

export const addEntryMutation = mutationOptions({
  mutationFn: (json: AddWatchEntry) => body(api.watchlist.$post({ json })),
  ...defaults,
});

export const changeEntryMutation = mutationOptions({
  mutationFn: ({ id, ...json }: ChangeWatchEntry & { id: string }) =>
    body(api.watchlist[":id"].$patch({ param: { id }, json })),
  ...defaults,
});

export const removeEntryMutation = mutationOptions({
  mutationFn: (id: string) => api.watchlist[":id"].$delete({ param: { id } }),
  ...defaults,
});

export const markSeenMutation = mutationOptions({
  mutationFn: ({ id, hits }: Pick<WatchEntry, "id" | "hits">) => {
    const foundUntil = hits
      .map(({ foundAt }) => foundAt)
      .toSorted()
      .at(-1);
    return api.watchlist[":id"].seen.$post({ param: { id }, query: { foundUntil } });
  },
  ...defaults,
});

/** Returns how many entries were not on the list. */
export const importMutation = mutationOptions({
  mutationFn: async (entries: readonly AddWatchEntry[]) => {
    let added = 0;
    const add = (part: AddWatchEntry[]) =>
      body(api.watchlist.import.$post({ json: { entries: part } }));
    for await (const answer of inParts(entries, MAX_IMPORTED, add)) added += answer.added;
    return added;
  },
  ...defaults,
});

export const exportWatchlistMutation = mutationOptions({
  mutationFn: async (_input: undefined) => (await api.watchlist.export.$post()).blob(),
});

export const updateKeepersMutation = mutationOptions({
  mutationFn: (groupId: string | null) => api.watchlist.keepers.$put({ json: { groupId } }),
  ...defaults,
});
