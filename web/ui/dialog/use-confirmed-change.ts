import type { UseMutationOptions } from "@tanstack/react-query";
import { useAction } from "#web/lib/form/use-action.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

type Messages = {
  /** The toast after success. */
  done: string;
  /** The fallback if the server gives no message. */
  failed: string;
  onClose: () => void;
};

/** The props of a `ConfirmDialog` that runs one mutation. */
export function useConfirmedChange<Answer, Input, Rollback>(
  mutation: UseMutationOptions<Answer, Error, Input, Rollback>,
  input: Input,
  { done, failed, onClose }: Messages,
) {
  const { act, isPending, failure } = useAction(mutation, failed);
  const onSuccess = () => {
    toast.success(done);
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
