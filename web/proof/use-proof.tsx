import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { Trans, ph, t } from "#web/language/macros.ts";
import { messageOf, ApiError } from "#web/lib/api/api-error.ts";
import { api, body } from "#web/lib/api/api.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useAuthorization } from "#web/lib/api/use-authorization.ts";
import { say } from "#web/language/messages.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { ActName, InputOf } from "./acts.ts";
import { keepIntent } from "./intent.ts";
import type { Intent } from "./intent.ts";
import { acts } from "./acts.ts";

/** The question that leads to EVE. Afterwards the act goes on by itself (`resumeIntent`). */
export function useProof<Name extends ActName>(intent: Intent<Name>) {
  const { user, main } = useSession();
  const authorization = useAuthorization(async () => {
    const answer = await body(api.auth.proof.start.$post());
    if (user) keepIntent(user.id, intent);
    return answer;
  });
  return {
    title: t`Confirm with EVE that this is you`,
    // The dialog stays open and its focus where it is: the alert tells screen readers what it says now.
    description: (
      <p role="alert">
        {main ? (
          <Trans>
            Sign in at EVE as <bdi>{ph({ characterName: main.characterName })}</bdi> again, and
            Muster completes the change. This protects your account if a session is stolen.
          </Trans>
        ) : (
          <Trans>
            Sign in at EVE again, and Muster completes the change. This protects your account if a
            session is stolen.
          </Trans>
        )}
      </p>
    ),
    confirmLabel: t`Continue to EVE`,
    busyLabel: t`Redirecting...`,
    isBusy: authorization.isBusy,
    error: authorization.error
      ? messageOf(authorization.error, t`EVE's sign-in could not be started. Try again.`)
      : undefined,
    onConfirm: () => authorization.start(),
  };
}

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
