import { useInfiniteQuery } from "@tanstack/react-query";
import type { GroupEvent } from "#shared/activity.ts";
import { EventText } from "#web/events/event-text.tsx";
import { activityQuery } from "#web/groups/group/queries.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { MOST_ROWS, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { useProgressiveRows } from "#web/ui/table/use-progressive-rows.ts";

export default function ActivityPanel({ groupId }: { groupId: string }) {
  const list = useInfiniteQuery(activityQuery(groupId));
  const events = itemsOf(list.data);
  if (list.isPending)
    return <RowsSkeleton label="Loading the activity" shape="line" rows={MOST_ROWS} />;
  if (!list.data) {
    return <LoadFailed title="The activity could not be loaded" onRetry={list.refetch} />;
  }
  if (events.length === 0) {
    return <EmptyState variant="completed" title="No activity yet" />;
  }
  return (
    <>
      <Events events={events} />
      <LoadMore list={list} shown={events.length} />
    </>
  );
}

function Events({ events }: { events: readonly GroupEvent[] }) {
  return (
    <ol aria-label="Activity">
      {useProgressiveRows(events).map((event) => (
        <Event key={event.id} event={event} />
      ))}
    </ol>
  );
}

function Event({ event }: { event: GroupEvent }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line-faint px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-40">
        <EventText event={event} />
      </div>
      <p className="text-sm whitespace-nowrap text-text-3">
        <RelativeTime at={event.createdAt} />
      </p>
    </li>
  );
}
