import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CorporationData } from "#shared/corporations.ts";
import { api, body } from "#web/lib/api.ts";
import { cursorParam, paging } from "#web/lib/pages.ts";

const MINUTE_MS = 60_000;
/** While a fetch runs. */
const POLL_MS = 2000;

export const corporationKeys = {
  all: ["corporations"] as const,
  one: (id: number) => ["corporations", "one", id] as const,
  data: (id: number) => ["corporations", "one", id, "data"] as const,
};

/** `q` is a part of the name or ticker; without it, all. */
export function corporationsQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: [...corporationKeys.all, "list", q],
    queryFn: ({ pageParam }) => {
      const cursor = cursorParam(pageParam);
      return q === ""
        ? body(api.corporations.$get({ query: cursor }))
        : body(api.corporations.search.$get({ query: { q, ...cursor } }));
    },
    ...paging,
    staleTime: MINUTE_MS,
  });
}

export function corporationQuery(id: number) {
  return queryOptions({
    queryKey: corporationKeys.one(id),
    queryFn: () => body(api.corporations[":id"].$get({ param: { id: String(id) } })),
    staleTime: MINUTE_MS,
  });
}

export function directorsQuery(id: number) {
  return queryOptions({
    queryKey: [...corporationKeys.one(id), "directors"],
    queryFn: async () =>
      (await body(api.corporations[":id"].directors.$get({ param: { id: String(id) } }))).directors,
    staleTime: MINUTE_MS / 2,
  });
}

/** Asked for every other second as long as something is being fetched. */
export function corporationDataQuery(id: number) {
  return queryOptions({
    queryKey: corporationKeys.data(id),
    queryFn: () => body(api.corporations[":id"].data.$get({ param: { id: String(id) } })),
    staleTime: MINUTE_MS,
    refetchInterval: ({ state }) => isFetching(state.data) && POLL_MS,
  });
}

export function isFetching(data: CorporationData | undefined): boolean {
  return data?.categories.some(({ state }) => state === "running") ?? false;
}

/** What EVE calls the corporation with this number. */
export function lookupQuery(corporationId: string) {
  return queryOptions({
    queryKey: ["corporation-lookup", corporationId],
    queryFn: () => body(api.corporations.lookup.$get({ query: { corporationId } })),
  });
}
