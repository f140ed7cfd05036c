import { queryOptions, useQuery } from "@tanstack/react-query";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { t } from "#web/language/macros.ts";
import { api, body } from "#web/lib/api/api.ts";
import { useDebounced } from "#web/lib/form/use-search.ts";
import { Portrait } from "./images.tsx";

const SEARCH_DEBOUNCE_MS = 400;

export function characterSearchQuery(q: string) {
  return queryOptions({
    queryKey: ["character-search", q],
    queryFn: () => body(api.characters.search.$get({ query: { q } })),
    staleTime: 5 * 60_000,
  });
}

/** Suggests main characters whose names contain the typed text, once typing has paused. */
export function useCharacterSuggestions(typed: string) {
  const q = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const isLongEnough = q.length >= SEARCH_MIN_LENGTH;
  const { data, isFetching, isError } = useQuery({
    ...characterSearchQuery(q),
    enabled: isLongEnough,
  });
  const hits = isLongEnough && q === typed ? (data ?? []) : [];
  const isPicked = hits.length === 1 && hits[0]?.characterName === typed;
  return {
    suggestions: isPicked
      ? []
      : hits.map(({ characterId, characterName }) => ({
          key: characterId,
          text: characterName,
          icon: <Portrait characterId={characterId} size={24} />,
        })),
    note: noteOn({ isLongEnough: isLongEnough && q === typed, isFetching, isError, hits }),
  };
}

function noteOn(search: {
  isLongEnough: boolean;
  isFetching: boolean;
  isError: boolean;
  hits: readonly unknown[];
}): string | undefined {
  if (!search.isLongEnough) return undefined;
  if (search.isFetching) return t`Searching...`;
  if (search.isError) return t`The search is unavailable right now. You can type the full name.`;
  return search.hits.length === 0 ? t`No main character matches this name.` : undefined;
}
