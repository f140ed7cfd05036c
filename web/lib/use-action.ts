import { useMutation } from "@tanstack/react-query";
import type { UseMutationOptions } from "@tanstack/react-query";
import { useRef } from "react";
import { fieldsOf, messageOf } from "./api-error.ts";
import { usePassing } from "./use-passing.ts";

/** How long the screen says why something did not work. */
export const ERROR_SHOWN_MS = 5000;

type Outcome<Answer> = {
  onSuccess: (answer: Answer) => void;
  /** Gets what the server refused, by the name of the field. */
  onRefusal?: (fields: Record<string, string>) => void;
};

/**
 * A change that a person makes: once at a time, however often the button is pressed, and with the reason in words
 * if it did not work. The server's words come before `fallback`.
 */
export function useAction<Input, Answer, Rollback>(
  mutation: UseMutationOptions<Answer, Error, Input, Rollback>,
  fallback: string,
) {
  const { mutateAsync, isPending } = useMutation(mutation);
  // `isPending` is known with the next render: too late for the second half of a double click.
  const isUnderWay = useRef(false);
  const [failure, setFailure] = usePassing<string>(ERROR_SHOWN_MS);

  async function act(input: Input, { onSuccess, onRefusal }: Outcome<Answer>) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setFailure(undefined);
    try {
      onSuccess(await mutateAsync(input));
    } catch (error) {
      onRefusal?.(fieldsOf(error));
      setFailure(messageOf(error, fallback));
    } finally {
      isUnderWay.current = false;
    }
  }
  return { act, isPending, failure };
}
