import type { UseMutationOptions } from "@tanstack/react-query";
import { useAction } from "#web/lib/use-action.ts";
import { toast } from "./toast.tsx";

type Words = {
  /** Said when the change is made; the dialog is gone then. */
  done: string;
  /** Shown when it fails without a word of the server's. */
  failed: string;
  onClose: () => void;
};

/** What a `ConfirmDialog` needs to make one change. */
export function useConfirmedChange<Answer, Input>(
  mutation: UseMutationOptions<Answer, Error, Input>,
  input: Input,
  { done, failed, onClose }: Words,
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
