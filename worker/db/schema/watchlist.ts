import { sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import {
  alias,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { WatchFact, WatchLevel, WatchSubject } from "#shared/watchlist.ts";
import { DAY_MS } from "#shared/time.ts";
import { characters, instant, users } from "./accounts.ts";

/** Pilots, corporations and alliances that keepers watch. It stays when an account is deleted: ids and names are public in EVE. */
export const watchEntries = sqliteTable(
  "watch_entries",
  {
    id: text().primaryKey(),
    subject: text().$type<WatchSubject>().notNull(),
    level: text().$type<WatchLevel>().notNull().default("watch"),
    eveId: integer("eve_id").notNull(),
    name: text().notNull(),
    nameFolded: text("name_folded"),
    reason: text().notNull(),
    reasonFolded: text("reason_folded"),
    link: text(),
    /** Former members of the corporation count who have left within these months; null for all. */
    months: integer(),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    /** It ends then, unless a keeper confirms it. */
    until: instant("until").notNull(),
    /** When the job noticed that it has ended. */
    endedAt: instant("ended_at"),
    /** The place of the end in what the keepers' channel is told; null while there is no channel. */
    endedSeq: integer("ended_seq"),
  },
  (table) => [
    uniqueIndex("watch_entries_eve").on(table.eveId, table.subject),
    index("watch_entries_ended")
      .on(table.endedSeq)
      .where(sql`ended_seq is not null`),
    index("watch_entries_until").on(table.until, table.id),
    index("watch_entries_creator")
      .on(table.createdBy)
      .where(sql`created_by is not null`),
  ],
);

/**
 * What triggers have found of characters that Muster knows (`worker/db/triggers/watchlist.ts`), in the batch of the change that they follow:
 * no kill and no outage loses a hit or makes one.
 */
export const watchHits = sqliteTable(
  "watch_hits",
  {
    entryId: text("entry_id")
      .notNull()
      .references(() => watchEntries.id, { onDelete: "cascade" }),
    characterId: integer("character_id")
      .notNull()
      .references(() => characters.id, { onDelete: "cascade" }),
    fact: text().$type<WatchFact>().notNull(),
    /** Null: not known. */
    since: instant("since"),
    /** Null: still so. */
    until: instant("until"),
    foundAt: instant("found_at").notNull(),
    /** A keeper has seen it. */
    seenAt: instant("seen_at"),
    /** The place of the hit in what the keepers' channel is told; null if there was no channel when it was found. */
    seq: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.characterId, table.fact] }),
    index("watch_hits_told")
      .on(table.seq)
      .where(sql`seq is not null`),
    index("watch_hits_character").on(table.characterId),
    index("watch_hits_unseen")
      .on(table.entryId)
      .where(sql`seen_at is null`),
  ],
);

/** A month counts as 30 days, also in `worker/db/triggers/watchlist.ts`. */
export const MONTH_MS = 30 * DAY_MS;

/** SQL condition on `watch_entries` and `watch_hits`: the entry has not ended, and its former members still count. */
export function hitsNow(now: number | Placeholder): SQL {
  return sql`${watchEntries.until} > ${now} and (${watchHits.until} is null or ${watchEntries.months} is null
    or ${watchHits.until} >= ${now} - ${watchEntries.months} * ${sql.raw(String(MONTH_MS))})`;
}

const hitCharacter = alias(characters, "hit_character");

/** SQL condition on the same tables: the hit counts now, its character is linked, and no keeper has seen it. */
export function isUnseen(now: number | Placeholder): SQL {
  return sql`${watchHits.seenAt} is null and ${hitsNow(now)} and exists (select 1 from ${characters} as ${hitCharacter}
    where ${hitCharacter.id} = ${watchHits.characterId} and ${hitCharacter.userId} is not null)`;
}
