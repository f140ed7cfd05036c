CREATE TABLE `account_merges` (
	`id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL,
	`from_id` text NOT NULL,
	`into_main_id` integer NOT NULL,
	`from_main_id` integer NOT NULL,
	`owner_hash` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`into_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`from_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_merges_pair` ON `account_merges` (`into_id`,`from_id`);--> statement-breakpoint
CREATE INDEX `account_merges_from` ON `account_merges` (`from_id`);--> statement-breakpoint
CREATE INDEX `account_merges_expires` ON `account_merges` (`expires_at`);--> statement-breakpoint
DROP TRIGGER `characters_released`;
--> statement-breakpoint
-- What a character's token told is its user's: it goes when the character does, but stays when the user's accounts merge.
CREATE TRIGGER `characters_released` AFTER UPDATE OF `user_id` ON `characters`
WHEN old.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
	AND NOT EXISTS (SELECT 1 FROM `account_merges` WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')
BEGIN
	DELETE FROM `character_sections` WHERE character_id = new.id AND section NOT IN ('info', 'corporationHistory');
	DELETE FROM `character_checks` WHERE character_id = new.id;
	DELETE FROM `asset_pages` WHERE character_id = new.id;
END;
