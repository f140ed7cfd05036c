import { useMutation } from "@tanstack/react-query";
import type { UseMutationOptions } from "@tanstack/react-query";
import { useRef } from "react";
import { fieldsOf, messageOf } from "#web/lib/api/api-error.ts";
import { useFailure } from "./use-passing.ts";

type Outcome<Answer> = {
  onSuccess?: (answer: Answer) => void;
  /** Receives the server's messages by field name, and the error. */
  onRefusal?: (fields: Record<string, string>, error: unknown) => void;
};

/**
 * A mutation started by the user. It ignores further calls while one is running, and keeps the failure message for a
 * while: the server's message, else `fallback`.
 */
export function useAction<Input, Answer, Rollback>(
  mutation: UseMutationOptions<Answer, Error, Input, Rollback>,
  fallback: string,
) {
  const { mutateAsync, isPending } = useMutation(mutation);
  // `isPending` updates with the next render, which is too late for a double click.
  const isUnderWay = useRef(false);
  const [failure, setFailure] = useFailure();

  async function act(input: Input, { onSuccess, onRefusal }: Outcome<Answer> = {}) {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setFailure(undefined);
    try {
      const answer = await mutateAsync(input);
      onSuccess?.(answer);
    } catch (error) {
      onRefusal?.(fieldsOf(error), error);
      setFailure(messageOf(error, fallback));
    } finally {
      isUnderWay.current = false;
    }
  }
  return { act, isPending, failure };
}
