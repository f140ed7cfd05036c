-- The search for mains: every ending of two letters or more of every main's name.
CREATE TRIGGER `users_main_searchable` AFTER INSERT ON `users`
WHEN new.main_character_id IS NOT NULL
BEGIN
	INSERT OR IGNORE INTO `main_name_suffixes` (suffix, character_id, is_whole)
	SELECT substr(c.name_folded, start.value), c.id, start.value = 1
	FROM `characters` c, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE c.id = new.main_character_id AND start.value < length(c.name_folded);
END;
--> statement-breakpoint
CREATE TRIGGER `users_main_replaced` AFTER UPDATE OF `main_character_id` ON `users`
WHEN new.main_character_id IS NOT old.main_character_id
BEGIN
	DELETE FROM `main_name_suffixes` WHERE character_id = old.main_character_id;
	INSERT OR IGNORE INTO `main_name_suffixes` (suffix, character_id, is_whole)
	SELECT substr(c.name_folded, start.value), c.id, start.value = 1
	FROM `characters` c, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE c.id = new.main_character_id AND start.value < length(c.name_folded);
END;
--> statement-breakpoint
CREATE TRIGGER `characters_renamed` AFTER UPDATE OF `name_folded` ON `characters`
WHEN new.name_folded <> old.name_folded
BEGIN
	DELETE FROM `main_name_suffixes` WHERE character_id = new.id;
	INSERT OR IGNORE INTO `main_name_suffixes` (suffix, character_id, is_whole)
	SELECT substr(new.name_folded, start.value), new.id, start.value = 1
	FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE start.value < length(new.name_folded) AND EXISTS (SELECT 1 FROM `users` WHERE main_character_id = new.id);
END;
--> statement-breakpoint
-- What a character's token told is its user's: it goes when the character does.
CREATE TRIGGER `characters_released` AFTER UPDATE OF `user_id` ON `characters`
WHEN old.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
BEGIN
	DELETE FROM `character_sections` WHERE character_id = new.id AND section NOT IN ('info', 'corporationHistory');
	DELETE FROM `character_checks` WHERE character_id = new.id;
	DELETE FROM `asset_pages` WHERE character_id = new.id;
END;
--> statement-breakpoint
-- Mains of before this migration.
INSERT OR IGNORE INTO `main_name_suffixes` (suffix, character_id, is_whole)
SELECT substr(c.name_folded, start.value), c.id, start.value = 1
FROM `users` u
JOIN `characters` c ON c.id = u.main_character_id,
json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
WHERE start.value < length(c.name_folded);
