import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";
import type { DirectorProblem, VerifyResult } from "#shared/corporations/corporations.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { usePassing, ERROR_SHOWN_MS } from "#web/lib/form/use-passing.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { roleName } from "#web/language/eve-names.ts";
import { AccessRepair } from "#web/eve/grant-button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { IconButton } from "#web/ui/button.tsx";

/** Why a verification failed: missing in-game roles, or a sentence for each director. */
type VerifyFailure = {
  title: string;
  missingRoles?: readonly string[];
  reasons?: readonly string[];
  /** Directors whose players can restore the access. */
  repairs?: VerifyResult["problems"];
};

/** Whether a new grant of the director's player solves the problem. */
export function isRepairedByGrant(problem: DirectorProblem | null): boolean {
  return problem === "missing_scope" || problem === "token_revoked";
}

const TITLES: Record<Exclude<DirectorProblem, "missing_role">, Message> = {
  token_revoked: msg`Verification failed: EVE revoked the authorization`,
  missing_scope: msg`Verification failed: Director access is not granted to Muster`,
  not_in_corporation: msg`Verification failed: Not in this corporation`,
};

/** Roles that EVE lacks, access that Muster was not granted and a director who left need different repairs. */
function refusedAccess({ missingRoles, problems }: VerifyResult): VerifyFailure {
  const [cause, ...others] = new Set(problems.map(({ problem }) => problem));
  // The list of roles says enough about a single director.
  const reasons = problems
    .filter(({ problem }) => problems.length > 1 || problem !== "missing_role")
    .map(({ text }) => text);
  const repairs = problems.filter(({ problem }) => isRepairedByGrant(problem));
  if (cause === undefined || cause === "missing_role" || others.includes("missing_role")) {
    const title = t`Verification failed: Missing required roles`;
    return { title, missingRoles, reasons, repairs };
  }
  const title =
    others.length === 0 ? say(TITLES[cause]) : t`Verification failed: No director can be used`;
  return { title, reasons, repairs };
}

/** A refusal whose alert repairs something stays until it is dismissed. */
function isRepairable({ repairs = [] }: VerifyFailure): boolean {
  return repairs.length > 0;
}

/** Verifies access, of a corporation or a director, one at a time. */
export function useVerify<Input, Result extends VerifyResult>(
  mutation: UseMutationOptions<Result, Error, Input>,
) {
  const action = useAction(mutation, t`Failed to verify access`);
  const [refusal, setRefusal] = usePassing<VerifyFailure>(ERROR_SHOWN_MS, isRepairable);
  const [latest, setLatest] = useState<Input>();
  const verify = (input: Input) => {
    if (action.isPending) return;
    setLatest(input);
    setRefusal(undefined);
    void action.act(input, {
      onSuccess: (result) => {
        if (result.hasAccess) toast.success(t`Access verified successfully!`);
        else setRefusal(refusedAccess(result));
      },
    });
  };
  const failure = action.failure === undefined ? refusal : { title: action.failure };
  const dismiss = () => setRefusal(undefined);
  return { verify, failure, dismiss, verifying: action.isPending ? latest : undefined };
}

type VerifyFailureAlertProps = { failure: VerifyFailure | undefined; onDismiss: () => void };

export function VerifyFailureAlert({ failure, onDismiss }: VerifyFailureAlertProps) {
  if (failure === undefined) return null;
  const { title, missingRoles = [], reasons = [], repairs = [] } = failure;
  return (
    <Alert
      tone="danger"
      title={title}
      action={
        isRepairable(failure) && (
          <IconButton icon="close" label={t`Dismiss`} size="sm" onClick={onDismiss} />
        )
      }
    >
      {missingRoles.length > 0 && (
        <ul className="list-disc pl-5">
          {missingRoles.map((role) => (
            <li key={role}>{roleName(role)}</li>
          ))}
        </ul>
      )}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {repairs.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {repairs.map((repair) => (
            <AccessRepair key={repair.characterId} {...repair} />
          ))}
        </div>
      )}
    </Alert>
  );
}
