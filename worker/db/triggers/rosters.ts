import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { afterDelete, afterUpdate } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/** Rosters and affiliations of characters tell each other who left and who came back. */
export const rosterReactions: Reactions = {
  affiliations_moved: {
    on: afterUpdate(characterAffiliations, "corporationId"),
    when: "new.corporation_id <> old.corporation_id AND new.corporation_id <> 1",
    follows: [
      `UPDATE corporation_members SET left_at = new.as_of, departure = 'affiliation'
	WHERE corporation_id = old.corporation_id AND character_id = new.character_id
		AND left_at IS NULL AND listed_at < new.as_of`,
      `UPDATE corporation_members SET left_at = NULL, departure = NULL, listed_at = new.as_of
	WHERE corporation_id = new.corporation_id AND character_id = new.character_id
		AND left_at IS NOT NULL AND left_at < new.as_of`,
    ],
  },

  members_departed: {
    on: afterUpdate(corporationMembers, "leftAt"),
    when: "new.left_at IS NOT NULL AND old.left_at IS NULL",
    follows: [
      `UPDATE character_affiliations SET corporation_id = 1, alliance_id = NULL, as_of = new.left_at
	WHERE character_id = new.character_id AND corporation_id = new.corporation_id`,
    ],
  },

  members_returned: {
    on: afterUpdate(corporationMembers, "leftAt"),
    when: "new.left_at IS NULL AND old.left_at IS NOT NULL",
    follows: [
      `UPDATE character_affiliations SET corporation_id = new.corporation_id,
		alliance_id = (SELECT alliance_id FROM corporations WHERE id = new.corporation_id), as_of = new.listed_at
	WHERE character_id = new.character_id AND corporation_id = 1`,
    ],
  },

  corporations_change_alliance: {
    on: afterUpdate(corporations, "allianceId"),
    when: "new.alliance_id IS NOT old.alliance_id",
    follows: [
      "DELETE FROM corporation_pages WHERE corporation_id = new.id AND source = 'allianceContacts'",
    ],
  },

  corporations_forget_lists: {
    on: afterDelete(corporations),
    follows: [
      `DELETE FROM contacts WHERE owner_id = old.id OR (owner_id = old.alliance_id
		AND NOT EXISTS (SELECT 1 FROM corporations WHERE alliance_id = old.alliance_id))`,
      `DELETE FROM director_lists WHERE owner_id = old.id OR (owner_id = old.alliance_id
		AND NOT EXISTS (SELECT 1 FROM corporations WHERE alliance_id = old.alliance_id))`,
    ],
  },
};
