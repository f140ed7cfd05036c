import { t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Activity } from "#shared/events/activity.ts";
import { accountSentence } from "#web/events/account-sentence.ts";
import { applicationSentence } from "#web/events/application-sentence.ts";
import { corporationSentence } from "#web/events/corporation-sentence.ts";
import { discordFacts, discordSentence } from "#web/events/discord-sentence.ts";
import { EventText } from "#web/events/event-text.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { paths } from "#web/lib/paths.ts";
import { formatDate } from "#web/lib/time.ts";
import { EveHour } from "#web/ui/time.tsx";
import { timelineQuery } from "#web/pilots/queries.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Sentence } from "#web/ui/text.tsx";

type TimelineProps = { name: string; until?: string };

/** What happened to a pilot up to a day, by day, the latest first. */
export default function TimelineCard({ name, until }: TimelineProps) {
  const list = useInfiniteQuery(timelineQuery(name, until));
  const events = itemsOf(list.data);
  const days = Object.entries(Object.groupBy(events, ({ createdAt }) => createdAt.slice(0, 10)));
  return (
    <Card
      isFlush
      title={t`Timeline`}
      actions={
        <Link
          to={`${paths.adminActivity}?${new URLSearchParams({ subject: name, ...(until !== undefined && { to: until }) })}`}
          className="flex min-h-9 items-center text-sm link max-md:min-h-11"
        >
          {t`Filter in Activity`}
        </Link>
      }
    >
      {list.isPending ? (
        <RowsSkeleton label={t`Loading the timeline`} shape="line" />
      ) : !list.data ? (
        <LoadFailed title={t`The timeline could not be loaded`} onRetry={list.refetch} />
      ) : events.length === 0 && !list.hasNextPage ? (
        <EmptyState variant="completed" title={t`Nothing recorded`}>
          {t`The log has no events about this pilot.`}
        </EmptyState>
      ) : (
        <>
          {days.map(([day, ofDay = []]) => (
            <section key={day} className="px-4 py-3">
              <h3 className="mb-1 font-ui text-sm font-medium tracking-normal text-text-2">
                {formatDate(day)}
              </h3>
              <ul className="grid gap-2">
                {ofDay.map((event) => (
                  <li key={event.id} className="flex gap-4">
                    <EveHour at={event.createdAt} className="shrink-0 text-text-2 tabular-nums" />
                    <div className="min-w-0">
                      <EventLine event={event} />
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <LoadMore list={list} shown={events.length} />
        </>
      )}
    </Card>
  );
}

function EventLine({ event }: { event: Activity }) {
  switch (event.log) {
    case "groups":
      return (
        <>
          <EventText event={event} />
          {event.groupName !== null && (
            <p className="text-sm text-text-2">
              <bdi>{event.groupName}</bdi>
            </p>
          )}
        </>
      );
    case "accounts":
      return (
        <p className="wrap-anywhere">
          <Sentence pieces={accountSentence(event)} />
        </p>
      );
    case "corporations":
      return (
        <p className="wrap-anywhere">
          <Sentence pieces={corporationSentence(event)} />
        </p>
      );
    case "discord":
      return (
        <>
          <p className="wrap-anywhere">
            <Sentence pieces={discordSentence(event)} />
          </p>
          {discordFacts(event).map((fact) => (
            <p key={fact} className="text-sm wrap-anywhere text-text-2">
              {fact}
            </p>
          ))}
        </>
      );
    case "applications":
      return (
        <p className="wrap-anywhere">
          <Sentence pieces={applicationSentence(event)} />
        </p>
      );
  }
}
