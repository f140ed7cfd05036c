import { useState } from "react";

export type Problems<Input> = Partial<Record<keyof Input, string>>;

export type Checked<Input, Output> = { value: Output } | { problems: Problems<Input> };

type Schema<Input, Output> = {
  safeParse: (
    input: Input,
  ) =>
    | { success: true; data: Output }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};

/** Validates with the schema the server uses. Keeps the first problem of each field. */
export function check<Input, Output>(
  schema: Schema<Input, Output>,
  input: Input,
): Checked<Input, Output> {
  const result = schema.safeParse(input);
  if (result.success) return { value: result.data };
  const problems: Problems<Input> = {};
  for (const { path, message } of result.error.issues) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a path begins with a field of the input
    problems[path[0] as keyof Input] ??= message;
  }
  return { problems };
}

/** The input of a form and its problems, which show after the first submit and then update while typing. */
export function useInput<Input, Output>(
  schema: Schema<Input, Output>,
  initial: Input,
  keep?: (input: Input) => void,
) {
  const [input, setInput] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const [refused, setRefused] = useState<Problems<Input>>({});

  const checked = check(schema, input);
  const own = "problems" in checked ? checked.problems : {};
  return {
    input,
    problems: { ...refused, ...(isTried && own) },
    change: (next: Input) => {
      setInput(next);
      setRefused({});
      keep?.(next);
    },
    /** The validated value, or undefined if there are problems. */
    submit: (): Output | undefined => {
      setIsTried(true);
      return "value" in checked ? checked.value : undefined;
    },
    /** Shows the fields that the server refused. */
    refuse: setRefused,
  };
}
