import { useState } from "react";
import type { Director } from "#shared/corporations/corporations.ts";
import { refusedAccess, useRefusal } from "#web/corporations/corporation/use-verify.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { verifyDirectorMutation } from "./queries.ts";

/** Verifies the directors of a corporation, one at a time. */
export function useVerifyDirector(corporationId: number) {
  const action = useAction(verifyDirectorMutation, "Failed to verify access");
  const [refusal, setRefusal] = useRefusal();
  const [verifyingId, setVerifyingId] = useState<string>();
  const verify = ({ directorId }: Director) => {
    if (action.isPending) return;
    setVerifyingId(directorId);
    setRefusal(undefined);
    void action.act(
      { id: corporationId, directorId },
      {
        onSuccess: (result) => {
          if (result.hasAccess) toast.success("Access verified successfully!");
          else setRefusal(refusedAccess(result));
        },
      },
    );
  };
  const failure = action.failure === undefined ? refusal : { title: action.failure };
  const dismiss = () => setRefusal(undefined);
  return { verify, failure, dismiss, verifyingId: action.isPending ? verifyingId : undefined };
}
