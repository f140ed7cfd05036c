import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type { AddCorporation } from "#shared/corporations/corporations.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";

const corporation = api.corporations[":id"];

export const corporationKeys = {
  all: ["corporations"] as const,
  one: (id: number) => ["corporations", "one", id] as const,
  data: (id: number) => ["corporations", "one", id, "data"] as const,
  directors: (id: number) => ["corporations", "one", id, "directors"] as const,
};

/** All managed corporations, or those with `q` in their name or ticker. */
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
    queryFn: () => body(corporation.$get({ param: { id: String(id) } })),
    staleTime: MINUTE_MS,
  });
}

/** Name and ticker of any corporation in EVE, managed or not. */
export function corporationLookupQuery(query: { corporationId: string } | { name: string }) {
  return queryOptions({
    queryKey: ["corporation-lookup", query],
    queryFn: () => body(api.corporations.lookup.$get({ query })),
  });
}

/** Shared by all corporation mutations: chips, directors and figures depend on each other, so all are refetched. */
export const corporationMutationDefaults = {
  onSettled: (
    _answer: unknown,
    _error: unknown,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => {
    void client.invalidateQueries({ queryKey: corporationKeys.all });
    // Whose characters may grant director access, and what needs a decision.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void client.invalidateQueries({ queryKey: queryKeys.overview });
  },
};

export const addCorporationMutation = mutationOptions({
  mutationFn: (json: AddCorporation) => body(api.corporations.$post({ json })),
  ...corporationMutationDefaults,
});

type OwnCorporation = { corporationId: number; character: CharacterSummary };

/** The corporation of a pilot, with that pilot as its director: EVE says the rest. */
export const addOwnCorporationMutation = mutationOptions({
  mutationFn: async ({ corporationId, character }: OwnCorporation) => {
    const query = { corporationId: String(corporationId) };
    const { name, ticker } = await body(api.corporations.lookup.$get({ query }));
    const director = {
      assignedCharacterId: character.characterId,
      assignedCharacterName: character.characterName,
    };
    return body(api.corporations.$post({ json: { corporationId, name, ticker, ...director } }));
  },
  ...corporationMutationDefaults,
});

export const removeCorporationMutation = mutationOptions({
  mutationFn: (id: number) => corporation.$delete({ param: { id: String(id) } }),
  ...corporationMutationDefaults,
});

export const setActiveMutation = mutationOptions({
  mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
    body(corporation.$put({ param: { id: String(id) }, json: { isActive } })),
  ...corporationMutationDefaults,
});

export const verifyMutation = mutationOptions({
  mutationFn: (id: number) => body(corporation.verify.$post({ param: { id: String(id) } })),
  ...corporationMutationDefaults,
});
