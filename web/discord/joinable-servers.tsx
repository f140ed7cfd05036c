import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { joinableServersQuery, joinServerMutation } from "#web/repairs/join-server.ts";

/** Servers that the player may join with one click; their roles follow. */
export function JoinableServers() {
  const { data, isError, refetch } = useQuery(joinableServersQuery);
  const mutation = joinServerMutation;
  const { act, isPending, failure } = useAction(mutation, t`Failed to join the server`);
  if (isError) {
    return (
      <LoadFailed title={t`The servers that you may join could not be loaded`} onRetry={refetch} />
    );
  }
  if (data === undefined || data.servers.length === 0) return null;
  return (
    <div className="grid gap-2 border-t border-line-faint px-4 py-2.5">
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <ul className="grid gap-2">
        {data.servers.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-56 wrap-anywhere text-text-2">
              <Trans>
                You may join <bdi className="font-medium text-text-1">{name}</bdi>. Your roles
                follow within a minute.
              </Trans>
            </p>
            <Button
              size="sm"
              isBusy={isPending}
              busyLabel={t`Joining...`}
              onClick={() =>
                void act(id, { onSuccess: () => toast.success(t`You joined ${name}`) })
              }
            >
              <Trans>Join {name}</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
