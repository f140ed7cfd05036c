import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type {
  RosterFilter,
  RosterMember,
  RosterOrder,
  RosterSettings,
} from "#shared/corporations/roster.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { compareNames } from "#web/lib/compare.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { anyText, choiceOf, filtersInAddress, flag, textLike } from "#web/lib/filters.ts";
import { parseEveId } from "#web/lib/paths.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

/** How often the summary is refetched while the members are read. */
const POLL_MS = 2000;

const roster = api.rosters[":id"];
const key = (id: number) => ["rosters", id] as const;

export type RosterFilters = {
  search?: string;
  title?: string;
  sort?: RosterOrder;
  former?: "true";
} & Partial<Record<RosterFilter, "true">>;

export const rosterFilters = filtersInAddress<RosterFilters>({
  search: anyText({ min: SEARCH_MIN_LENGTH }),
  title: textLike((text) => parseEveId(text) !== undefined),
  former: flag(),
  missing: flag(),
  lost: flag(),
  offline: flag(),
  noDiscord: flag(),
  risk: flag(),
  sort: choiceOf(["name", "-name", "online", "-online", "joined", "-joined"]),
});

export function rosterQuery(id: number) {
  return queryOptions({
    queryKey: [...key(id), "summary"],
    queryFn: () => body(roster.$get({ param: { id: String(id) } })),
    staleTime: 30_000,
    refetchInterval: ({ state }) => state.data?.isReading === true && POLL_MS,
  });
}

/** After a reading: the members may be others. */
export function refreshRoster(client: QueryClient, id: number) {
  return client.invalidateQueries({ queryKey: key(id) });
}

export const readNowMutation = mutationOptions({
  mutationFn: (id: number) => roster.read.$post({ param: { id: String(id) } }),
  onSettled: (_answer, _error, id, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: [...key(id), "summary"] }),
});

/** Not prefetched: the first page is recorded as a look at everybody in it. */
export function rosterMembersQuery(id: number, filters: RosterFilters) {
  return infiniteQueryOptions({
    queryKey: [...key(id), "members", filters],
    queryFn: ({ pageParam }) =>
      body(
        roster.members.$get({
          param: { id: String(id) },
          query: { ...filters, ...cursorParam(pageParam) },
        }),
      ),
    ...paging,
    staleTime: 30_000,
  });
}

export function rosterDriftQuery(id: number) {
  return queryOptions({
    queryKey: [...key(id), "drift"],
    queryFn: () => body(roster.drift.$get({ param: { id: String(id) } })),
    staleTime: 60_000,
  });
}

/** All members that match, page after page, by name. */
export async function readAllMembers(id: number, filters: RosterFilters): Promise<RosterMember[]> {
  const { sort: _sort, ...rest } = filters;
  const found: RosterMember[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...rest, export: "true" as const, ...cursorParam(cursor) };
    // Each page begins where the last one ended.
    // oxlint-disable-next-line no-await-in-loop
    const page = await body(roster.members.$get({ param: { id: String(id) }, query }));
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found.toSorted((a, b) => compareNames(a.name ?? "", b.name ?? ""));
}

export const rosterSettingsMutation = mutationOptions({
  mutationFn: ({ id, ...json }: RosterSettings & { id: number }) =>
    roster.$put({ param: { id: String(id) }, json }),
  onSettled: (_answer, _error, { id }, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    return client.invalidateQueries({ queryKey: key(id) });
  },
});
