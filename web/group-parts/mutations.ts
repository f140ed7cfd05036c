import { mutationOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type { CreateGroup, Group, GroupMember, UpdateGroup } from "#shared/groups.ts";
import type { CreateInviteCode } from "#shared/invitations.ts";
import { api, body } from "#web/lib/api.ts";
import { mapItems } from "#web/lib/pages.ts";
import type { Pages } from "#web/lib/pages.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { groupChange, groupKeys, hideItem, showGroup } from "./cache.ts";

// ── Membership ────────────────────────────────────────────────────────────────────────────────

export const joinGroupMutation = mutationOptions({
  mutationFn: (id: string) => body(api.groups[":id"].join.$post({ param: { id } })),
  ...groupChange((client, id: string) =>
    showGroup(
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
  ...groupChange((client, id: string) =>
    showGroup(
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

export const requestToJoinMutation = mutationOptions({
  mutationFn: ({ groupId, reason }: { groupId: string; reason: string }) =>
    body(api.groups[":id"]["join-requests"].$post({ param: { id: groupId }, json: { reason } })),
  ...groupChange(),
});

export const withdrawRequestMutation = mutationOptions({
  mutationFn: ({ requestId }: { groupId: string; requestId: string }) =>
    api.groups["join-requests"][":id"].withdraw.$post({ param: { id: requestId } }),
  ...groupChange((client, { groupId, requestId }) =>
    showGroup(
      client,
      groupId,
      ({ can }) => ({ pendingRequestId: null, can: { ...can, request: true } }),
      ({ can }) => ({ pendingRequestId: requestId, can: { ...can, request: false } }),
    ),
  ),
});

export const redeemCodeMutation = mutationOptions({
  mutationFn: (code: string) => body(api.groups["invite-codes"].redeem.$post({ json: { code } })),
  ...groupChange(),
});

// ── The group itself ──────────────────────────────────────────────────────────────────────────

export const createGroupMutation = mutationOptions({
  mutationFn: (json: CreateGroup) => body(api.groups.$post({ json })),
  ...groupChange(),
  onSuccess: recountCategories,
});

export const updateGroupMutation = mutationOptions({
  mutationFn: ({ id, ...json }: UpdateGroup & { id: string }) =>
    body(api.groups[":id"].$patch({ param: { id }, json })),
  ...groupChange(),
  onSuccess: recountCategories,
});

export const deleteGroupMutation = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    api.groups[":id"].$delete({ param: { id }, json: { name } }),
  ...groupChange(),
  onSuccess: recountCategories,
  onSettled: (_answer, error, _input, _rollback, { client }) => {
    // On screen is the page of a group that is no more: only what shows later is asked for again.
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

export const transferOwnershipMutation = mutationOptions({
  mutationFn: ({ groupId, newOwnerId }: { groupId: string; newOwnerId: string }) =>
    api.groups[":id"].transfer.$post({ param: { id: groupId }, json: { newOwnerId } }),
  ...groupChange(),
});

// ── Members ───────────────────────────────────────────────────────────────────────────────────

export type MemberOfGroup = { groupId: string; userId: string };

export const removeMemberMutation = mutationOptions({
  mutationFn: ({ groupId, userId }: MemberOfGroup) =>
    api.groups[":id"].members[":userId"].$delete({ param: { id: groupId, userId } }),
  ...groupChange(),
});

export const setAdminMutation = mutationOptions({
  mutationFn: ({ groupId, userId, isAdmin }: MemberOfGroup & { isAdmin: boolean }) =>
    isAdmin
      ? api.groups[":id"].admins.$post({ param: { id: groupId }, json: { userId } })
      : api.groups[":id"].admins[":userId"].$delete({ param: { id: groupId, userId } }),
  ...groupChange(async (client, { groupId, userId, isAdmin }) => {
    const queryKey = groupKeys.part(groupId, "members");
    await client.cancelQueries({ queryKey });
    const show = (isAdmin: boolean) =>
      client.setQueryData<Pages<GroupMember>>(
        queryKey,
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

// ── Requests, invitations, codes ──────────────────────────────────────────────────────────────

export type Decision = { groupId: string; requestId: string; verdict: "approve" | "reject" };

/** The list keeps the row, so that nothing moves under a thumb; the counts are right at once. */
export const decideRequestMutation = mutationOptions({
  mutationFn: async ({ requestId, verdict }: Decision) => {
    const request = api.groups["join-requests"][":id"];
    await request[verdict].$post({ param: { id: requestId } });
  },
  ...groupChange((client, { groupId, verdict }: Decision) => {
    const count = (sign: 1 | -1) => (group: Group) => ({
      pendingRequestCount:
        group.pendingRequestCount === null ? null : group.pendingRequestCount - sign,
      memberCount: group.memberCount + (verdict === "approve" ? sign : 0),
    });
    return showGroup(client, groupId, count(1), count(-1));
  }),
});

export const inviteMutation = mutationOptions({
  mutationFn: ({ groupId, characterName }: { groupId: string; characterName: string }) =>
    body(api.groups[":id"].invitations.$post({ param: { id: groupId }, json: { characterName } })),
  ...groupChange(),
});

export const revokeInvitationMutation = mutationOptions({
  mutationFn: ({ id }: { groupId: string; id: string }) =>
    api.groups.invitations[":id"].revoke.$post({ param: { id } }),
  ...groupChange((client, { groupId, id }) =>
    hideItem(client, groupKeys.part(groupId, "invitations"), id),
  ),
});

export const createCodeMutation = mutationOptions({
  mutationFn: ({ groupId, ...json }: CreateInviteCode & { groupId: string }) =>
    body(api.groups[":id"]["invite-codes"].$post({ param: { id: groupId }, json })),
  ...groupChange(),
});

export const revokeCodeMutation = mutationOptions({
  mutationFn: ({ id }: { groupId: string; id: string }) =>
    api.groups["invite-codes"][":id"].revoke.$post({ param: { id } }),
  ...groupChange(),
});
