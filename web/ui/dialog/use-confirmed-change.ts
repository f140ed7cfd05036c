import type { UseMutationOptions } from "@tanstack/react-query";
import { useAction } from "#web/lib/form/use-action.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

type Messages<Answer> = {
  /** The toast after success, where the page itself does not show it. */
  done?: string;
  onDone?: (answer: Answer) => void;
  /** The fallback if the server gives no message. */
  failed: string;
  onClose: () => void;
};

/** The props of a `ConfirmDialog` that runs one mutation. */
export function useConfirmedChange<Answer, Input, Rollback>(
  mutation: UseMutationOptions<Answer, Error, Input, Rollback>,
  input: Input,
  { done, onDone, failed, onClose }: Messages<Answer>,
) {
  const { act, isPending, failure } = useAction(mutation, failed);
  const onSuccess = (answer: Answer) => {
    if (done !== undefined) toast.success(done);
    onDone?.(answer);
    onClose();
  };
  return {
    isOpen: true,
    onClose,
    onConfirm: () => void act(input, { onSuccess }),
    isBusy: isPending,
    error: failure,
  };
}
