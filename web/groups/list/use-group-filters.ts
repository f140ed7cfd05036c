import { useSearchParams } from "react-router";
import type { GroupFilters } from "#web/groups/group/queries.ts";
import { readFilters, writeFilters } from "./filters-in-url.ts";

/** Filters are kept in the URL, so that back, reload and sharing work. */
export function useGroupFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const { myGroups, joinable, sort, ...clearable } = filters;
  return {
    filters,
    isFiltered: Object.keys(clearable).length > 0,
    setFilters: (changed: GroupFilters) =>
      setParams(writeFilters(changed), { preventScrollReset: true }),
    /** Keeps the segment and the order. */
    clear: () =>
      setParams(
        writeFilters({
          ...(myGroups && { myGroups }),
          ...(joinable && { joinable }),
          ...(sort && { sort }),
        }),
        { preventScrollReset: true },
      ),
  };
}
