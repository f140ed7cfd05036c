import { LOST_DAYS } from "#shared/pilots/access.ts";
import { formatCount } from "#web/lib/format.ts";
import { formatDate } from "#web/lib/time/time.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";

/** On which days administrators opened the page of the user. `views` are the latest first. */
export function ViewsCard({ views }: { views: readonly string[] }) {
  const days = Object.entries(Object.groupBy(views, (at) => at.slice(0, 10)));
  return (
    <Card
      isFlush
      title="Who looked at me"
      actions={<span className="text-sm text-text-3">Last {LOST_DAYS} days</span>}
    >
      {views.length === 0 ? (
        <EmptyState variant="completed" title="Nobody looked">
          No administrator has opened your page under Pilots in the last {LOST_DAYS} days.
        </EmptyState>
      ) : (
        <>
          <ul>
            {days.map(([day, times = []]) => (
              <li key={day} className="border-t border-line-faint px-4 py-3 first:border-t-0">
                <div className="flex flex-wrap items-baseline gap-x-3">
                  <h3 className="min-w-0 font-ui text-md font-medium tracking-normal">
                    An administrator
                  </h3>
                  <span className="ml-auto text-sm text-text-3">
                    <time dateTime={day}>{formatDate(day)}</time>
                  </span>
                </div>
                <p className="text-sm text-text-2">
                  Your page under Pilots
                  {times.length > 1 && `, ${formatCount(times.length, "time")}`}
                </p>
              </li>
            ))}
          </ul>
          <p className="border-t border-line-faint px-4 py-3 text-sm text-text-3">
            Visits are recorded once an hour. Lists with only your name are not.
          </p>
        </>
      )}
    </Card>
  );
}
