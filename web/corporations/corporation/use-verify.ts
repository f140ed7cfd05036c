import { useState } from "react";
import type { Corporation, VerifyResult } from "#shared/corporations.ts";
import { ERROR_SHOWN_MS, useAction } from "#web/lib/form/use-action.ts";
import { usePassing } from "#web/lib/form/use-passing.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { verifyMutation } from "./queries.ts";

/** Why a verification failed. `roles` are the missing in-game roles of `subject`. */
export type VerifyFailure = { text: string; subject?: string; roles: readonly string[] };

export function missingRolesFailure(
  { missingRoles }: VerifyResult,
  subject: string,
): VerifyFailure {
  return { text: "Verification failed: Missing required roles", subject, roles: missingRoles };
}

/** Verifies access to a corporation, one at a time. */
export function useVerify() {
  const action = useAction(verifyMutation, "Failed to verify access");
  const [refusal, setRefusal] = usePassing<VerifyFailure>(ERROR_SHOWN_MS);
  const [verifyingId, setVerifyingId] = useState<number>();
  const verify = ({ corporationId, name }: Corporation) => {
    if (action.isPending) return;
    setVerifyingId(corporationId);
    setRefusal(undefined);
    void action.act(corporationId, {
      onSuccess: (result) => {
        if (result.hasAccess) toast.success("Access verified successfully!");
        else setRefusal(missingRolesFailure(result, name));
      },
    });
  };
  const failure = action.failure === undefined ? refusal : { text: action.failure, roles: [] };
  return { verify, failure, verifyingId: action.isPending ? verifyingId : undefined };
}
