import { sql } from "drizzle-orm";
import type { Topic } from "#shared/discord/feeds.ts";
import { definitionOf } from "#shared/events/kinds.ts";
import type { KindWith } from "#shared/events/kinds.ts";
import { msg, plural } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { WatchFact, WatchLevel } from "#shared/watchlist.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { isUnseen, watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Words } from "#worker/language/words.ts";
import { isShownGrace } from "#worker/requirements/problems.ts";
import type { FeedEventRow } from "./feed-store.ts";
import { eveDay, eveTime, plain } from "./message.ts";

/** The kind that is shown with its buttons. */
export const REQUEST = "request_made";
/** The kind that is told while the request waits. */
export const WAITING = "request_waiting";

/** The topic of the post of an event; undefined if there is none, or if the channel may not know of it. */
export function topicOf(
  event: Pick<FeedEventRow, "kind" | "detail">,
): Topic | "always" | undefined {
  if (!isShownGrace(event)) return undefined;
  const { kind, detail } = event;
  const { post } = definitionOf(kind);
  if (post === "edits") return undefined;
  return post === "director_unhealthy" && detail.problem === "token_revoked" ? "token_lost" : post;
}

/** Who it is about, who did it, if a person did, and until when it lasts, if it has an end. */
type Told = { pilot: string; by: string | null; until: string | null };
/** A new request is shown with its buttons, and not as a line. */
type PostedKind = Exclude<KindWith<"post">, KindWith<"post", "edits"> | typeof REQUEST>;
type Line = (told: Told, event: FeedEventRow) => Message;

const LINES: Record<PostedKind, Line> = {
  member_joined: ({ pilot }, { actorKind }) =>
    actorKind === "rule"
      ? msg`${pilot} meets the requirements and is now a member`
      : msg`${pilot} joined`,
  request_waiting: ({ pilot }) => msg`${pilot} has waited for an answer for 3 days`,
  request_approved: ({ pilot, by }) =>
    by === null ? msg`${pilot} joined, approved` : msg`${pilot} joined, approved by ${by}`,
  invitation_accepted: ({ pilot }) => msg`${pilot} joined by an invitation`,
  code_redeemed: ({ pilot }) => msg`${pilot} joined with an invite code`,
  member_left: ({ pilot }) => msg`${pilot} left`,
  member_removed: ({ pilot, by, until }, { actorKind }) => {
    if (until !== null) return msg`The membership of ${pilot} has ended`;
    if (actorKind === "rule") return msg`${pilot} no longer meets the requirements and was removed`;
    return by === null ? msg`${pilot} was removed` : msg`${pilot} was removed by ${by}`;
  },
  emergency_access_taken: ({ pilot, until }, { detail }) => {
    const reason = plain(detail.reason ?? "");
    return until === null
      ? msg`${pilot} has taken emergency access: ${reason}`
      : msg`${pilot} has taken emergency access until ${until}: ${reason}`;
  },
  approval_undone: ({ pilot, by }) =>
    by === null
      ? msg`The approval of ${pilot} was undone`
      : msg`The approval of ${pilot} was undone by ${by}`,
  grace_started: ({ pilot, until }) =>
    until === null
      ? msg`${pilot} no longer meets the requirements`
      : msg`${pilot} no longer meets the requirements. The grace period lasts until ${until}`,
  removals_held: (_, { detail: { count } }) =>
    count == null
      ? msg`Several removals wait for a decision`
      : msg`${plural(count, { one: "# removal waits for a decision", other: "# removals wait for a decision" })}`,
  removals_released: ({ by }) =>
    by === null ? msg`Held removals were released` : msg`Held removals were released by ${by}`,
  removals_discarded: ({ by }) =>
    by === null ? msg`Held removals were discarded` : msg`Held removals were discarded by ${by}`,
  director_unhealthy: (_, { detail, characterName }) => {
    const director = plain(characterName ?? "");
    return detail.problem === "token_revoked"
      ? msg`EVE has revoked the authorization of the director ${director}`
      : msg`The director ${director} can no longer read this corporation`;
  },
};
const lines = new Map<string, Line>(Object.entries(LINES));

/** What an event says in a channel: names of the time, and no evidence. */
export function lineOf(event: FeedEventRow, words: Words): string {
  const name = event.subjectName ?? event.characterName;
  const { until } = event.detail;
  const told = {
    pilot:
      name === null
        ? words.say(msg({ context: "instead of its name", message: "A pilot" }))
        : plain(name),
    by: event.actorName === null ? null : plain(event.actorName),
    until: until == null ? null : eveTime(new Date(until), words),
  };
  const line = lines.get(event.kind)?.(told, event);
  return line === undefined ? "" : words.say(line);
}

const [afterSeq, untilSeq] = [sql.placeholder("afterSeq"), sql.placeholder("untilSeq")];

/**
 * What the keepers' channel is told between two places: hits that count now and that no keeper has seen, and entries that ended
 * because no keeper confirmed them.
 */
export const selectWatchNews = prepare(
  {
    seq: sql<number>`seq`,
    level: sql<WatchLevel>`level`,
    entry: sql<string>`entry`,
    /** Null for an entry that has ended. */
    pilot: sql<string | null>`pilot`,
    fact: sql<WatchFact | null>`fact`,
    until: sql<number | null>`until`,
  },
  (fields) => sql`select ${columns(fields)} from (
      select ${watchHits.seq} as seq, ${watchEntries.level} as level, ${watchEntries.name} as entry, ${characters.name} as pilot,
        ${watchHits.fact} as fact, ${watchHits.until} as until
      from ${watchHits} cross join ${watchEntries} on ${watchEntries.id} = ${watchHits.entryId}
      cross join ${characters} on ${characters.id} = ${watchHits.characterId}
      where ${watchHits.seq} > ${afterSeq} and ${watchHits.seq} <= ${untilSeq} and ${isUnseen(sql.placeholder("now"))}
      union all select ${watchEntries.endedSeq}, ${watchEntries.level}, ${watchEntries.name}, null, null, null
      from ${watchEntries} where ${watchEntries.endedSeq} > ${afterSeq} and ${watchEntries.endedSeq} <= ${untilSeq}
        and ${watchEntries.endedAt} is not null)
    order by seq limit ${sql.placeholder("limit")}`,
);
type WatchNews = RowOfStatement<typeof selectWatchNews>;

/** The character, the entry and the fact: no reason, and no other character of the account. */
export function watchLine({ level, entry, pilot, fact, until }: WatchNews, words: Words): string {
  const name = plain(entry);
  if (pilot === null || fact === null) {
    return words.say(msg`The entry ${name} has ended, because no keeper confirmed it`);
  }
  const date = until === null ? null : eveDay(new Date(until), words);
  const found = words.say(factOf(fact, plain(pilot), name, date));
  return words.say(level === "refuse" ? msg`**Refuse:** ${found}` : msg`**Watch:** ${found}`);
}

function factOf(fact: WatchFact, pilot: string, entry: string, date: string | null): Message {
  switch (fact) {
    case "pilot":
      return msg`${pilot} is on the watchlist`;
    case "corporation":
    case "alliance":
      return date === null
        ? msg`${pilot} is in ${entry}`
        : msg`${pilot} was in ${entry} until ${date}`;
    case "history":
      return date === null
        ? msg`${pilot} was in ${entry}, as EVE’s history says`
        : msg`${pilot} was in ${entry} until ${date}, as EVE’s history says`;
    case "belonged":
      return date === null
        ? msg`${pilot} belonged to the account of ${entry}`
        : msg`${pilot} belonged to the account of ${entry} until ${date}`;
  }
}
