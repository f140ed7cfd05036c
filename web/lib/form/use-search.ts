import { useEffect, useState } from "react";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { t } from "#web/language/macros.ts";

const SEARCH_DEBOUNCE_MS = 300;

type Search = { isAsked: boolean; isSettled: boolean };

/** What to search for, once the typing has paused. */
export function useSearch(typed: string): Search & { q: string } {
  const q = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const isAsked = typed.length >= SEARCH_MIN_LENGTH;
  return { q, isAsked, isSettled: isAsked && q === typed };
}

/** What stands under the field instead of suggestions. */
export function searchNote(
  search: Search & { isFetching: boolean; isError: boolean; count: number; none: string },
): string | undefined {
  if (!search.isAsked) return undefined;
  if (!search.isSettled || search.isFetching) return t`Searching...`;
  if (search.isError) return t`The search is unavailable right now. Try again.`;
  return search.count === 0 ? search.none : undefined;
}

/** `value`, once it has not changed for `delayMs`. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
