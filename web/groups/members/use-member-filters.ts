import { useSearchParams } from "react-router";
import type { GroupRole, MemberSort } from "#shared/groups/groups.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";

export type MemberFilters = {
  search?: string;
  role?: GroupRole;
  /** Members whose grace period runs, who have not been checked for some time, or whose membership has an end. */
  problem?: "grace" | "unknown" | "ending";
  sort?: MemberSort;
};

const SORTS: readonly MemberSort[] = ["role", "name", "-name", "joined", "-joined"];

/** Filters are kept in the URL, so that back, reload and sharing work. */
export function useMemberFilters() {
  const [params, setParams] = useSearchParams();
  return {
    filters: readMemberFilters(params),
    setFilters: (changed: MemberFilters) =>
      setParams({ ...changed }, { preventScrollReset: true, replace: true }),
  };
}

/** Ignores unknown and invalid parameters. */
export function readMemberFilters(params: URLSearchParams): MemberFilters {
  const search = params.get("search")?.trim().slice(0, 100) ?? "";
  const role = params.get("role");
  const sort = params.get("sort");
  const problem = params.get("problem");
  return {
    ...(search.length >= SEARCH_MIN_LENGTH && { search }),
    ...(isRole(role) && { role }),
    ...((problem === "grace" || problem === "unknown" || problem === "ending") && { problem }),
    ...(isSort(sort) && sort !== "role" && { sort }),
  };
}

export function isRole(value: string | null): value is GroupRole {
  return value !== null && Object.hasOwn(ROLE_LABELS, value);
}

export function isSort(value: string | null): value is MemberSort {
  return SORTS.some((sort) => sort === value);
}
