import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AccountEvent, AccountEventKind, Suspension } from "#shared/session.ts";
import { formatDate } from "#web/lib/time/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { CardList, ListSkeleton } from "./card-list.tsx";
import { accountEventsQuery } from "./queries.ts";

const SHOWN_AT_FIRST = 6;

const SENTENCES: Record<AccountEventKind, (name: string) => string> = {
  account_created: (name) => `Account created with ${name} as main`,
  character_linked: (name) => `${name} linked`,
  character_unlinked: (name) => `${name} unlinked`,
  character_sold: (name) => `${name} changed hands in EVE and left this account`,
  character_acquired: (name) => `${name} changed hands in EVE and joined this account`,
  character_returned: (name) => `${name} returned to this account`,
  account_taken_back: (name) => `${name} took this account back. All sessions ended`,
  main_changed: (name) => `${name} became your main`,
  session_ended: () => "A session was ended",
  sessions_ended: () => "All other sessions were ended",
  discord_linked: (name) => `Discord account ${name} linked`,
  discord_unlinked: (name) => `Discord account ${name} unlinked`,
  group_blocked: (name) => `${name} may no longer invite you`,
  group_unblocked: (name) => `${name} may invite you again`,
  account_exported: () => "Your data was downloaded",
  account_deleted: () => "Account deleted",
  account_absorbed: (name) => `This account was merged into that of ${name}`,
  accounts_merged: (name) => `The account of ${name} was merged with this one`,
  user_suspended: (terms) => `An administrator suspended this account${terms}`,
  suspension_lifted: () => "An administrator lifted the suspension",
  administrator_confirmed: (name) => `${name} was confirmed as an administrator`,
};

export function ActivityCard() {
  const { data, isError, refetch } = useQuery(accountEventsQuery);
  return (
    <Card isFlush title="Account activity">
      {isError ? (
        <LoadFailed title="Your activity could not be loaded" onRetry={refetch} />
      ) : data ? (
        <Events events={data} />
      ) : (
        <ListSkeleton label="Loading your activity" />
      )}
    </Card>
  );
}

function Events({ events }: { events: AccountEvent[] }) {
  const [isAllShown, setIsAllShown] = useState(false);
  if (events.length === 0) {
    return <EmptyState variant="completed" title="Nothing has happened yet" />;
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
            Show all {events.length}
          </Button>
        </div>
      )}
    </>
  );
}

function Event({ event }: { event: AccountEvent }) {
  return (
    <>
      <p className="min-w-0 flex-1">{SENTENCES[event.kind](subjectOf(event))}</p>
      <p className="text-sm whitespace-nowrap text-text-3">
        <RelativeTime at={event.createdAt} />
      </p>
    </>
  );
}

function subjectOf({ suspension, characterName, discordName, groupName }: AccountEvent): string {
  return suspension
    ? termsOf(suspension)
    : (characterName ?? discordName ?? groupName ?? "A character");
}

function termsOf({ until, reason }: Suspension): string {
  return `${until === null ? "" : ` until ${formatDate(until)}`}: ${reason}`;
}
