import type { MutationFunctionContext, QueryClient } from "@tanstack/react-query";
import type { Group } from "#shared/groups.ts";
import { logFailure } from "#web/lib/log.ts";
import { mapItems, withoutItems } from "#web/lib/pages.ts";
import type { Pages } from "#web/lib/pages.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const groupKeys = {
  all: queryKeys.groups,
  lists: [...queryKeys.groups, "list"] as const,
  mine: [...queryKeys.groups, "mine"] as const,
  one: (groupId: string) => [...queryKeys.groups, "one", groupId] as const,
  part: (groupId: string, part: "members" | "requests" | "invitations" | "codes" | "activity") =>
    [...queryKeys.groups, "one", groupId, part] as const,
};

/** Takes back what was shown too early. */
type Rollback = () => void;

/** Shows a group as it will be, on every screen that has it. `undo` is the way back, by itself. */
export async function showGroup(
  client: QueryClient,
  groupId: string,
  change: (group: Group) => Partial<Group>,
  undo: (group: Group) => Partial<Group>,
): Promise<Rollback> {
  await client.cancelQueries({ queryKey: groupKeys.lists });
  await client.cancelQueries({ queryKey: groupKeys.one(groupId), exact: true });
  const apply = (patch: typeof change) => {
    client.setQueriesData<Pages<Group>>(
      { queryKey: groupKeys.lists },
      (data) =>
        data &&
        mapItems(data, (group) => (group.id === groupId ? { ...group, ...patch(group) } : group)),
    );
    client.setQueryData<Group>(
      groupKeys.one(groupId),
      (group) => group && { ...group, ...patch(group) },
    );
  };
  apply(change);
  return () => apply(undo);
}

/** Shows a list without one of its rows. */
export async function hideItem(
  client: QueryClient,
  queryKey: readonly unknown[],
  id: string,
): Promise<Rollback> {
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData<Pages<{ id: string }>>(queryKey);
  client.setQueryData<Pages<{ id: string }>>(
    queryKey,
    (data) => data && withoutItems(data, (item) => item.id === id),
  );
  return () => client.setQueryData(queryKey, before);
}

/**
 * What all changes of groups have in common. With `show`, the outcome is on screen before the server has
 * answered, and is taken back when it refuses. What the server says is asked for once the last change is
 * through, so that quick approvals do not overtake each other.
 */
export function groupChange<Input>(
  show: (client: QueryClient, input: Input) => Promise<Rollback> = showNothing,
) {
  return {
    mutationKey: queryKeys.groups,
    onMutate: async (input: Input, { client }: MutationFunctionContext) => show(client, input),
    onError: (error: unknown, _input: Input, rollback: Rollback | undefined) => {
      rollback?.();
      logFailure("A change of a group failed.", error);
    },
    onSettled: (
      _answer: unknown,
      _error: unknown,
      _input: Input,
      _rollback: Rollback | undefined,
      { client }: MutationFunctionContext,
    ) => {
      if (client.isMutating({ mutationKey: queryKeys.groups }) > 1) return;
      void client.invalidateQueries({ queryKey: queryKeys.groups });
      void client.invalidateQueries({ queryKey: queryKeys.myInvitations });
    },
  };
}

async function showNothing(): Promise<Rollback> {
  return () => undefined;
}
