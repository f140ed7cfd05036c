import { mutationOptions } from "@tanstack/react-query";
import type { MutationFunctionContext, QueryClient } from "@tanstack/react-query";
import type { CreateGroup, UpdateGroup } from "#shared/groups/groups.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { groupMutationDefaults } from "./cache.ts";

type NewGroup = CreateGroup & {
  /** Instead of `categoryId`: the name of a category that is made first. */
  newCategory?: string;
};

export const createGroupMutation = mutationOptions({
  mutationFn: async ({ newCategory, ...group }: NewGroup, { client }) => {
    const categoryId =
      newCategory === undefined ? group.categoryId : await makeCategory(newCategory, client);
    return body(api.groups.$post({ json: { ...group, categoryId } }));
  },
  ...groupMutationDefaults(),
  onSuccess: recountCategories,
});

/** The form offers the category from then on, also if the group is refused. */
async function makeCategory(name: string, client: QueryClient): Promise<string> {
  const json = {
    name,
    description: null,
    visibility: "public" as const,
    allowGroupCreation: "anyone" as const,
  };
  const { id } = await body(api.groups.categories.$post({ json }));
  await client.invalidateQueries({ queryKey: queryKeys.categories });
  return id;
}

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
