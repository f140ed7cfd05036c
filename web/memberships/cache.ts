import type { MutationFunctionContext, QueryClient } from "@tanstack/react-query";
import type { Group } from "#shared/groups/groups.ts";
import { logFailure } from "#web/lib/api/api-error.ts";
import { mapItems, withoutItems } from "#web/lib/api/pages.ts";
import type { Pages } from "#web/lib/api/pages.ts";
import { overviewQuery, queryKeys } from "#web/lib/api/queries.ts";
import { sessionQuery } from "#web/lib/api/session.ts";
import { groupKeys } from "./queries.ts";

/** Reverts an optimistic update. */
type Rollback = () => void;

/**
 * Patches a group in every cached list and in its detail query. The rollback applies `revert` instead of restoring a
 * snapshot, so that it keeps what other mutations have changed in the meantime.
 */
export async function patchGroup(
  client: QueryClient,
  groupId: string,
  change: (group: Group) => Partial<Group>,
  revert: (group: Group) => Partial<Group>,
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
  return () => apply(revert);
}

export async function removeFromList(
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
 * Shared by all group mutations. `update` changes the cache before the server answers, and is rolled back if the
 * server refuses. Queries are refetched only after the last running mutation has settled: an earlier refetch would
 * overwrite the optimistic updates of the others.
 */
export function groupMutationDefaults<Input>(
  update: (client: QueryClient, input: Input) => Promise<Rollback> = noUpdate,
) {
  return {
    mutationKey: queryKeys.groups,
    onMutate: async (input: Input, { client }: MutationFunctionContext) => update(client, input),
    onError: (error: unknown, _input: Input, rollback: Rollback | undefined) => {
      rollback?.();
      logFailure("A group mutation failed.", error);
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
      renewBesideGroups(client);
    },
  };
}

/** For mutations by which the user joins or leaves: whether the user is a guest may change, and which operations come next. */
export const ownMembership = {
  onSuccess: (
    _answer: unknown,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => {
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    void client.invalidateQueries({ queryKey: overviewQuery.queryKey });
  },
};

/** What a change of groups changes elsewhere. */
export function renewBesideGroups(client: QueryClient) {
  void client.invalidateQueries({ queryKey: queryKeys.myInvitations });
  void client.invalidateQueries({ queryKey: queryKeys.waiting });
  void client.invalidateQueries({ queryKey: queryKeys.access });
}

async function noUpdate(): Promise<Rollback> {
  return () => undefined;
}
