import { Trans, t } from "#web/language/macros.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { setRefusedRequest } from "#web/lib/refused-request.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

/** The way to a proof, in place of what the API shows to nobody without one. */
export function ProofToRead({ error }: { error: unknown }) {
  const request = error instanceof ApiError ? error.request : undefined;
  return (
    <EmptyState
      variant="call-to-action"
      title={t`Confirm with EVE that this is you`}
      action={
        <Button onClick={() => setRefusedRequest(request)} isDisabled={request === undefined}>
          <Trans>Continue to EVE</Trans>
        </Button>
      }
    >
      <Trans>The watchlist opens for twelve hours after a sign-in with your main.</Trans>
    </EmptyState>
  );
}

export function isProofMissing(error: unknown): boolean {
  return error instanceof ApiError && error.request !== undefined;
}
