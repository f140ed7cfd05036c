import type { Visibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";
import type { GroupFilters } from "#web/groups/group/queries.ts";
import { JOIN_MODE_LABELS, VISIBILITY_LABELS } from "#web/lib/labels.ts";

/** Ignores unknown and invalid parameters. */
export function readFilters(params: URLSearchParams): GroupFilters {
  const categoryId = params.get("category");
  const joinMode = params.get("joinMode");
  const visibility = params.get("visibility");
  const search = params.get("search")?.trim();
  const show = params.get("show");
  const sort = params.get("sort");
  return {
    ...(categoryId && { categoryId }),
    ...(isJoinMode(joinMode) && { joinMode }),
    ...(isVisibility(visibility) && { visibility }),
    ...(search && { search }),
    ...(show === "mine" && { myGroups: "true" }),
    ...(show === "joinable" && { joinable: "true" }),
    ...(isOrder(sort) && { sort }),
  };
}

export function writeFilters(filters: GroupFilters): URLSearchParams {
  const { categoryId, joinMode, visibility, search, myGroups, joinable, sort } = filters;
  return new URLSearchParams({
    ...(myGroups && { show: "mine" }),
    ...(joinable && { show: "joinable" }),
    ...(categoryId && { category: categoryId }),
    ...(joinMode && { joinMode }),
    ...(visibility && { visibility }),
    ...(search && { search }),
    ...(sort && { sort }),
  });
}

export function isJoinMode(value: string | null): value is JoinMode {
  return value !== null && Object.hasOwn(JOIN_MODE_LABELS, value);
}

/** Lists are by name if no order is chosen. */
export function isOrder(value: string | null): value is NonNullable<GroupFilters["sort"]> {
  return value === "-name" || value === "members" || value === "-members";
}

export function isVisibility(value: string | null): value is Visibility {
  return value !== null && Object.hasOwn(VISIBILITY_LABELS, value);
}
