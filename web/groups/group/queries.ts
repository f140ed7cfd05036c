import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Visibility } from "#shared/groups/categories.ts";
import type { GroupOrder, JoinMode } from "#shared/groups/groups.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { groupKeys } from "./keys.ts";

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
