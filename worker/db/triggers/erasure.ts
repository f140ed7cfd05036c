import { characters } from "#worker/db/schema/accounts.ts";
import { auditDigests, auditEvents, mergedUsers } from "#worker/db/schema/audit.ts";
import {
  assetPages,
  characterChecks,
  characterSections,
  refreshLeases,
} from "#worker/db/schema/characters.ts";
import { requestShares } from "#worker/db/schema/groups/forms.ts";
import { accountMerges } from "#worker/db/schema/erasure.ts";
import { onUpdate, type Reactions, text } from "./reaction.ts";

/** What goes when a character is released, or an event loses its names. */
export const erasureReactions: Reactions = {
  audit_events_erased: onUpdate(
    auditEvents,
    [
      "actorId",
      "actorName",
      "subjectId",
      "subjectName",
      "characterId",
      "characterName",
      "ownerHash",
      "detail",
    ],
    {
      when: text`new.${auditEvents.actorName} IS NOT old.${auditEvents.actorName} OR new.${auditEvents.subjectName} IS NOT old.${auditEvents.subjectName}
	OR new.${auditEvents.characterId} IS NOT old.${auditEvents.characterId} OR new.${auditEvents.characterName} IS NOT old.${auditEvents.characterName}
	OR new.${auditEvents.ownerHash} IS NOT old.${auditEvents.ownerHash} OR new.${auditEvents.detail} IS NOT old.${auditEvents.detail}
	OR new.${auditEvents.actorId} IS NOT old.${auditEvents.actorId}
		AND NOT EXISTS (SELECT 1 FROM ${mergedUsers} WHERE ${mergedUsers.fromId} = old.${auditEvents.actorId} AND ${mergedUsers.intoId} = new.${auditEvents.actorId})
	OR new.${auditEvents.subjectId} IS NOT old.${auditEvents.subjectId}
		AND NOT EXISTS (SELECT 1 FROM ${mergedUsers} WHERE ${mergedUsers.fromId} = old.${auditEvents.subjectId} AND ${mergedUsers.intoId} = new.${auditEvents.subjectId})`,
      follows: [
        text`UPDATE ${auditDigests} SET ${auditDigests.salt} = NULL WHERE ${auditDigests.seq} = new.${auditEvents.seq} AND ${auditDigests.salt} IS NOT NULL`,
      ],
    },
  ),

  characters_released: onUpdate(characters, ["userId"], {
    when: text`old.${characters.userId} IS NOT NULL AND new.${characters.userId} IS NOT old.${characters.userId}
	AND NOT EXISTS (SELECT 1 FROM ${accountMerges} WHERE ${accountMerges.fromId} = old.${characters.userId} AND ${accountMerges.intoId} = new.${characters.userId} AND ${accountMerges.state} = 'merging')`,
    follows: [
      text`DELETE FROM ${characterSections} WHERE ${characterSections.characterId} = new.${characters.id} AND ${characterSections.section} NOT IN ('info', 'corporationHistory')`,
      text`DELETE FROM ${characterChecks} WHERE ${characterChecks.characterId} = new.${characters.id}`,
      text`DELETE FROM ${assetPages} WHERE ${assetPages.characterId} = new.${characters.id}`,
      text`DELETE FROM ${requestShares} WHERE ${requestShares.characterId} = new.${characters.id}`,
      text`DELETE FROM ${refreshLeases} WHERE ${refreshLeases.characterId} = new.${characters.id}`,
    ],
  }),
};
