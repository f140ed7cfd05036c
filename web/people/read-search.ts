import { SEARCH_MIN_LENGTH } from "#shared/search.ts";

/** The search in an address; one that is too short counts as none. */
export function readSearch(params: URLSearchParams): string {
  const search = params.get("search")?.trim() ?? "";
  return search.length < SEARCH_MIN_LENGTH ? "" : search;
}
