import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { corporations, dataPages } from "#worker/db/schema/corporations.ts";
import { contacts, corporationMembers, directorLists } from "#worker/db/schema/evidence.ts";
import { onDelete, onUpdate, type Reactions, text } from "./reaction.ts";

/** Rosters and affiliations of characters tell each other who left and who came back. */
export const rosterReactions: Reactions = {
  affiliations_moved: onUpdate(characterAffiliations, ["corporationId"], {
    when: text`new.${characterAffiliations.corporationId} <> old.${characterAffiliations.corporationId} AND new.${characterAffiliations.corporationId} <> 1`,
    follows: [
      text`UPDATE ${corporationMembers} SET ${corporationMembers.leftAt} = new.${characterAffiliations.asOf}, ${corporationMembers.departure} = 'affiliation'
	WHERE ${corporationMembers.corporationId} = old.${characterAffiliations.corporationId} AND ${corporationMembers.characterId} = new.${characterAffiliations.characterId}
		AND ${corporationMembers.leftAt} IS NULL AND ${corporationMembers.listedAt} < new.${characterAffiliations.asOf}`,
      text`UPDATE ${corporationMembers} SET ${corporationMembers.leftAt} = NULL, ${corporationMembers.departure} = NULL, ${corporationMembers.listedAt} = new.${characterAffiliations.asOf}
	WHERE ${corporationMembers.corporationId} = new.${characterAffiliations.corporationId} AND ${corporationMembers.characterId} = new.${characterAffiliations.characterId}
		AND ${corporationMembers.leftAt} IS NOT NULL AND ${corporationMembers.leftAt} < new.${characterAffiliations.asOf}`,
    ],
  }),

  members_departed: onUpdate(corporationMembers, ["leftAt"], {
    when: text`new.${corporationMembers.leftAt} IS NOT NULL AND old.${corporationMembers.leftAt} IS NULL`,
    follows: [
      text`UPDATE ${characterAffiliations} SET ${characterAffiliations.corporationId} = 1, ${characterAffiliations.allianceId} = NULL, ${characterAffiliations.asOf} = new.${corporationMembers.leftAt}
	WHERE ${characterAffiliations.characterId} = new.${corporationMembers.characterId} AND ${characterAffiliations.corporationId} = new.${corporationMembers.corporationId}`,
    ],
  }),

  members_returned: onUpdate(corporationMembers, ["leftAt"], {
    when: text`new.${corporationMembers.leftAt} IS NULL AND old.${corporationMembers.leftAt} IS NOT NULL`,
    follows: [
      text`UPDATE ${characterAffiliations} SET ${characterAffiliations.corporationId} = new.${corporationMembers.corporationId},
		${characterAffiliations.allianceId} = (SELECT ${corporations.allianceId} FROM ${corporations} WHERE ${corporations.id} = new.${corporationMembers.corporationId}), ${characterAffiliations.asOf} = new.${corporationMembers.listedAt}
	WHERE ${characterAffiliations.characterId} = new.${corporationMembers.characterId} AND ${characterAffiliations.corporationId} = 1`,
    ],
  }),

  corporations_change_alliance: onUpdate(corporations, ["allianceId"], {
    when: text`new.${corporations.allianceId} IS NOT old.${corporations.allianceId}`,
    follows: [
      text`DELETE FROM ${dataPages} WHERE ${dataPages.corporationId} = new.${corporations.id} AND ${dataPages.source} = 'allianceContacts'`,
    ],
  }),

  corporations_forget_lists: onDelete(corporations, {
    follows: [
      text`DELETE FROM ${contacts} WHERE ${contacts.ownerId} = old.${corporations.id} OR (${contacts.ownerId} = old.${corporations.allianceId}
		AND NOT EXISTS (SELECT 1 FROM ${corporations} WHERE ${corporations.allianceId} = old.${corporations.allianceId}))`,
      text`DELETE FROM ${directorLists} WHERE ${directorLists.ownerId} = old.${corporations.id} OR (${directorLists.ownerId} = old.${corporations.allianceId}
		AND NOT EXISTS (SELECT 1 FROM ${corporations} WHERE ${corporations.allianceId} = old.${corporations.allianceId}))`,
    ],
  }),
};
