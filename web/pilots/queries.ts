import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { Bulk } from "#shared/pilots/bulk.ts";
import type { PilotFilter, PilotOrder } from "#shared/pilots/pilots.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { anyText, choiceOf, filtersInAddress, flag, textLike } from "#web/lib/filters.ts";
import { parseEveId } from "#web/lib/paths.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

export type PilotFilters = { search?: string; corporation?: string; sort?: PilotOrder } & Partial<
  Record<PilotFilter, "true">
>;

export const pilotFilters = filtersInAddress<PilotFilters>({
  search: anyText({ min: SEARCH_MIN_LENGTH }),
  corporation: textLike((text) => parseEveId(text) !== undefined),
  lost: flag(),
  noDiscord: flag(),
  grace: flag(),
  unseen: flag(),
  suspended: flag(),
  sort: choiceOf(["-name", "seen", "-seen"]),
});

export function pilotsQuery(filters: PilotFilters) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.pilots, "list", filters],
    queryFn: ({ pageParam }) =>
      body(api.admin.pilots.$get({ query: { ...filters, ...cursorParam(pageParam) } })),
    ...paging,
    staleTime: 30_000,
  });
}

export function pilotQuery(userId: string) {
  return queryOptions({
    queryKey: [...queryKeys.pilots, "one", userId],
    queryFn: () => body(api.admin.pilots[":id"].$get({ param: { id: userId } })),
    staleTime: 10_000,
  });
}

/** What a user had at the end of a day. */
export function pastQuery(userId: string, on: string) {
  return queryOptions({
    queryKey: [...queryKeys.pilots, "past", userId, on],
    queryFn: () =>
      body(api.admin.pilots[":id"].past.$get({ param: { id: userId }, query: { on } })),
    staleTime: 10_000,
  });
}

/** What the log says about a user, who is found by the name of the main, up to a day. */
export function timelineQuery(name: string, until?: string) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.pilots, "timeline", name, until ?? "now"],
    queryFn: ({ pageParam }) =>
      body(
        api.activity.$get({
          query: {
            subject: name,
            ...(until !== undefined && { to: until }),
            ...cursorParam(pageParam),
          },
        }),
      ),
    ...paging,
    staleTime: 5000,
  });
}

export function corporationSearchQuery(search: string) {
  return queryOptions({
    queryKey: ["corporation-names", search],
    queryFn: async () =>
      body(api.requirements.search.$get({ query: { kind: "corporation", q: search } })),
    staleTime: 60_000,
  });
}

export const endPilotSessionsMutation = mutationOptions({
  mutationFn: (id: string) => api.admin.pilots[":id"].sessions.$delete({ param: { id } }),
  onSettled: (_answer, _error, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: queryKeys.pilots }),
});

export const removeFromGroupMutation = mutationOptions({
  mutationFn: (param: { id: string; userId: string }) =>
    api.groups[":id"].members[":userId"].$delete({ param }),
  onSettled: (_answer, _error, _input, _rollback, { client }) => renew(client),
});

/** The users that an action would change, and those that it leaves out. */
export function bulkPreviewQuery(bulk: Bulk) {
  return queryOptions({
    queryKey: [...queryKeys.pilots, "bulk", bulk],
    queryFn: () => body(api.admin.pilots.bulk.preview.$post({ json: bulk })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export const bulkMutation = mutationOptions({
  mutationFn: (bulk: Bulk) => body(api.admin.pilots.bulk.$post({ json: bulk })),
  onSettled: (_answer, _error, _input, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    return renew(client);
  },
});

function renew(client: QueryClient) {
  void client.invalidateQueries({ queryKey: queryKeys.groups });
  return client.invalidateQueries({ queryKey: queryKeys.pilots });
}
