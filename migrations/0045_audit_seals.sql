CREATE TABLE `audit_digests` (
	`seq` integer PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`salt` text,
	`personal` text NOT NULL,
	`digest` text NOT NULL,
	`removed_by_move` text
);
--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`number` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`event_count` integer NOT NULL,
	`is_complete` integer NOT NULL,
	`created_at` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `merged_users` (
	`from_id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL,
	FOREIGN KEY (`into_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `merged_users_into` ON `merged_users` (`into_id`);--> statement-breakpoint
-- A deletion rewrites personal fields of sealed events: without the salt, the fingerprint that stays identifies nobody. A merge
-- replaces the ids of users only, and `merged_users` knows them.
CREATE TRIGGER `audit_events_erased` AFTER UPDATE OF `actor_id`, `actor_name`, `subject_id`, `subject_name`, `character_id`,
	`character_name`, `owner_hash`, `detail` ON `audit_events`
WHEN new.actor_name IS NOT old.actor_name OR new.subject_name IS NOT old.subject_name
	OR new.character_id IS NOT old.character_id OR new.character_name IS NOT old.character_name
	OR new.owner_hash IS NOT old.owner_hash OR new.detail IS NOT old.detail
	OR new.actor_id IS NOT old.actor_id
		AND NOT EXISTS (SELECT 1 FROM `merged_users` WHERE from_id = old.actor_id AND into_id = new.actor_id)
	OR new.subject_id IS NOT old.subject_id
		AND NOT EXISTS (SELECT 1 FROM `merged_users` WHERE from_id = old.subject_id AND into_id = new.subject_id)
BEGIN
	UPDATE `audit_digests` SET salt = NULL WHERE seq = new.seq AND salt IS NOT NULL;
END;
