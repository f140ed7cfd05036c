import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ActiveSession } from "#shared/session.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { CardList, ListSkeleton } from "./card-list.tsx";
import {
  activeSessionsQuery,
  endOtherSessionsMutation,
  endSessionMutation,
} from "#web/dashboard/queries.ts";

/** All sessions of the user. Any of them can be ended, e.g. on a lost device. */
export function SessionsCard() {
  const { data, isError, refetch } = useQuery(activeSessionsQuery);
  const endOthers = useMutation(endOtherSessionsMutation(useQueryClient()));
  const hasOthers = data?.some(({ isCurrent }) => !isCurrent) ?? false;
  const endAllOthers = () =>
    endOthers.mutate(undefined, {
      onSuccess: () => toast.success("All other sessions have ended"),
      onError: (error) => toast.error(messageOf(error, "Failed to end the other sessions")),
    });
  return (
    <Card
      isFlush
      title="Sessions"
      actions={
        hasOthers && (
          <Button
            size="sm"
            isBusy={endOthers.isPending}
            busyLabel="Ending..."
            onClick={endAllOthers}
          >
            End all others
          </Button>
        )
      }
    >
      {isError ? (
        <LoadFailed title="Your sessions could not be loaded" onRetry={refetch} />
      ) : data ? (
        <CardList>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </CardList>
      ) : (
        <ListSkeleton label="Loading your sessions" />
      )}
    </Card>
  );
}

function SessionRow({ session }: { session: ActiveSession }) {
  const { id, device, isCurrent, lastSeenAt } = session;
  const end = useMutation(endSessionMutation(useQueryClient()));
  const endIt = () =>
    end.mutate(id, {
      onSuccess: () => toast.success(`The session on ${device} has ended`),
      onError: (error) => toast.error(messageOf(error, "Failed to end the session")),
    });
  return (
    <>
      <span className="text-text-3">
        <Icon name="device" />
      </span>
      <div className="min-w-0 flex-1">
        <p>{device}</p>
        <p className="text-sm text-text-3">
          Last seen <RelativeTime at={lastSeenAt} />
        </p>
      </div>
      {isCurrent ? (
        <Chip tone="ok">This browser</Chip>
      ) : (
        <Button size="sm" isBusy={end.isPending} busyLabel="Ending..." onClick={endIt}>
          End<VisuallyHidden> the session on {device}</VisuallyHidden>
        </Button>
      )}
    </>
  );
}
