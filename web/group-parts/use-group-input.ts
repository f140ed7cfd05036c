import { useState } from "react";
import type { CreateGroup } from "#shared/groups.ts";
import { fieldsOf } from "#web/lib/api-error.ts";
import { checkInput } from "./group-input.ts";
import type { GroupInput, GroupProblems } from "./group-input.ts";

/** What is typed, and what is wrong with it: said at the first attempt, and from then on while typing. */
export function useGroupInput(initial: GroupInput, keep?: (input: GroupInput) => void) {
  const [input, setInput] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const [refused, setRefused] = useState<GroupProblems>({});

  const checked = checkInput(input);
  const own = "problems" in checked ? checked.problems : {};
  return {
    input,
    problems: { ...refused, ...(isTried && own) },
    change: (next: GroupInput) => {
      setInput(next);
      setRefused({});
      keep?.(next);
    },
    /** The group to send, if it may be sent. */
    submit: (): CreateGroup | undefined => {
      setIsTried(true);
      return "group" in checked ? checked.group : undefined;
    },
    /** The server knows rules that the form does not. */
    refuse: (error: unknown) => setRefused(fieldsOf(error)),
  };
}
