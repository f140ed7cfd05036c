import { msg, t } from "#web/language/macros.ts";
import { Link } from "react-router";
import { sayShared } from "#web/language/messages.ts";
import type { Activity } from "#shared/events/activity.ts";
import { accountSentence } from "#web/events/account-sentence.ts";
import { applicationSentence } from "#web/events/application-sentence.ts";
import { changesIn } from "#web/events/changes.ts";
import { corporationSentence, problemInWords } from "#web/events/corporation-sentence.ts";
import { discordFacts, discordSentence } from "#web/events/discord-sentence.ts";
import { ChangeLine, EventText } from "#web/events/event-text.tsx";
import type { Piece } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";
import type { Column } from "#web/ui/table.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { EveMoment, RelativeTime } from "#web/ui/time.tsx";
import { activityFilters } from "./queries.ts";

export const ACTIVITY_COLUMNS: Column<Activity>[] = [
  { header: msg`What happened`, isRowHeader: true, cell: (entry) => <EventCell entry={entry} /> },
  { header: msg`Where`, cell: (entry) => <PlaceCell entry={entry} /> },
  {
    header: msg`When`,
    align: "end",
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap max-md:flex max-md:flex-wrap max-md:gap-x-2">
        <span className="md:block">
          <RelativeTime at={createdAt} />
        </span>
        <span className="text-sm text-text-2 md:block">
          <EveMoment at={createdAt} />
        </span>
      </span>
    ),
  },
];

function EventCell({ entry }: { entry: Activity }) {
  return (
    <div className="min-w-0 py-1">
      <EventDescription entry={entry} />
    </div>
  );
}

function EventDescription({ entry }: { entry: Activity }) {
  if (entry.log === "groups") return <EventText event={entry} />;
  const { pieces, facts } = wordsOf(entry);
  const changes = "detail" in entry ? changesIn(entry.detail.changes) : [];
  return (
    <>
      <p className="wrap-anywhere">
        <Sentence pieces={pieces} />
      </p>
      {facts.map((fact) => (
        <p key={fact} className="text-sm wrap-anywhere text-text-2">
          {fact}
        </p>
      ))}
      {changes.map((change) => (
        <ChangeLine key={change.field} change={change} />
      ))}
    </>
  );
}

type Words = { pieces: readonly Piece[]; facts: readonly string[] };

function wordsOf(entry: Exclude<Activity, { log: "groups" }>): Words {
  switch (entry.log) {
    case "accounts":
      return { pieces: accountSentence(entry), facts: [] };
    case "corporations":
      return { pieces: corporationSentence(entry), facts: listOf(problemInWords(entry)) };
    case "discord":
      return { pieces: discordSentence(entry), facts: discordFacts(entry) };
    case "applications": {
      const { reason } = entry.detail;
      return { pieces: applicationSentence(entry), facts: listOf(reason && sayShared(reason)) };
    }
  }
}

const listOf = (fact: string | undefined) => (fact === undefined ? [] : [fact]);

/** A group links to its entries in the log, because the group itself may be deleted. */
function PlaceCell({ entry }: { entry: Activity }) {
  switch (entry.log) {
    case "accounts":
      return <span className="text-text-2">{t`Account`}</span>;
    case "corporations":
      return (
        <PlaceLink to={paths.adminCorporation(entry.corporationId)} name={entry.corporationName} />
      );
    case "discord":
      return <bdi className="wrap-anywhere text-text-2">{entry.serverName}</bdi>;
    case "applications":
      return <bdi className="wrap-anywhere text-text-2">{entry.applicationName}</bdi>;
    case "groups": {
      const { groupId, groupName, categoryName } = entry;
      if (groupId === null) return <bdi className="wrap-anywhere text-text-2">{categoryName}</bdi>;
      const filters = activityFilters.write({ group: groupId });
      return <PlaceLink to={`${paths.adminActivity}?${filters}`} name={groupName ?? t`A group`} />;
    }
  }
}

function PlaceLink({ to, name }: { to: string; name: string }) {
  return (
    <Link to={to} className="cell-inline inline-block py-1 wrap-anywhere hover:underline">
      <bdi className="line-clamp-2">{name}</bdi>
    </Link>
  );
}
