import type { UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { createGroupSchema } from "#shared/groups/groups.ts";
import type { CreateGroup } from "#shared/groups/groups.ts";
import { nameSchema } from "#shared/text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { check, whenValid } from "#web/lib/form/use-input.ts";
import type { GroupInput } from "./group-fields.tsx";

type GroupFormOptions<Request, Answer, Rollback> = {
  initial: GroupInput;
  toRequest: (group: CreateGroup & { newCategory?: string }) => Request;
  mutation: UseMutationOptions<Answer, Error, Request, Rollback>;
  failed: string;
  onDone: (answer: Answer) => void;
  keep?: (input: GroupInput) => void;
};

/** A group of which the category is made first. */
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
