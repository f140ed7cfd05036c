import { mutationOptions } from "@tanstack/react-query";
import type {
  UseMutationOptions,
  MutationFunctionContext,
  QueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { createGroupSchema } from "#shared/groups/groups.ts";
import type { CreateGroup, UpdateGroup } from "#shared/groups/groups.ts";
import { nameSchema } from "#shared/text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useForm, check, whenValid } from "#web/lib/form/use-form.ts";
import type { GroupInput } from "./group-fields.tsx";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { groupMutationDefaults, renewBesideGroups } from "#web/memberships/cache.ts";

type GroupFormOptions<Request, Answer, Rollback> = {
  initial: GroupInput;
  toRequest: (group: CreateGroup & { newCategory?: string }) => Request;
  mutation: UseMutationOptions<Answer, Error, Request, Rollback>;
  failed: string;
  onDone: (answer: Answer) => void;
  keep?: (input: GroupInput) => void;
};

/** A new group whose category is made first. */
const withCategorySchema = z.extend(createGroupSchema, {
  categoryId: z.string(),
  newCategory: nameSchema,
});

/**
 * The form of a group. It remembers a name that the server refused because another group has it: while it stays in the form,
 * the user may send it again with `allowDuplicateName`.
 */
export function useGroupForm<Request, Answer, Rollback>(
  options: GroupFormOptions<Request, Answer, Rollback>,
) {
  const { toRequest, ...rest } = options;
  const [refused, setRefused] = useState<string>();
  const form = useForm({
    ...rest,
    validate: (typed: GroupInput) =>
      whenValid(
        typed.newCategory === undefined
          ? check(createGroupSchema, typed)
          : check(withCategorySchema, typed),
        (group) =>
          toRequest(typed.name === refused ? { ...group, allowDuplicateName: true } : group),
      ),
    onRefusal: (error) => {
      if (error instanceof ApiError && error.code === "duplicate_name") {
        setRefused(form.input.name);
      }
    },
  });
  return { form, isDuplicate: form.input.name === refused };
}

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
    renewBesideGroups(client);
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
