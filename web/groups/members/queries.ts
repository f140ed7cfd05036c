import { infiniteQueryOptions, mutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Group, GroupMember, GroupRole, MemberSort } from "#shared/groups/groups.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { groupMutationDefaults, ownMembership, patchGroup } from "#web/memberships/cache.ts";
import { groupKeys } from "#web/memberships/queries.ts";
import { api, body } from "#web/lib/api/api.ts";
import { cursorParam, mapItems, paging } from "#web/lib/api/pages.ts";
import type { Pages } from "#web/lib/api/pages.ts";
import { anyText, choiceOf, filtersInAddress, labelled } from "#web/lib/filters.ts";
import { ROLE_LABELS } from "#web/lib/labels.ts";
import { ph, t } from "#web/language/macros.ts";
import { reasonOf } from "#web/lib/api/api-error.ts";
import { useFailures } from "#web/lib/form/use-passing.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

export type MemberFilters = {
  search?: string;
  role?: GroupRole;
  /** Members in a grace period, members who have not been checked for some time, or members whose membership has an end. */
  problem?: "grace" | "unknown" | "ending";
  /** Left out: by role. */
  sort?: Exclude<MemberSort, "role">;
};

export const memberFilters = filtersInAddress<MemberFilters>({
  search: anyText({ min: SEARCH_MIN_LENGTH, max: 100 }),
  role: labelled(ROLE_LABELS),
  problem: choiceOf(["grace", "unknown", "ending"]),
  sort: choiceOf(["name", "-name", "joined", "-joined"]),
});

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

/** The group as the user sees it after joining or leaving. `isPossible`: the user may do that again. */
const withMembership =
  (isMember: boolean, act: "join" | "leave", isPossible: boolean) =>
  ({ memberCount, can }: Group) => ({
    isMember,
    memberCount: memberCount + (isMember ? 1 : -1),
    can: { ...can, [act]: isPossible },
  });

export const joinGroupMutation = mutationOptions({
  mutationFn: (id: string) => body(api.groups[":id"].join.$post({ param: { id } })),
  ...groupMutationDefaults((client, id: string) =>
    patchGroup(
      client,
      id,
      withMembership(true, "join", false),
      withMembership(false, "join", true),
    ),
  ),
  ...ownMembership,
});

export const leaveGroupMutation = mutationOptions({
  mutationFn: (id: string) => api.groups[":id"].leave.$post({ param: { id } }),
  ...groupMutationDefaults((client, id: string) =>
    patchGroup(
      client,
      id,
      withMembership(false, "leave", false),
      withMembership(true, "leave", true),
    ),
  ),
  ...ownMembership,
});

export const transferOwnershipMutation = mutationOptions({
  mutationFn: ({ groupId, newOwnerId }: { groupId: string; newOwnerId: string }) =>
    api.groups[":id"].transfer.$post({ param: { id: groupId }, json: { newOwnerId } }),
  ...groupMutationDefaults(),
});

type MemberOfGroup = { groupId: string; userId: string };

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

/** Joins open groups, several in parallel. Failures are shown by group, to be shown beside its button. */
export function useJoin() {
  const { mutateAsync } = useMutation(joinGroupMutation);
  const { failures, fail } = useFailures();

  const join = useCallback(
    async ({ id, name }: { id: string; name: string }) => {
      fail(id, undefined);
      try {
        await mutateAsync(id);
        toast.success(t`Successfully joined ${name}!`);
      } catch (error) {
        fail(id, t`Failed to join: ${ph({ reason: reasonOf(error) })}`);
      }
    },
    [mutateAsync, fail],
  );
  return { join, failures };
}
