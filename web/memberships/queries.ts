import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Visibility } from "#shared/groups/categories.ts";
import type { GroupOrder, JoinMode } from "#shared/groups/groups.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { anyText, choiceOf, filtersInAddress, flag, labelled } from "#web/lib/filters.ts";
import { JOIN_MODE_LABELS, VISIBILITY_LABELS } from "#web/lib/labels.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

type GroupPart = "members" | "requests" | "invitations" | "codes" | "activity" | "form";

export const groupKeys = {
  all: queryKeys.groups,
  lists: [...queryKeys.groups, "list"] as const,
  mine: [...queryKeys.groups, "mine"] as const,
  one: (groupId: string) => [...queryKeys.groups, "one", groupId] as const,
  part: (groupId: string, part: GroupPart) => [...queryKeys.groups, "one", groupId, part] as const,
};

export type GroupFilters = {
  categoryId?: string;
  joinMode?: JoinMode;
  visibility?: Visibility;
  search?: string;
  /** The groups of the user. */
  myGroups?: "true";
  /** The groups that the user can join, request to join or accept an invitation to. */
  joinable?: "true";
  sort?: Exclude<GroupOrder, "name">;
};

/** Lists are by name if no order is chosen. */
export const groupFilters = filtersInAddress<GroupFilters>({
  myGroups: { name: "show", ...flag("mine") },
  joinable: { name: "show", ...flag("joinable") },
  categoryId: { name: "category", ...anyText() },
  joinMode: labelled(JOIN_MODE_LABELS),
  visibility: labelled(VISIBILITY_LABELS),
  search: anyText(),
  sort: choiceOf(["-name", "members", "-members"]),
});

export function groupsQuery(filters: GroupFilters) {
  return infiniteQueryOptions({
    queryKey: [...groupKeys.lists, filters],
    queryFn: ({ pageParam }) =>
      body(api.groups.$get({ query: { ...filters, ...cursorParam(pageParam) } })),
    ...paging,
    staleTime: filters.search || filters.myGroups ? MINUTE_MS / 2 : MINUTE_MS,
    gcTime: 5 * MINUTE_MS,
  });
}

export const myGroupsQuery = infiniteQueryOptions({
  queryKey: groupKeys.mine,
  queryFn: ({ pageParam }) => body(api.groups["my-groups"].$get({ query: cursorParam(pageParam) })),
  ...paging,
  staleTime: MINUTE_MS / 2,
});

export function groupQuery(id: string) {
  return queryOptions({
    queryKey: groupKeys.one(id),
    queryFn: () => body(api.groups[":id"].$get({ param: { id } })),
  });
}

export function discordRolesQuery(id: string) {
  return queryOptions({
    queryKey: [...groupKeys.one(id), "discord-roles"],
    queryFn: () => body(api.groups[":id"]["discord-roles"].$get({ param: { id } })),
    staleTime: 5 * MINUTE_MS,
  });
}

export function activityQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.part(id, "activity"),
    queryFn: ({ pageParam }) =>
      body(api.groups[":id"].activity.$get({ param: { id }, query: cursorParam(pageParam) })),
    ...paging,
    staleTime: MINUTE_MS / 2,
  });
}

export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: () => body(api.groups.categories.$get()),
  staleTime: 5 * MINUTE_MS,
  gcTime: 30 * MINUTE_MS,
});
