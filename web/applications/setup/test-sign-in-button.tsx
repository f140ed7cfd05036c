import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import type { TestSignIn } from "#shared/applications/test-sign-in.ts";
import { testSignInMutation } from "#web/applications/queries.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

const TestSignInDialog = lazy(() => import("./test-sign-in-dialog.tsx"));

/** Walks through a sign-in of the administrator, and shows what the application would get. */
export function TestSignInButton({ application }: { application: Application }) {
  const [found, setFound] = useState<TestSignIn>();
  const { act, isPending, failure } = useAction(
    testSignInMutation,
    t`The sign-in could not be tested`,
  );
  return (
    <>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Button
        isBusy={isPending}
        busyLabel={t`Testing...`}
        onClick={() => void act(application.id, { onSuccess: setFound })}
      >
        <Trans>Test sign-in</Trans>
      </Button>
      <Suspense>
        {found !== undefined && (
          <TestSignInDialog
            application={application}
            found={found}
            onClose={() => setFound(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
