import type { Visibility } from "#shared/categories.ts";
import { createGroupSchema } from "#shared/groups.ts";
import type { CreateGroup, JoinMode } from "#shared/groups.ts";

/** A group as it stands in the form: texts as they were typed. */
export type GroupInput = {
  categoryId: string;
  name: string;
  description: string;
  visibility: Visibility;
  joinMode: JoinMode;
};

export const EMPTY_INPUT: GroupInput = {
  categoryId: "",
  name: "",
  description: "",
  visibility: "public",
  joinMode: "open",
};

export type GroupProblems = Partial<Record<keyof GroupInput, string>>;

export type CheckedInput = { group: CreateGroup } | { problems: GroupProblems };

/** The server's own rules, before it is asked. One problem a field: the first. */
export function checkInput(input: GroupInput): CheckedInput {
  const result = createGroupSchema.safeParse(input);
  if (result.success) return { group: result.data };
  const problems: GroupProblems = {};
  for (const { path, message } of result.error.issues) {
    problems[path[0] as keyof GroupInput] ??= message;
  }
  return { problems };
}
