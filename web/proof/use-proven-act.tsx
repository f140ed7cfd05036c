import { say } from "#web/language/messages.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { ApiError } from "#web/lib/api/api-error.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { acts } from "./acts.ts";
import type { ActName, InputOf } from "./acts.ts";
import { useProof } from "./use-proof.tsx";

type Question = {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  busyLabel: string;
  isDangerous?: boolean;
  onClose: () => void;
  children?: ReactNode;
};

/**
 * The props of a `ConfirmDialog` that asks `question` and then performs an act. If the API wants a fresh proof of the main
 * first, the dialog offers the way through EVE, after which the act goes on by itself (`resumeIntent`).
 */
export function useProvenAct<Name extends ActName>(
  name: Name,
  input: InputOf<Name>,
  question: Question,
) {
  const client = useQueryClient();
  const [needsProof, setNeedsProof] = useState(false);
  const { run, settle, done, failed } = acts[name];
  const mutation = {
    mutationFn: run,
    meta: { asksForProof: true },
    onSuccess: () => settle(client),
    onError: (error: Error) => setNeedsProof(isProofRequired(error)),
  };
  const { act, isPending, failure } = useAction(mutation, say(failed));
  const proof = useProof({ act: name, input });
  if (needsProof) return { isOpen: true, onClose: question.onClose, ...proof };
  const onSuccess = () => {
    toast.success(done(input));
    question.onClose();
  };
  return {
    ...question,
    isOpen: true,
    isBusy: isPending,
    error: failure,
    onConfirm: () => void act(input, { onSuccess }),
  };
}

function isProofRequired(error: Error): boolean {
  return error instanceof ApiError && error.code === "fresh_proof_required";
}
