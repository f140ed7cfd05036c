import { Trans, t } from "#web/language/macros.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#web/lib/api/api-error.ts";
import { forgetPerson } from "#web/lib/api/logout.ts";
import { endSession, useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { usePassingError } from "#web/lib/form/use-passing.ts";
import { Button, Spinner } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { FullPage } from "#web/ui/page.tsx";
import { signOut, signOutQuery } from "./queries.ts";

/** An application has signed the player out and sent them here: whether Muster should do the same. */
export default function SignOutPage() {
  const [query] = useState(() => location.search.slice(1));
  const { isAuthenticated } = useSession();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(signOutQuery(query));
  const answer = useMutation({
    mutationFn: (all: boolean) => signOut(query, all),
    onSuccess: ({ url }, all) => {
      if (all) {
        endSession(client);
        forgetPerson();
      }
      location.replace(url ?? (all || !isAuthenticated ? paths.home : paths.dashboard));
    },
  });
  usePassingError(answer);
  const send = (all: boolean) => answer.isPending || answer.mutate(all);
  if (error) {
    return (
      <FullPage title={t`The sign-out could not be prepared`} pageTitle={t`Sign out`}>
        <p role="alert" className="bg-void text-text-2">
          {messageOf(error, t`Muster could not be reached.`)}
        </p>
        <Button onClick={() => void refetch()}>{t`Try again`}</Button>
      </FullPage>
    );
  }
  if (!data) {
    return (
      <FullPage title={t`One moment...`} pageTitle={t`Sign out`}>
        <Spinner size={24} />
      </FullPage>
    );
  }
  const { application } = data;
  const from = application ? <bdi>{application.name}</bdi> : t`The application`;
  if (!isAuthenticated) {
    return (
      <FullPage title={t`You are signed out`} pageTitle={t`Sign out`}>
        <p className="bg-void text-text-2">
          <Trans>{from} has signed you out, and so has Muster.</Trans>
        </p>
        <Button isBusy={answer.isPending} busyLabel={t`Continuing...`} onClick={() => send(false)}>
          {t`Continue`}
        </Button>
      </FullPage>
    );
  }
  return (
    <FullPage title={t`Log out of Muster too?`} pageTitle={t`Sign out`}>
      <p className="bg-void text-text-2">
        <Trans>
          {from} has signed you out. You are still logged in here, and other applications keep their
          sessions.
        </Trans>
      </p>
      {answer.isError && (
        <Alert tone="danger">{messageOf(answer.error, t`Failed to log out`)}</Alert>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="primary"
          isBusy={answer.isPending && answer.variables}
          busyLabel={t`Logging out...`}
          onClick={() => send(true)}
        >
          {t`Log out of Muster`}
        </Button>
        <Button
          isBusy={answer.isPending && !answer.variables}
          busyLabel={t`Continuing...`}
          onClick={() => send(false)}
        >
          {t`Stay logged in`}
        </Button>
      </div>
    </FullPage>
  );
}
