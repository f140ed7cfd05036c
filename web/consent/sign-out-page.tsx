import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#web/lib/api/api-error.ts";
import { forgetPerson } from "#web/lib/api/left-behind.ts";
import { endSession, useSession } from "#web/lib/api/session.ts";
import { paths } from "#web/lib/paths.ts";
import { usePassingError } from "#web/lib/use-passing-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { FullPage } from "#web/ui/page/full-page.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
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
      <FullPage title="The sign-out could not be prepared" pageTitle="Sign out">
        <p role="alert" className="bg-void text-text-2">
          {messageOf(error, "Muster could not be reached.")}
        </p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </FullPage>
    );
  }
  if (!data) {
    return (
      <FullPage title="One moment..." pageTitle="Sign out">
        <Spinner size={24} />
      </FullPage>
    );
  }
  const { application } = data;
  const from = application ? <bdi>{application.name}</bdi> : "The application";
  if (!isAuthenticated) {
    return (
      <FullPage title="You are signed out" pageTitle="Sign out">
        <p className="bg-void text-text-2">{from} has signed you out, and so has Muster.</p>
        <Button isBusy={answer.isPending} busyLabel="Continuing..." onClick={() => send(false)}>
          Continue
        </Button>
      </FullPage>
    );
  }
  return (
    <FullPage title="Log out of Muster too?" pageTitle="Sign out">
      <p className="bg-void text-text-2">
        {from} has signed you out. You are still logged in here, and other applications keep their
        sessions.
      </p>
      {answer.isError && (
        <Alert tone="danger">{messageOf(answer.error, "Failed to log out")}</Alert>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          variant="primary"
          isBusy={answer.isPending && answer.variables}
          busyLabel="Logging out..."
          onClick={() => send(true)}
        >
          Log out of Muster
        </Button>
        <Button
          isBusy={answer.isPending && !answer.variables}
          busyLabel="Continuing..."
          onClick={() => send(false)}
        >
          Stay logged in
        </Button>
      </div>
    </FullPage>
  );
}
