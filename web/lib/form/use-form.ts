import type { UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";
import { sayShared } from "#web/language/messages.ts";
import { useAction } from "./use-action.ts";

type FormOptions<Input, Request, Answer, Rollback> = InputOptions<Input, Request> & {
  mutation: UseMutationOptions<Answer, Error, Request, Rollback>;
  /** The message if the server gives none. */
  failed: string;
  onDone: (answer: Answer, request: Request) => void;
  /** Receives the error of a refused request, besides the messages at the fields. */
  onRefusal?: (error: unknown) => void;
  /** Where the server names fields otherwise than the form. */
  toProblems?: (fields: Record<string, string>) => Problems<Input>;
};

/**
 * A form that sends what `validate` makes of its input. What the server refuses is shown at the fields that it names;
 * `failure` is for everything else.
 */
export function useForm<Input extends object, Request, Answer, Rollback>(
  options: FormOptions<Input, Request, Answer, Rollback>,
) {
  const { mutation, failed, onDone, onRefusal, toProblems } = options;
  const { input, problems, set, reset, refuse, ...form } = useInput(options);
  const { act, isPending, failure } = useAction(mutation, failed);
  const isAtField = Object.entries(problems).some(
    ([field, problem]) => problem !== undefined && field in input,
  );
  const submit = (chosen?: Partial<Input>) => {
    const request = form.submit(chosen);
    if (request === undefined) return;
    void act(request, {
      onSuccess: (answer) => onDone(answer, request),
      onRefusal: (fields, error) => {
        refuse(toProblems?.(fields) ?? toFields(input, fields));
        onRefusal?.(error);
      },
    });
  };
  const shownFailure = isAtField ? undefined : failure;
  return {
    input,
    problems,
    set,
    reset,
    submit,
    isPending,
    failure: shownFailure,
    /** The props of a `ConfirmDialog` that is the form. */
    dialog: { isBusy: isPending, error: shownFailure, onConfirm: () => submit() },
  };
}

/** The messages for fields that the form has. */
function toFields<Input extends object>(
  input: Input,
  fields: Record<string, string>,
): Problems<Input> {
  const problems: Problems<Input> = {};
  for (const field in input) problems[field] = fields[field];
  return problems;
}

export type Problems<Input> = { [Field in keyof Input]?: string | undefined };

/** What a form sends, or the first problem of each field. */
export type Checked<Input, Value> = { value: Value } | { problems: Problems<Input> };

type Schema<Given, Value> = {
  safeParse: (
    given: Given,
  ) =>
    | { success: true; data: Value }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};

/** Validates with the schema the server uses. Keeps the first problem of each field. */
export function check<Given, Value>(
  schema: Schema<Given, Value>,
  given: Given,
): Checked<Given, Value> {
  const result = schema.safeParse(given);
  if (result.success) return { value: result.data };
  const problems: Problems<Given> = {};
  for (const { path, message } of result.error.issues) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a path begins with a field of the input
    problems[path[0] as keyof Given] ??= sayShared(message);
  }
  return { problems };
}

/** Makes the request of a valid input. */
export function whenValid<Given, Value, Request>(
  checked: Checked<Given, Value>,
  toRequest: (value: Value) => Request,
): Checked<Given, Request> {
  return "value" in checked ? { value: toRequest(checked.value) } : checked;
}

type InputOptions<Input, Value> = {
  initial: Input;
  validate: (input: Input) => Checked<Input, Value>;
  /** Stores what is typed, if it must survive a reload. */
  keep?: (input: Input) => void;
};

/** The input of a form and its problems, which show after the first submit and then update while typing. */
export function useInput<Input extends object, Value>(options: InputOptions<Input, Value>) {
  const { validate, keep } = options;
  const [initial] = useState(options.initial);
  const [input, setInput] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const [refused, setRefused] = useState<Problems<Input>>({});

  const checked = validate(input);
  const own = "problems" in checked ? checked.problems : {};
  return {
    input,
    problems: { ...refused, ...(isTried && own) },
    set: (changed: Partial<Input>) => {
      setInput((before) => ({ ...before, ...changed }));
      setRefused({});
      keep?.({ ...input, ...changed });
    },
    /** The validated value, or undefined if there are problems. `chosen`: what the button says. */
    submit: (chosen: Partial<Input> = {}): Value | undefined => {
      setIsTried(true);
      const sent = validate({ ...input, ...chosen });
      return "value" in sent ? sent.value : undefined;
    },
    /** Shows the fields that the server refused. */
    refuse: setRefused,
    /** After sending: back to the initial input, or to some other values. */
    reset: (changed: Partial<Input> = initial) => {
      setInput({ ...input, ...changed });
      setIsTried(false);
      setRefused({});
    },
  };
}
