ALTER TABLE `characters` ADD `unconfirmed_since` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `character_id` integer;--> statement-breakpoint
ALTER TABLE `application_codes` ADD `session_id` text;--> statement-breakpoint
ALTER TABLE `application_grants` ADD `session_id` text;--> statement-breakpoint
-- The character of the last sign-in is the best that is known of sessions from before.
UPDATE `sessions` SET `character_id` = `proven_character_id`;--> statement-breakpoint
-- Requirements read nothing of an unconfirmed character.
CREATE TRIGGER `characters_confirmed` AFTER UPDATE OF `unconfirmed_since` ON `characters`
WHEN new.unconfirmed_since IS NOT old.unconfirmed_since AND new.user_id IS NOT NULL AND EXISTS (SELECT 1 FROM `rule_conditions`)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark) VALUES (new.user_id, lower(hex(randomblob(8))))
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
