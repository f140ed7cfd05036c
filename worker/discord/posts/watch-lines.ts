import { sql } from "drizzle-orm";
import { msg } from "#shared/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { WatchFact, WatchLevel } from "#shared/watchlist.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { isUnseen, watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Words } from "#worker/language/words.ts";
import { eveDay, plain } from "./message.ts";

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
