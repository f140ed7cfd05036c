import { t, Trans } from "#web/language/macros.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { GroupEvent } from "#shared/events/activity.ts";
import { EventText } from "#web/events/event-text.tsx";
import { activityQuery } from "#web/memberships/queries.ts";
import { useSession } from "#web/lib/api/session.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { MOST_ROWS, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { useNow } from "#web/lib/time.ts";
import { FIRST_LINES, useProgressiveRows } from "#web/ui/table.tsx";
import { UNDO_SECONDS } from "#shared/groups/limits.ts";
import { undoDecisionOfMutation } from "#web/groups/requests/queries.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";

export default function ActivityPanel({ groupId }: { groupId: string }) {
  const list = useInfiniteQuery(activityQuery(groupId));
  const events = itemsOf(list.data);
  if (list.isPending)
    return <RowsSkeleton label={t`Loading the activity`} shape="line" rows={MOST_ROWS} />;
  if (!list.data) {
    return <LoadFailed title={t`The activity could not be loaded`} onRetry={list.refetch} />;
  }
  if (events.length === 0) {
    return <EmptyState variant="completed" title={t`No activity yet`} />;
  }
  return (
    <>
      <Events groupId={groupId} events={events} />
      <LoadMore list={list} shown={events.length} />
    </>
  );
}

function Events({ groupId, events }: { groupId: string; events: readonly GroupEvent[] }) {
  const { user } = useSession();
  const now = useNow("minute");
  return (
    <ol aria-label={t`Activity`}>
      {useProgressiveRows(events, FIRST_LINES).map((event) => (
        <Event
          key={event.id}
          event={event}
          action={
            isUndoable(event, events, { userId: user?.id, now }) && (
              <UndoDecision groupId={groupId} event={event} />
            )
          }
        />
      ))}
    </ol>
  );
}

function Event({ event, action }: { event: GroupEvent; action: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line-faint px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-40">
        <EventText event={event} />
      </div>
      {action}
      <p className="text-sm whitespace-nowrap text-text-2">
        <RelativeTime at={event.createdAt} />
      </p>
    </li>
  );
}

const UNDONE_BY: Partial<Record<GroupEvent["kind"], GroupEvent["kind"]>> = {
  request_approved: "approval_undone",
  request_rejected: "rejection_undone",
};

/**
 * Whether the reader may undo this decision about a request: an own one of the last minutes that is not undone. `events` are the
 * newest first.
 */
export function isUndoable(
  event: GroupEvent,
  events: readonly GroupEvent[],
  { userId, now }: { userId: string | undefined; now: number },
): boolean {
  const undoneBy = UNDONE_BY[event.kind];
  if (undoneBy === undefined || userId === undefined || event.actor?.userId !== userId)
    return false;
  const who = event.subject?.userId ?? null;
  if (who === null || now - Date.parse(event.createdAt) > UNDO_SECONDS * 1000) return false;
  const later = events.slice(0, events.indexOf(event));
  return !later.some(({ kind, subject }) => kind === undoneBy && subject?.userId === who);
}

/** Takes back a decision after its toast has gone. */
function UndoDecision({ groupId, event }: { groupId: string; event: GroupEvent }) {
  const undo = useMutation(undoDecisionOfMutation);
  const { subject } = event;
  const userId = subject?.userId ?? null;
  if (userId === null) return null;
  const player = subject?.name ?? t({ context: "instead of its name", message: "this player" });
  return (
    <Button
      size="sm"
      isBusy={undo.isPending}
      busyLabel={t`Undoing...`}
      onClick={() =>
        undo.mutate(
          { groupId, userId },
          {
            onSuccess: ({ refused: [first] }) => {
              if (first) toast.error(first.message);
            },
            onError: (error) => toast.error(messageOf(error, t`Failed to undo the decision`)),
          },
        )
      }
    >
      <Trans>
        Undo
        <VisuallyHidden> the decision about {player}</VisuallyHidden>
      </Trans>
    </Button>
  );
}
