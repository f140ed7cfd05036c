import { mutationOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type { CreateGroup, UpdateGroup } from "#shared/groups/groups.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { groupMutationDefaults } from "./cache.ts";

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
