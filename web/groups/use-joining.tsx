import { t } from "#web/language/macros.ts";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { answerInvitationMutation } from "#web/groups/invitations/queries.ts";
import type { Joining } from "#web/groups/list/group-table.tsx";
import { useJoin } from "#web/groups/members/use-join.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { useFailures } from "#web/lib/form/use-failures.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

const RequestDialog = lazy(() => import("#web/groups/requests/request-to-join-dialog.tsx"));

/** What the rows of a list offer to users who are not members, and the dialog of a request. */
export function useJoining() {
  const { join, failures: joinFailures } = useJoin();
  const { accept, failures: acceptFailures } = useAccept();
  const [requested, setRequested] = useState<Group>();
  const joining = useMemo(
    (): Joining => ({
      join,
      accept,
      request: setRequested,
      failures: { ...joinFailures, ...acceptFailures },
    }),
    [join, accept, joinFailures, acceptFailures],
  );
  const dialog = (
    <Suspense>
      {requested && <RequestDialog group={requested} onClose={() => setRequested(undefined)} />}
    </Suspense>
  );
  return { joining, dialog };
}

function useAccept() {
  const { mutateAsync } = useMutation(answerInvitationMutation);
  const { failures, fail } = useFailures();
  const accept = useCallback(
    async ({ id, name, pendingInvitationId }: Group) => {
      if (pendingInvitationId === null) return;
      fail(id, undefined);
      try {
        await mutateAsync({ id: pendingInvitationId, answer: "accept" });
        toast.success(t`Successfully joined ${name}!`);
      } catch (error) {
        fail(id, messageOf(error, t`Failed to accept the invitation`));
      }
    },
    [mutateAsync, fail],
  );
  return { accept, failures };
}
