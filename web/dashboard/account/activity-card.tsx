import { Trans, ph, t } from "#web/language/macros.ts";
import type { AccountEvent } from "#shared/account/account-event.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AccountEventText } from "./account-event-text.tsx";
import { CardList, ListSkeleton } from "./card-list.tsx";
import { accountEventsQuery } from "./queries.ts";

const SHOWN_AT_FIRST = 6;

export function ActivityCard() {
  const { data, isError, refetch } = useQuery(accountEventsQuery);
  return (
    <Card isFlush title={t`Account activity`}>
      {isError ? (
        <LoadFailed title={t`Your activity could not be loaded`} onRetry={refetch} />
      ) : data ? (
        <Events events={data} />
      ) : (
        <ListSkeleton label={t`Loading your activity`} />
      )}
    </Card>
  );
}

function Events({ events }: { events: AccountEvent[] }) {
  const [isAllShown, setIsAllShown] = useState(false);
  if (events.length === 0) {
    return <EmptyState variant="completed" title={t`No activity yet`} />;
  }
  const shown = isAllShown ? events : events.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <CardList>
        {shown.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </CardList>
      {shown.length < events.length && (
        <div className="border-t border-line-faint p-2">
          <Button variant="ghost" size="sm" onClick={() => setIsAllShown(true)}>
            <Trans>Show all {ph({ count: events.length })}</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function Event({ event }: { event: AccountEvent }) {
  return (
    <>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <AccountEventText event={event} />
      </p>
      <p className="text-sm whitespace-nowrap text-text-2">
        <RelativeTime at={event.createdAt} />
      </p>
    </>
  );
}
