import { AccessRepair } from "#web/eve/director-access/access-repair.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import type { VerifyFailure } from "./use-verify.ts";

export function VerifyFailureAlert({ failure }: { failure: VerifyFailure | undefined }) {
  if (failure === undefined) return null;
  const { title, missingRoles = [], reasons = [], repairs = [] } = failure;
  return (
    <Alert tone="danger" title={title}>
      {missingRoles.length > 0 && (
        <ul className="list-disc ps-5">
          {missingRoles.map((role) => (
            <li key={role}>{roleLabel(role)}</li>
          ))}
        </ul>
      )}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {repairs.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {repairs.map(({ characterId, characterName }) => (
            <AccessRepair
              key={characterId}
              characterId={characterId}
              characterName={characterName}
            />
          ))}
        </div>
      )}
    </Alert>
  );
}

/** ESI's "Station_Manager" as the EVE client shows it: "Station Manager". */
export function roleLabel(role: string): string {
  return role.replaceAll("_", " ");
}
