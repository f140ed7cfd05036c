import { useState } from "react";
import { t } from "#web/language/macros.ts";
import { useQuery, mutationOptions, queryOptions } from "@tanstack/react-query";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { Repair } from "#web/requirements-text/conditions/words.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";

/** Discord servers that the player may join through Muster. */
export const joinableServersQuery = queryOptions({
  queryKey: queryKeys.joinableServers,
  queryFn: () => body(api.discord.servers.$get()),
});

/** Adds the player to a server. Requirements may ask for it. */
export const joinServerMutation = mutationOptions({
  mutationFn: (id: string) => api.discord.servers[":id"].join.$post({ param: { id } }),
  // Muster sees the player there within a minute, and lists the server until then.
  onSuccess: (_answer, joined, _rollback, { client }) =>
    client.setQueryData(
      joinableServersQuery.queryKey,
      (known) => known && { servers: known.servers.filter(({ id }) => id !== joined) },
    ),
  onError: (_error, _input, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: joinableServersQuery.queryKey }),
  onSettled: (_answer, _error, _input, _rollback, { client }) => {
    void client.invalidateQueries({ queryKey: queryKeys.waiting });
    void client.invalidateQueries({ queryKey: queryKeys.access });
    return client.invalidateQueries({ queryKey: queryKeys.groups });
  },
});

type JoinServerButtonProps = {
  repair: Extract<Repair, { kind: "server" }>;
  variant: ButtonVariant;
  describedBy?: string | undefined;
};

/** Adds the player to the server, if members of one of their groups may join through Muster. */
export function JoinServerButton({ repair, variant, describedBy }: JoinServerButtonProps) {
  const { serverId, serverName } = repair;
  const { data, isError, refetch } = useQuery(joinableServersQuery);
  const [hasJoined, setHasJoined] = useState(false);
  const mutation = joinServerMutation;
  const { act, isPending, failure } = useAction(mutation, t`Failed to join the server`);
  if (isError) {
    return (
      <Button
        size="sm"
        variant={variant}
        aria-describedby={describedBy}
        onClick={() => void refetch()}
      >
        {t`Try again`}
      </Button>
    );
  }
  if (data === undefined || hasJoined) return null;
  if (!data.servers.some(({ id }) => id === serverId)) {
    return <p className="text-sm text-text-2">{t`Ask for an invitation to the server.`}</p>;
  }
  const afterJoin = () => {
    setHasJoined(true);
    toast.success(
      serverName === undefined
        ? t`You joined the server. Muster notices within a minute.`
        : t`You joined ${serverName}. Muster notices within a minute.`,
    );
  };
  return (
    <div className="grid justify-items-end gap-1 max-md:justify-items-start">
      <Button
        size="sm"
        variant={variant}
        isBusy={isPending}
        busyLabel={t`Joining...`}
        aria-describedby={describedBy}
        className="max-md:min-h-11"
        onClick={() => void act(serverId, { onSuccess: afterJoin })}
      >
        {t`Join the server`}
      </Button>
      {failure !== undefined && <p className="text-sm text-danger">{failure}</p>}
    </div>
  );
}
