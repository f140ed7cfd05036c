import type { UseMutationOptions } from "@tanstack/react-query";
import { useAction } from "./use-action.ts";
import { useInput } from "./use-input.ts";
import type { InputOptions, Problems } from "./use-input.ts";

type FormOptions<Input, Request, Answer, Rollback> = InputOptions<Input, Request> & {
  mutation: UseMutationOptions<Answer, Error, Request, Rollback>;
  /** The message if the server gives none. */
  failed: string;
  onDone: (answer: Answer, request: Request) => void;
  /** For what the server says of more than fields. */
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
    dialog: { isOpen: true, isBusy: isPending, error: shownFailure, onConfirm: () => submit() },
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
