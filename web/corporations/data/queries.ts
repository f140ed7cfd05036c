import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { CorporationData, FetchCategory } from "#shared/corporations/corporations.ts";
import { corporationKeys, corporationMutationDefaults } from "#web/corporations/queries.ts";
import { api, body } from "#web/lib/api/api.ts";

/** How often the data summary is refetched while a fetch runs. */
const POLL_MS = 2000;

const corporation = api.corporations[":id"];

export function corporationDataQuery(id: number) {
  return queryOptions({
    queryKey: corporationKeys.data(id),
    queryFn: () => body(corporation.data.$get({ param: { id: String(id) } })),
    staleTime: 60_000,
    refetchInterval: ({ state }) => isFetching(state.data) && POLL_MS,
  });
}

export function killmailsQuery(id: number) {
  return queryOptions({
    queryKey: [...corporationKeys.data(id), "killmails"],
    queryFn: () => body(corporation.killmails.$get({ param: { id: String(id) } })),
    staleTime: 60_000,
  });
}

export function isFetching(data: CorporationData | undefined): boolean {
  return data?.categories.some(({ state }) => state === "running" || state === "stalled") ?? false;
}

export const fetchMutation = mutationOptions({
  mutationFn: ({ id, category }: { id: number; category: FetchCategory }) =>
    body(corporation.fetch.$post({ param: { id: String(id) }, json: { category } })),
  ...corporationMutationDefaults,
});
