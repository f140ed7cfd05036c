import { Trans, t } from "#web/language/macros.ts";
import { useMutation } from "@tanstack/react-query";
import type { Group } from "#shared/groups/groups.ts";
import { requestToJoinMutation, withdrawRequestMutation } from "./queries.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { EveDay, TimeLeft } from "#web/ui/time.tsx";

/** Until when the user is a member, and one click to ask for more. */
export default function OwnEnd({ group, endsAt }: { group: Group; endsAt: string }) {
  const ask = useAction(requestToJoinMutation, t`Failed to send the request`);
  const withdraw = useMutation(withdrawRequestMutation);
  const { id, name, pendingRequestId, can } = group;
  return (
    <>
      <div>
        <p className="font-display text-xl/tight font-semibold tabular-nums">
          <Trans>
            Until <EveDay at={endsAt} />
          </Trans>
        </p>
        <p className="mt-0.5 text-sm text-text-2 tabular-nums">
          <Trans>
            Your membership ends by itself in <TimeLeft until={endsAt} />.
          </Trans>
        </p>
      </div>
      {can.requestExtension && (
        <Button
          isBusy={ask.isPending}
          busyLabel={t`Sending...`}
          onClick={() =>
            void ask.act(
              { groupId: id, reason: "" },
              { onSuccess: () => toast.success(t`You asked to stay in ${name}`) },
            )
          }
        >
          {t`Ask to stay`}
        </Button>
      )}
      {pendingRequestId !== null && (
        <>
          <p className="text-text-2">{t`You asked to stay: the owner or an admin decides.`}</p>
          <Button
            isBusy={withdraw.isPending}
            onClick={() => withdraw.mutate({ groupId: id, requestId: pendingRequestId })}
          >
            {t`Withdraw request`}
          </Button>
        </>
      )}
      {ask.failure !== undefined && <Alert tone="danger">{ask.failure}</Alert>}
    </>
  );
}
