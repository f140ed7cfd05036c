import { Trans, t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { discordSentence } from "#web/events/discord-sentence.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Sentence } from "#web/ui/sentence.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { serverActivityQuery } from "./queries.ts";

/** What Muster and people have done with the server; loaded when it is opened. */
export function HistoryCard({ serverId }: { serverId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      isFlush
      title={t`History`}
      actions={
        !isOpen && (
          <Button size="sm" onClick={() => setIsOpen(true)}>
            <Trans>Show</Trans>
          </Button>
        )
      }
    >
      {isOpen && <History serverId={serverId} />}
    </Card>
  );
}

function History({ serverId }: { serverId: string }) {
  const list = useInfiniteQuery(serverActivityQuery(serverId));
  const events = itemsOf(list.data);
  if (list.isPending) return <RowsSkeleton label={t`Loading the history`} shape="line" />;
  if (!list.data) {
    return <LoadFailed title={t`The history could not be loaded`} onRetry={list.refetch} />;
  }
  if (events.length === 0)
    return (
      <p className="px-4 py-3 text-text-2">
        <Trans>Nothing yet.</Trans>
      </p>
    );
  return (
    <>
      <ol aria-label={t`History`} className="divide-y divide-line-faint">
        {events.map((event) => (
          <li
            key={event.id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5"
          >
            <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <Sentence pieces={discordSentence(event)} />
            </p>
            <p className="text-sm whitespace-nowrap text-text-2">
              <RelativeTime at={event.createdAt} />
            </p>
          </li>
        ))}
      </ol>
      <LoadMore list={list} shown={events.length} />
    </>
  );
}
