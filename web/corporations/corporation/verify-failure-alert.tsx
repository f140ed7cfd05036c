import { Alert } from "#web/ui/feedback/alert.tsx";
import type { VerifyFailure } from "./use-verify.ts";

export function VerifyFailureAlert({ failure }: { failure: VerifyFailure | undefined }) {
  if (failure === undefined) return null;
  return (
    <Alert tone="danger" title={failure.text}>
      {failure.roles.length > 0 && (
        <>
          <p>{failure.subject} lacks:</p>
          <ul className="list-disc ps-5">
            {failure.roles.map((role) => (
              <li key={role}>{roleLabel(role)}</li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}

/** ESI's "Station_Manager" as the EVE client shows it: "Station Manager". */
export function roleLabel(role: string): string {
  return role.replaceAll("_", " ");
}
