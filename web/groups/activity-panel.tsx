import { t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { GroupEvent } from "#shared/events/activity.ts";
import { EventText } from "#web/events/event-text.tsx";
import { activityQuery } from "#web/groups/group/queries.ts";
import { useSession } from "#web/lib/api/session.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { MOST_ROWS, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { useNow } from "#web/lib/time/use-now.ts";
import { useProgressiveRows } from "#web/ui/table/use-progressive-rows.ts";
import { isUndoable, UndoDecision } from "./undo-decision.tsx";

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
      {useProgressiveRows(events).map((event) => (
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
