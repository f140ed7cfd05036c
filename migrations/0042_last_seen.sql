DROP INDEX `main_name_suffixes_whole`;--> statement-breakpoint
CREATE INDEX `main_name_suffixes_whole` ON `main_name_suffixes` (`suffix`,`character_id`) WHERE is_whole = 1;--> statement-breakpoint
ALTER TABLE `users` ADD `last_seen_at` integer;--> statement-breakpoint
CREATE INDEX `users_last_seen` ON `users` (`last_seen_at`,`id`) WHERE last_seen_at is not null;--> statement-breakpoint
CREATE INDEX `eve_tokens_revoked` ON `eve_tokens` (`character_id`) WHERE state = 'revoked';--> statement-breakpoint
-- When a user was last seen outlives the sessions.
CREATE TRIGGER `sessions_begin_seen` AFTER INSERT ON `sessions`
BEGIN
	UPDATE `users` SET last_seen_at = new.last_seen_at
	WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.last_seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER `sessions_seen` AFTER UPDATE OF `last_seen_at` ON `sessions`
BEGIN
	UPDATE `users` SET last_seen_at = new.last_seen_at
	WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.last_seen_at;
END;
--> statement-breakpoint
-- Users of before this migration.
UPDATE `users` SET last_seen_at = coalesce((SELECT max(last_seen_at) FROM `sessions` WHERE user_id = `users`.id), created_at);
