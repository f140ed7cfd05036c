import { mutationOptions } from "@tanstack/react-query";
import type { MutationFunctionContext } from "@tanstack/react-query";
import type { CreateCategory, UpdateCategory } from "#shared/groups/categories.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Shared by all category mutations. A category limits the visibility of its groups, so both are refetched. */
const categoryMutationDefaults = {
  onSettled: (
    _answer: unknown,
    _error: unknown,
    _input: unknown,
    _rollback: unknown,
    { client }: MutationFunctionContext,
  ) => {
    void client.invalidateQueries({ queryKey: queryKeys.categories });
    void client.invalidateQueries({ queryKey: queryKeys.groups });
  },
};

export const createCategoryMutation = mutationOptions({
  mutationFn: (json: CreateCategory) => body(api.groups.categories.$post({ json })),
  ...categoryMutationDefaults,
});

export const updateCategoryMutation = mutationOptions({
  mutationFn: ({ id, ...json }: UpdateCategory & { id: string }) =>
    body(api.groups.categories[":id"].$patch({ param: { id }, json })),
  ...categoryMutationDefaults,
});

export const deleteCategoryMutation = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    api.groups.categories[":id"].$delete({ param: { id }, json: { name } }),
  ...categoryMutationDefaults,
});
