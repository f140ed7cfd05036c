import { queryOptions } from "@tanstack/react-query";
import { SKILL_CATALOGUE_VERSION } from "#shared/training.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { api, body } from "#web/lib/api/api.ts";

/** A corporation or alliance that a search has found. */
type EveOption = { id: number; name: string; detail?: string };

export function eveSearchQuery(kind: "corporation" | "alliance", q: string) {
  return queryOptions({
    queryKey: ["requirements-search", kind, q],
    queryFn: () => body(api.requirements.search.$get({ query: { kind, q } })),
    select: ({ items }): EveOption[] =>
      items.map(({ id, name, ticker }) => ({
        id,
        name,
        ...(ticker !== null && { detail: ticker }),
      })),
    staleTime: 5 * MINUTE_MS,
  });
}

/** The titles of a corporation, as one of its directors has read them. */
export function titlesQuery(corporationId: number) {
  return queryOptions({
    queryKey: ["requirements-titles", corporationId],
    queryFn: () =>
      body(api.requirements.titles.$get({ query: { corporationId: String(corporationId) } })),
    staleTime: 5 * MINUTE_MS,
  });
}

/** The Discord servers that Muster manages. */
export const managedServersQuery = queryOptions({
  queryKey: ["requirements-servers"],
  queryFn: () => body(api.requirements["discord-servers"].$get()),
  staleTime: MINUTE_MS,
});

/** The facts that applications tell. */
export const declaredFactsQuery = queryOptions({
  queryKey: ["requirements-facts"],
  queryFn: () => body(api.requirements.facts.$get()),
  staleTime: MINUTE_MS,
});

/** Every skill there is. */
export const skillCatalogueQuery = queryOptions({
  queryKey: ["skills", "all"],
  queryFn: async () => {
    const catalogue = await body(api.skills.$get({ query: { version: SKILL_CATALOGUE_VERSION } }));
    return catalogue.flatMap(({ groups }) => groups.flatMap(({ skills }) => skills));
  },
  staleTime: Infinity,
});
