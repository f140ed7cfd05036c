import { characters, users } from "#worker/db/schema/accounts.ts";
import { mainNameSuffixes } from "#worker/db/schema/characters.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

/** Copies of names by which members and main characters are sorted and searched. */
export const nameReactions: Reactions = {
  characters_rename_members: onUpdate(characters, ["nameFolded"], {
    when: text`new.${characters.nameFolded} <> old.${characters.nameFolded} AND new.${characters.userId} IS NOT NULL`,
    follows: [
      text`UPDATE ${groupMembers} SET ${groupMembers.nameFolded} = new.${characters.nameFolded}
	WHERE ${groupMembers.userId} = (SELECT ${users.id} FROM ${users} WHERE ${users.mainCharacterId} = new.${characters.id})`,
    ],
  }),

  characters_renamed: onUpdate(characters, ["nameFolded"], {
    when: text`new.${characters.nameFolded} <> old.${characters.nameFolded}`,
    follows: [
      text`DELETE FROM ${mainNameSuffixes} WHERE ${mainNameSuffixes.characterId} = new.${characters.id}`,
      text`INSERT OR IGNORE INTO ${mainNameSuffixes} (${mainNameSuffixes.suffix}, ${mainNameSuffixes.characterId}, ${mainNameSuffixes.isWhole})
	SELECT substr(new.${characters.nameFolded}, start.value), new.${characters.id}, start.value = 1
	FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE start.value < length(new.${characters.nameFolded}) AND EXISTS (SELECT 1 FROM ${users} WHERE ${users.mainCharacterId} = new.${characters.id})`,
    ],
  }),

  group_members_named: onInsert(groupMembers, {
    follows: [
      text`UPDATE ${groupMembers} SET ${groupMembers.nameFolded} = coalesce((SELECT c.${characters.nameFolded} FROM ${users} u
		JOIN ${characters} c ON c.${characters.id} = u.${users.mainCharacterId} WHERE u.${users.id} = new.${groupMembers.userId}), '')
	WHERE ${groupMembers.groupId} = new.${groupMembers.groupId} AND ${groupMembers.userId} = new.${groupMembers.userId}`,
    ],
  }),

  users_main_names_members: onUpdate(users, ["mainCharacterId"], {
    when: text`new.${users.mainCharacterId} IS NOT old.${users.mainCharacterId}`,
    follows: [
      text`UPDATE ${groupMembers} SET ${groupMembers.nameFolded} = coalesce(
		(SELECT ${characters.nameFolded} FROM ${characters} WHERE ${characters.id} = new.${users.mainCharacterId}), '')
	WHERE ${groupMembers.userId} = new.${users.id}`,
    ],
  }),

  users_main_replaced: onUpdate(users, ["mainCharacterId"], {
    when: text`new.${users.mainCharacterId} IS NOT old.${users.mainCharacterId}`,
    follows: [
      text`DELETE FROM ${mainNameSuffixes} WHERE ${mainNameSuffixes.characterId} = old.${users.mainCharacterId}`,
      text`INSERT OR IGNORE INTO ${mainNameSuffixes} (${mainNameSuffixes.suffix}, ${mainNameSuffixes.characterId}, ${mainNameSuffixes.isWhole})
	SELECT substr(c.${characters.nameFolded}, start.value), c.${characters.id}, start.value = 1
	FROM ${characters} c, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE c.${characters.id} = new.${users.mainCharacterId} AND start.value < length(c.${characters.nameFolded})`,
    ],
  }),

  users_main_searchable: onInsert(users, {
    when: text`new.${users.mainCharacterId} IS NOT NULL`,
    follows: [
      text`INSERT OR IGNORE INTO ${mainNameSuffixes} (${mainNameSuffixes.suffix}, ${mainNameSuffixes.characterId}, ${mainNameSuffixes.isWhole})
	SELECT substr(c.${characters.nameFolded}, start.value), c.${characters.id}, start.value = 1
	FROM ${characters} c, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE c.${characters.id} = new.${users.mainCharacterId} AND start.value < length(c.${characters.nameFolded})`,
    ],
  }),
};
