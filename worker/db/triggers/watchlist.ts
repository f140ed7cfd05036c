import { MONTH_MS } from "#worker/db/schema/watchlist.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";
import { afterInsert, afterUpdate } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

const NOW = "cast(unixepoch('subsec') * 1000 AS integer)";

const HIT = "INSERT INTO watch_hits (entry_id, character_id, fact, since, until, found_at)";
const ON_CONFLICT = "ON CONFLICT (entry_id, character_id, fact) DO";
const FOUND_AGAIN = `${ON_CONFLICT} UPDATE SET since = excluded.since, until = excluded.until,
		found_at = excluded.found_at, seen_at = NULL`;

const isNoMerge =
  "NOT EXISTS (SELECT 1 FROM account_merges WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')";

/** The character is in an entry's corporation or alliance, and was not before. */
function joined(before: string): string {
  return `${HIT}
	SELECT id, new.character_id, subject, new.as_of, NULL, ${NOW}
	FROM watch_entries WHERE ((eve_id = new.corporation_id AND subject = 'corporation')
		OR (eve_id = new.alliance_id AND subject = 'alliance'))${before}
	${FOUND_AGAIN}`;
}

/** Former corporations of the history: each ends when the next one begins. A later stay replaces an earlier one. */
const WAS_IN = `${HIT}
	SELECT e.id, new.character_id, 'history', unixepoch(stay.value ->> '$.startDate') * 1000,
		unixepoch(new.data ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000, ${NOW}
	FROM json_each(new.data) stay CROSS JOIN watch_entries e
		ON e.eve_id = stay.value ->> '$.corporationId' AND e.subject = 'corporation'
	WHERE stay.key > 0 AND (e.months IS NULL
		OR unixepoch(new.data ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000 >= ${NOW} - e.months * ${MONTH_MS})
	${FOUND_AGAIN} WHERE excluded.until > watch_hits.until`;

/** The watchlist watches by itself: each change that an entry asks for is looked up by its ids. */
export const watchlistReactions: Reactions = {
  watched_pilot_known: {
    on: afterInsert(characters),
    follows: [
      `${HIT}
	SELECT id, new.id, 'pilot', NULL, NULL, ${NOW}
	FROM watch_entries WHERE eve_id = new.id AND subject = 'pilot'
	${ON_CONFLICT} NOTHING`,
    ],
  },

  watched_character_linked: {
    on: afterUpdate(characters, "userId"),
    when: `new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id AND ${isNoMerge}`,
    follows: [
      `UPDATE watch_hits SET found_at = ${NOW}, seen_at = NULL WHERE character_id = new.id`,
    ],
  },

  // What a stolen session may have linked says nothing of whom a character belonged to.
  watched_pilot_gave_away: {
    on: afterUpdate(characters, "userId"),
    when: `old.user_id IS NOT NULL AND old.unconfirmed_since IS NULL AND new.user_id IS NOT old.user_id AND ${isNoMerge}`,
    follows: [
      `${HIT}
	SELECT e.id, new.id, 'belonged', old.linked_at, ${NOW}, ${NOW}
	FROM characters own CROSS JOIN watch_entries e ON e.eve_id = own.id AND e.subject = 'pilot'
	WHERE own.user_id = old.user_id AND own.id <> new.id AND own.unconfirmed_since IS NULL
	${FOUND_AGAIN}`,
    ],
  },

  watched_affiliation_added: {
    on: afterInsert(characterAffiliations),
    follows: [joined("")],
  },

  watched_affiliation_changed: {
    on: afterUpdate(characterAffiliations, "corporationId", "allianceId"),
    when: "new.corporation_id <> old.corporation_id OR new.alliance_id IS NOT old.alliance_id",
    follows: [
      `UPDATE watch_hits SET until = new.as_of
	WHERE character_id = new.character_id AND until IS NULL AND entry_id IN (
		SELECT id FROM watch_entries
		WHERE (eve_id = old.corporation_id AND subject = 'corporation' AND eve_id <> new.corporation_id)
			OR (eve_id = old.alliance_id AND subject = 'alliance' AND eve_id IS NOT new.alliance_id))`,
      joined(" AND eve_id <> old.corporation_id AND eve_id IS NOT old.alliance_id"),
    ],
  },

  watched_history_read: {
    on: afterInsert(characterSections),
    when: "new.section = 'corporationHistory'",
    follows: [WAS_IN],
  },

  watched_history_changed: {
    on: afterUpdate(characterSections, "data"),
    when: "new.section = 'corporationHistory' AND new.data <> old.data",
    follows: [WAS_IN],
  },
};
