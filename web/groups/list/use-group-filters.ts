import { useSearchParams } from "react-router";
import type { Visibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";
import type { GroupFilters } from "#web/groups/group/queries.ts";
import { JOIN_MODE_LABELS, VISIBILITY_LABELS } from "#web/lib/labels.ts";

/** Filters are kept in the URL, so that back, reload and sharing work. */
export function useGroupFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    setFilters: (changed: GroupFilters) =>
      setParams(writeFilters(changed), { preventScrollReset: true }),
    clear: () => setParams({}, { preventScrollReset: true }),
  };
}

/** Ignores unknown and invalid parameters. */
export function readFilters(params: URLSearchParams): GroupFilters {
  const categoryId = params.get("category");
  const joinMode = params.get("joinMode");
  const visibility = params.get("visibility");
  const search = params.get("search")?.trim();
  return {
    ...(categoryId && { categoryId }),
    ...(isJoinMode(joinMode) && { joinMode }),
    ...(isVisibility(visibility) && { visibility }),
    ...(search && { search }),
  };
}

export function writeFilters(filters: GroupFilters): URLSearchParams {
  const { categoryId, joinMode, visibility, search } = filters;
  return new URLSearchParams({
    ...(categoryId && { category: categoryId }),
    ...(joinMode && { joinMode }),
    ...(visibility && { visibility }),
    ...(search && { search }),
  });
}

export function isJoinMode(value: string | null): value is JoinMode {
  return value !== null && Object.hasOwn(JOIN_MODE_LABELS, value);
}

export function isVisibility(value: string | null): value is Visibility {
  return value !== null && Object.hasOwn(VISIBILITY_LABELS, value);
}
