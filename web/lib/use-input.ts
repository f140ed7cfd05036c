import { useState } from "react";

export type Problems<Input> = Partial<Record<keyof Input, string>>;

export type Checked<Input, Output> = { value: Output } | { problems: Problems<Input> };

type Schema<Output> = {
  safeParse: (
    input: unknown,
  ) =>
    | { success: true; data: Output }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};

/** The server's own rules, before it is asked. One problem a field: the first. */
export function check<Input, Output>(schema: Schema<Output>, input: Input): Checked<Input, Output> {
  const result = schema.safeParse(input);
  if (result.success) return { value: result.data };
  const problems: Problems<Input> = {};
  for (const { path, message } of result.error.issues) {
    problems[path[0] as keyof Input] ??= message;
  }
  return { problems };
}

/** What is typed, and what is wrong with it: said at the first attempt, and from then on while typing. */
export function useInput<Input, Output>(
  schema: Schema<Output>,
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
    /** What to send, if it may be sent. */
    submit: (): Output | undefined => {
      setIsTried(true);
      return "value" in checked ? checked.value : undefined;
    },
    /** The server knows rules that the form does not. */
    refuse: setRefused,
  };
}
