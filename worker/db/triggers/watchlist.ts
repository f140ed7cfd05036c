import { characters } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import {
  MONTH_MS,
  watchEntries as entries,
  watchHits as hits,
} from "#worker/db/schema/watchlist.ts";
import { onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

const NOW = text`cast(unixepoch('subsec') * 1000 AS integer)`;

const HIT = text`INSERT INTO ${hits} (${hits.entryId}, ${hits.characterId}, ${hits.fact}, ${hits.since}, ${hits.until}, ${hits.foundAt})`;
const ON_CONFLICT = text`ON CONFLICT (${hits.entryId}, ${hits.characterId}, ${hits.fact}) DO`;
const FOUND_AGAIN = text`${ON_CONFLICT} UPDATE SET ${hits.since} = excluded.${hits.since}, ${hits.until} = excluded.${hits.until},
		${hits.foundAt} = excluded.${hits.foundAt}, ${hits.seenAt} = NULL`;

const isNoMerge = text`NOT EXISTS (SELECT 1 FROM ${accountMerges} WHERE ${accountMerges.fromId} = old.${characters.userId} AND ${accountMerges.intoId} = new.${characters.userId} AND ${accountMerges.state} = 'merging')`;

/** The character is in an entry's corporation or alliance, and was not before. */
function joined(before: string): string {
  return text`${HIT}
	SELECT ${entries.id}, new.${characterAffiliations.characterId}, ${entries.subject}, new.${characterAffiliations.asOf}, NULL, ${NOW}
	FROM ${entries} WHERE ((${entries.eveId} = new.${characterAffiliations.corporationId} AND ${entries.subject} = 'corporation')
		OR (${entries.eveId} = new.${characterAffiliations.allianceId} AND ${entries.subject} = 'alliance'))${before}
	${FOUND_AGAIN}`;
}

/** Former corporations of the history: each ends when the next one begins. A later stay replaces an earlier one. */
const WAS_IN = text`${HIT}
	SELECT e.${entries.id}, new.${characterSections.characterId}, 'history', unixepoch(stay.value ->> '$.startDate') * 1000,
		unixepoch(new.${characterSections.data} ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000, ${NOW}
	FROM json_each(new.${characterSections.data}) stay CROSS JOIN ${entries} e
		ON e.${entries.eveId} = stay.value ->> '$.corporationId' AND e.${entries.subject} = 'corporation'
	WHERE stay.key > 0 AND (e.${entries.months} IS NULL
		OR unixepoch(new.${characterSections.data} ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000 >= ${NOW} - e.${entries.months} * ${MONTH_MS})
	${FOUND_AGAIN} WHERE excluded.${hits.until} > ${hits}.${hits.until}`;

/** The watchlist watches by itself: each change that an entry asks for is looked up by its ids. */
export const watchlistReactions: Reactions = {
  watched_pilot_known: onInsert(characters, {
    follows: [
      text`${HIT}
	SELECT ${entries.id}, new.${characters.id}, 'pilot', NULL, NULL, ${NOW}
	FROM ${entries} WHERE ${entries.eveId} = new.${characters.id} AND ${entries.subject} = 'pilot'
	${ON_CONFLICT} NOTHING`,
    ],
  }),

  watched_character_linked: onUpdate(characters, ["userId"], {
    when: text`new.${characters.userId} IS NOT NULL AND new.${characters.userId} IS NOT old.${characters.userId} AND ${isNoMerge}`,
    follows: [
      text`UPDATE ${hits} SET ${hits.foundAt} = ${NOW}, ${hits.seenAt} = NULL WHERE ${hits.characterId} = new.${characters.id}`,
    ],
  }),

  watched_pilot_gave_away: onUpdate(characters, ["userId"], {
    when: text`old.${characters.userId} IS NOT NULL AND new.${characters.userId} IS NOT old.${characters.userId} AND ${isNoMerge}`,
    follows: [
      text`${HIT}
	SELECT e.${entries.id}, new.${characters.id}, 'belonged', old.${characters.linkedAt}, ${NOW}, ${NOW}
	FROM ${characters} own CROSS JOIN ${entries} e ON e.${entries.eveId} = own.${characters.id} AND e.${entries.subject} = 'pilot'
	WHERE own.${characters.userId} = old.${characters.userId} AND own.${characters.id} <> new.${characters.id}
	${FOUND_AGAIN}`,
    ],
  }),

  watched_affiliation_added: onInsert(characterAffiliations, { follows: [joined("")] }),

  watched_affiliation_changed: onUpdate(characterAffiliations, ["corporationId", "allianceId"], {
    when: text`new.${characterAffiliations.corporationId} <> old.${characterAffiliations.corporationId} OR new.${characterAffiliations.allianceId} IS NOT old.${characterAffiliations.allianceId}`,
    follows: [
      text`UPDATE ${hits} SET ${hits.until} = new.${characterAffiliations.asOf}
	WHERE ${hits.characterId} = new.${characterAffiliations.characterId} AND ${hits.until} IS NULL AND ${hits.entryId} IN (
		SELECT ${entries.id} FROM ${entries}
		WHERE (${entries.eveId} = old.${characterAffiliations.corporationId} AND ${entries.subject} = 'corporation' AND ${entries.eveId} <> new.${characterAffiliations.corporationId})
			OR (${entries.eveId} = old.${characterAffiliations.allianceId} AND ${entries.subject} = 'alliance' AND ${entries.eveId} IS NOT new.${characterAffiliations.allianceId}))`,
      joined(
        text` AND ${entries.eveId} <> old.${characterAffiliations.corporationId} AND ${entries.eveId} IS NOT old.${characterAffiliations.allianceId}`,
      ),
    ],
  }),

  watched_history_read: onInsert(characterSections, {
    when: text`new.${characterSections.section} = 'corporationHistory'`,
    follows: [WAS_IN],
  }),

  watched_history_changed: onUpdate(characterSections, ["data"], {
    when: text`new.${characterSections.section} = 'corporationHistory' AND new.${characterSections.data} <> old.${characterSections.data}`,
    follows: [WAS_IN],
  }),
};
