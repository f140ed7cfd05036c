import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { HeldDecision, HeldDetail } from "#shared/requirements/held.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

const HELD_KEY = queryKeys.held;
/** Released removals are being applied. */
const APPLYING_REFETCH_MS = 3000;
/** A computation asked for elsewhere, or due. */
const WAITING_REFETCH_MS = 30_000;

/** What waits for a decision, and the latest decisions. */
export const heldChangesQuery = queryOptions({
  queryKey: [...HELD_KEY, "list"],
  queryFn: () => body(api.admin.held.$get()),
  refetchInterval: ({ state }) =>
    state.data?.waiting.some((change) => change.state === "released")
      ? APPLYING_REFETCH_MS
      : WAITING_REFETCH_MS,
});

export function heldChangeQuery(id: string) {
  return queryOptions({
    queryKey: [...HELD_KEY, "one", id],
    queryFn: () => body(api.admin.held[":id"].$get({ param: { id } })),
    refetchInterval: ({ state }) => refetchAfter(state.data),
  });
}

function refetchAfter(held: HeldDetail | undefined): number | false {
  if (held?.state === "released" && held.release.days === 1) return APPLYING_REFETCH_MS;
  return (held?.state === "held" || held?.state === "released") && WAITING_REFETCH_MS;
}

export type HeldVerdict = "release" | "discard";

export const decideMutation = mutationOptions({
  mutationFn: ({ id, decision, ...json }: HeldDecision & { id: string; decision: HeldVerdict }) =>
    body(api.admin.held[":id"][decision].$post({ param: { id }, json })),
  onSettled: (_answer, _error, _input, _rollback, { client }) => renew(client),
});

export const computeMutation = mutationOptions({
  mutationFn: (id: string) => body(api.admin.held[":id"].compute.$post({ param: { id } })),
  onSettled: (_answer, _error, _input, _rollback, { client }) => renew(client),
});

function renew(client: QueryClient) {
  void client.invalidateQueries({ queryKey: queryKeys.waiting });
  void client.invalidateQueries({ queryKey: queryKeys.groups });
  return client.invalidateQueries({ queryKey: HELD_KEY });
}
