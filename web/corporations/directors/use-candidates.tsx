import { Trans, t } from "#web/language/macros.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { DirectorCandidates } from "#shared/corporations/search.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { Portrait } from "#web/eve/images.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";

const SEARCH_DEBOUNCE_MS = 400;

function candidatesQuery(q: string) {
  return queryOptions({
    queryKey: ["director-candidates", q],
    queryFn: async () =>
      (await body(api.corporations.directors.candidates.$get({ query: { q } }))).characters,
    staleTime: 60_000,
  });
}

/** Suggests linked characters, mains and alts, whose names begin with the typed text, once typing has paused. */
export function useCandidates(typed: string) {
  const q = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const isSearched = q.length >= SEARCH_MIN_LENGTH && q === typed;
  const { data, isFetching, isError } = useQuery({ ...candidatesQuery(q), enabled: isSearched });
  const hits = isSearched ? (data ?? []) : [];
  const isPicked = hits.length === 1 && hits[0]?.characterName === typed;
  const note = isFetching
    ? t`Searching...`
    : isError
      ? t`The search is unavailable right now. Enter the character ID.`
      : hits.length === 0
        ? t`No linked character has a name that begins with this.`
        : undefined;
  return {
    suggestions: isPicked ? [] : hits.map(toSuggestion),
    note: isSearched ? note : undefined,
  };
}

function toSuggestion(candidate: DirectorCandidates["characters"][number]) {
  const { characterId, characterName, mainCharacterName, hasDirectorAccess } = candidate;
  const isAlt = mainCharacterName !== null && mainCharacterName !== characterName;
  return {
    key: characterId,
    text: characterName,
    icon: <Portrait characterId={characterId} size={24} />,
    detail: isAlt ? (
      hasDirectorAccess ? (
        <Trans>
          alt of <bdi>{mainCharacterName}</bdi>, director access
        </Trans>
      ) : (
        <Trans>
          alt of <bdi>{mainCharacterName}</bdi>
        </Trans>
      )
    ) : hasDirectorAccess ? (
      t`director access`
    ) : null,
  };
}
