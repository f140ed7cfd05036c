import type { UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";
import { createGroupSchema } from "#shared/groups/groups.ts";
import type { CreateGroup } from "#shared/groups/groups.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { check, whenValid } from "#web/lib/form/use-input.ts";
import type { GroupInput } from "./group-fields.tsx";

type GroupFormOptions<Request, Answer, Rollback> = {
  initial: GroupInput;
  toRequest: (group: CreateGroup) => Request;
  mutation: UseMutationOptions<Answer, Error, Request, Rollback>;
  failed: string;
  onDone: (answer: Answer) => void;
  keep?: (input: GroupInput) => void;
};

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
      whenValid(check(createGroupSchema, typed), (group) =>
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
