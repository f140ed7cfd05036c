import { t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useDebounced } from "#web/lib/form/use-debounced.ts";
import { membersQuery } from "./queries.ts";

/** The debounce of a character search. */
const SEARCH_DEBOUNCE_MS = 400;
const MAX_CANDIDATES = 20;

/** The members who can become the owner and whose names contain the typed text, once typing has paused. */
export function useOwnerCandidates(groupId: string, typed: string) {
  const search = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const isSearched = search === typed && search.length >= SEARCH_MIN_LENGTH;
  const { data, isFetching, isError } = useInfiniteQuery({
    ...membersQuery(groupId, { search }),
    enabled: isSearched,
  });
  const candidates = isSearched ? itemsOf(data).filter(({ can }) => can.makeOwner) : [];
  const none = t`No member who can become the owner matches this name.`;
  return {
    candidates: candidates.slice(0, MAX_CANDIDATES),
    note: !isSearched
      ? undefined
      : isError
        ? t`The search is unavailable right now. Try again.`
        : isFetching
          ? t`Searching...`
          : candidates.length === 0
            ? none
            : undefined,
  };
}
