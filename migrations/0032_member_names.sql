ALTER TABLE `group_members` ADD `name_folded` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `group_members_by_name` ON `group_members` (`group_id`,`name_folded`,`user_id`);--> statement-breakpoint
-- Members are sorted and searched by the name of their main.
CREATE TRIGGER `group_members_named` AFTER INSERT ON `group_members`
BEGIN
	UPDATE `group_members` SET name_folded = coalesce((SELECT c.name_folded FROM `users` u
		JOIN `characters` c ON c.id = u.main_character_id WHERE u.id = new.user_id), '')
	WHERE group_id = new.group_id AND user_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `users_main_names_members` AFTER UPDATE OF `main_character_id` ON `users`
WHEN new.main_character_id IS NOT old.main_character_id
BEGIN
	UPDATE `group_members` SET name_folded = coalesce(
		(SELECT name_folded FROM `characters` WHERE id = new.main_character_id), '')
	WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `characters_rename_members` AFTER UPDATE OF `name_folded` ON `characters`
WHEN new.name_folded <> old.name_folded AND new.user_id IS NOT NULL
BEGIN
	UPDATE `group_members` SET name_folded = new.name_folded
	WHERE user_id = (SELECT id FROM `users` WHERE main_character_id = new.id);
END;
--> statement-breakpoint
-- Members of before this migration.
UPDATE `group_members` SET name_folded = coalesce((SELECT c.name_folded FROM `users` u
	JOIN `characters` c ON c.id = u.main_character_id WHERE u.id = `group_members`.user_id), '');
