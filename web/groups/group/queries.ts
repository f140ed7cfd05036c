import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type { Visibility } from "#shared/groups/categories.ts";
import type { CreateGroup, GroupOrder, JoinMode, UpdateGroup } from "#shared/groups/groups.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, paging } from "#web/lib/api/pages.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { groupKeys, groupMutationDefaults } from "./cache.ts";

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

export const createGroupMutation = mutationOptions({
  mutationFn: (json: CreateGroup) => body(api.groups.$post({ json })),
  ...groupMutationDefaults(),
  onSuccess: recountCategories,
});

export const updateGroupMutation = mutationOptions({
  mutationFn: ({ id, ...json }: UpdateGroup & { id: string }) =>
    body(api.groups[":id"].$patch({ param: { id }, json })),
  ...groupMutationDefaults(),
  onSuccess: recountCategories,
});

export const deleteGroupMutation = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    api.groups[":id"].$delete({ param: { id }, json: { name } }),
  ...groupMutationDefaults(),
  onSuccess: recountCategories,
  onSettled: (_answer, error, _input, _rollback, { client }) => {
    // The deleted group's page is still mounted, so a refetch of active queries would answer 404.
    const refetchType = error ? "active" : "none";
    void client.invalidateQueries({ queryKey: queryKeys.groups, refetchType });
  },
});

function recountCategories(
  _answer: unknown,
  _input: unknown,
  _rollback: unknown,
  { client }: MutationFunctionContext,
) {
  void client.invalidateQueries({ queryKey: queryKeys.categories });
}
