import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Visibility } from "#shared/categories.ts";
import type { JoinMode } from "#shared/groups.ts";
import { api, body } from "#web/lib/api.ts";
import { cursorParam, paging } from "#web/lib/pages.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { groupKeys } from "./cache.ts";

const MINUTE_MS = 60_000;

export const categoriesQuery = queryOptions({
  queryKey: queryKeys.categories,
  queryFn: () => body(api.groups.categories.$get()),
  staleTime: 5 * MINUTE_MS,
  gcTime: 30 * MINUTE_MS,
});

export type GroupFilters = {
  categoryId?: string;
  joinMode?: JoinMode;
  visibility?: Visibility;
  search?: string;
};

export function groupsQuery(filters: GroupFilters) {
  return infiniteQueryOptions({
    queryKey: [...groupKeys.lists, filters],
    queryFn: ({ pageParam }) =>
      body(api.groups.$get({ query: { ...filters, ...cursorParam(pageParam) } })),
    ...paging,
    staleTime: filters.search ? MINUTE_MS / 2 : MINUTE_MS,
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

export function membersQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.part(id, "members"),
    queryFn: ({ pageParam }) =>
      body(api.groups[":id"].members.$get({ param: { id }, query: cursorParam(pageParam) })),
    ...paging,
  });
}

export function requestsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.part(id, "requests"),
    queryFn: ({ pageParam }) =>
      body(
        api.groups[":id"]["join-requests"].$get({ param: { id }, query: cursorParam(pageParam) }),
      ),
    ...paging,
    staleTime: MINUTE_MS / 2,
  });
}

export function groupInvitationsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: groupKeys.part(id, "invitations"),
    queryFn: ({ pageParam }) =>
      body(api.groups[":id"].invitations.$get({ param: { id }, query: cursorParam(pageParam) })),
    ...paging,
    staleTime: MINUTE_MS / 2,
  });
}

export function inviteCodesQuery(id: string) {
  return queryOptions({
    queryKey: groupKeys.part(id, "codes"),
    queryFn: async () =>
      (await body(api.groups[":id"]["invite-codes"].$get({ param: { id } }))).items,
    staleTime: MINUTE_MS / 2,
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

export function characterSearchQuery(q: string) {
  return queryOptions({
    queryKey: ["character-search", q],
    queryFn: () => body(api.characters.search.$get({ query: { q } })),
    staleTime: 5 * MINUTE_MS,
  });
}
