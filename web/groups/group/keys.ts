import { queryKeys } from "#web/lib/api/query-keys.ts";

type GroupPart = "members" | "requests" | "invitations" | "codes" | "activity" | "form";

export const groupKeys = {
  all: queryKeys.groups,
  lists: [...queryKeys.groups, "list"] as const,
  mine: [...queryKeys.groups, "mine"] as const,
  one: (groupId: string) => [...queryKeys.groups, "one", groupId] as const,
  part: (groupId: string, part: GroupPart) => [...queryKeys.groups, "one", groupId, part] as const,
};
