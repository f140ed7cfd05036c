import type { Visibility } from "#shared/categories.ts";
import type { JoinMode } from "#shared/groups.ts";
import type { Problems } from "#web/lib/use-input.ts";

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

export type GroupProblems = Problems<GroupInput>;
