import { infiniteQueryOptions, mutationOptions } from "@tanstack/react-query";
import type { GroupMember } from "#shared/groups/groups.ts";
import { groupMutationDefaults, patchGroup } from "#web/groups/group/cache.ts";
import { groupKeys } from "#web/groups/group/keys.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, mapItems, paging } from "#web/lib/api/pages.ts";
import type { Pages } from "#web/lib/api/pages.ts";
import type { MemberFilters } from "./use-member-filters.ts";

/** Every list of the members of a group: their filters are the last part of the key. */
const membersKey = (id: string) => groupKeys.part(id, "members");

export function membersQuery(id: string, filters: MemberFilters = {}) {
  return infiniteQueryOptions({
    queryKey: [...membersKey(id), filters],
    queryFn: ({ pageParam }) =>
      body(
        api.groups[":id"].members.$get({
          param: { id },
          query: { ...filters, ...cursorParam(pageParam) },
        }),
      ),
    ...paging,
  });
}

export const joinGroupMutation = mutationOptions({
  mutationFn: (id: string) => body(api.groups[":id"].join.$post({ param: { id } })),
  ...groupMutationDefaults((client, id: string) =>
    patchGroup(
      client,
      id,
      ({ memberCount, can }) => ({
        isMember: true,
        memberCount: memberCount + 1,
        can: { ...can, join: false },
      }),
      ({ memberCount, can }) => ({
        isMember: false,
        memberCount: memberCount - 1,
        can: { ...can, join: true },
      }),
    ),
  ),
});

export const leaveGroupMutation = mutationOptions({
  mutationFn: (id: string) => api.groups[":id"].leave.$post({ param: { id } }),
  ...groupMutationDefaults((client, id: string) =>
    patchGroup(
      client,
      id,
      ({ memberCount, can }) => ({
        isMember: false,
        memberCount: memberCount - 1,
        can: { ...can, leave: false },
      }),
      ({ memberCount, can }) => ({
        isMember: true,
        memberCount: memberCount + 1,
        can: { ...can, leave: true },
      }),
    ),
  ),
});

export const transferOwnershipMutation = mutationOptions({
  mutationFn: ({ groupId, newOwnerId }: { groupId: string; newOwnerId: string }) =>
    api.groups[":id"].transfer.$post({ param: { id: groupId }, json: { newOwnerId } }),
  ...groupMutationDefaults(),
});

export type MemberOfGroup = { groupId: string; userId: string };

export const removeMemberMutation = mutationOptions({
  mutationFn: ({ groupId, userId }: MemberOfGroup) =>
    api.groups[":id"].members[":userId"].$delete({ param: { id: groupId, userId } }),
  ...groupMutationDefaults(),
});

export const setAdminMutation = mutationOptions({
  mutationFn: ({ groupId, userId, isAdmin }: MemberOfGroup & { isAdmin: boolean }) =>
    isAdmin
      ? api.groups[":id"].admins.$post({ param: { id: groupId }, json: { userId } })
      : api.groups[":id"].admins[":userId"].$delete({ param: { id: groupId, userId } }),
  ...groupMutationDefaults(async (client, { groupId, userId, isAdmin }) => {
    const queryKey = membersKey(groupId);
    await client.cancelQueries({ queryKey });
    const show = (isAdmin: boolean) =>
      client.setQueriesData<Pages<GroupMember>>(
        { queryKey },
        (data) =>
          data &&
          mapItems(data, (member) =>
            member.userId === userId ? withRole(member, isAdmin) : member,
          ),
      );
    show(isAdmin);
    return () => show(!isAdmin);
  }),
});

function withRole(member: GroupMember, isAdmin: boolean): GroupMember {
  const can = { ...member.can, makeAdmin: !isAdmin, removeAdmin: isAdmin };
  return { ...member, role: isAdmin ? "admin" : "member", can };
}
