import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { afterInsert, afterUpdate } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/** Copies of names by which members and main characters are sorted and searched. */
export const nameReactions: Reactions = {
  characters_rename_members: {
    on: afterUpdate(characters, "nameFolded"),
    when: "new.name_folded <> old.name_folded AND new.user_id IS NOT NULL",
    follows: [
      `UPDATE group_members SET name_folded = new.name_folded
	WHERE user_id = (SELECT id FROM users WHERE main_character_id = new.id)`,
    ],
  },

  characters_renamed: {
    on: afterUpdate(characters, "nameFolded"),
    when: "new.name_folded <> old.name_folded",
    follows: [
      "DELETE FROM main_name_suffixes WHERE character_id = new.id",
      `INSERT OR IGNORE INTO main_name_suffixes (suffix, character_id, is_whole)
	SELECT substr(new.name_folded, start.value), new.id, start.value = 1
	FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE start.value < length(new.name_folded) AND EXISTS (SELECT 1 FROM users WHERE main_character_id = new.id)`,
    ],
  },

  group_members_named: {
    on: afterInsert(groupMembers),
    follows: [
      `UPDATE group_members SET name_folded = coalesce((SELECT c.name_folded FROM users u
		JOIN characters c ON c.id = u.main_character_id WHERE u.id = new.user_id), '')
	WHERE group_id = new.group_id AND user_id = new.user_id`,
    ],
  },

  users_main_names_members: {
    on: afterUpdate(users, "mainCharacterId"),
    when: "new.main_character_id IS NOT old.main_character_id",
    follows: [
      `UPDATE group_members SET name_folded = coalesce(
		(SELECT name_folded FROM characters WHERE id = new.main_character_id), '')
	WHERE user_id = new.id`,
    ],
  },

  users_main_replaced: {
    on: afterUpdate(users, "mainCharacterId"),
    when: "new.main_character_id IS NOT old.main_character_id",
    follows: [
      "DELETE FROM main_name_suffixes WHERE character_id = old.main_character_id",
      `INSERT OR IGNORE INTO main_name_suffixes (suffix, character_id, is_whole)
	SELECT substr(c.name_folded, start.value), c.id, start.value = 1
	FROM characters c, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE c.id = new.main_character_id AND start.value < length(c.name_folded)`,
    ],
  },

  users_main_searchable: {
    on: afterInsert(users),
    when: "new.main_character_id IS NOT NULL",
    follows: [
      `INSERT OR IGNORE INTO main_name_suffixes (suffix, character_id, is_whole)
	SELECT substr(c.name_folded, start.value), c.id, start.value = 1
	FROM characters c, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE c.id = new.main_character_id AND start.value < length(c.name_folded)`,
    ],
  },
};
