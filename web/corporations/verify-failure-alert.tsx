import { roleName } from "#web/language/eve-names.ts";
import { t } from "#web/language/macros.ts";
import { AccessRepair } from "#web/eve/grant-button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { isRepairable } from "./use-verify.ts";
import type { VerifyFailure } from "./use-verify.ts";

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
