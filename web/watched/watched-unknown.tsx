import { Trans, t } from "#web/language/macros.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { setRefusedRequest } from "#web/lib/refused-request.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

/** A keeper decides here, and what the watchlist has is not known: why, and what helps. */
export function WatchedUnknown({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const request = error instanceof ApiError ? error.request : undefined;
  return (
    <Alert
      tone="warn"
      action={
        request === undefined ? (
          <Button size="sm" onClick={() => void onRetry()}>
            <Trans>Try again</Trans>
          </Button>
        ) : (
          <Button size="sm" onClick={() => setRefusedRequest(request)}>
            <Trans>Continue to EVE</Trans>
          </Button>
        )
      }
    >
      {request === undefined
        ? t`The watchlist could not be loaded`
        : t`The watchlist opens for twelve hours after a sign-in with your main.`}
    </Alert>
  );
}
