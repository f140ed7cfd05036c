ALTER TABLE `sessions` ADD `proven_character_id` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `proven_at` integer;