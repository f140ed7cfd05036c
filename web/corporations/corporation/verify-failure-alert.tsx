import { Alert } from "#web/ui/alert.tsx";
import type { VerifyFailure } from "./use-verify.ts";

export function VerifyFailureAlert({ failure }: { failure: VerifyFailure | undefined }) {
  if (failure === undefined) return null;
  return (
    <Alert tone="danger" title={failure.text}>
      {failure.roles.length > 0 && (
        <>
          <p>{failure.whose} lacks:</p>
          <ul className="list-disc ps-5">
            {failure.roles.map((role) => (
              <li key={role}>{roleInWords(role)}</li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}

/** "Station_Manager", as EVE's client writes it. */
export function roleInWords(role: string): string {
  return role.replaceAll("_", " ");
}
