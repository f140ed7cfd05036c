ALTER TABLE `corporations` ADD `verification_failed_at` integer;--> statement-breakpoint
ALTER TABLE `corporation_health` ADD `failing` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Until now "verified at" was the last attempt, also when it failed.
UPDATE `corporations` SET `verification_failed_at` = `verified_at`, `verified_at` = NULL WHERE `is_verified` = 0 AND `verified_at` IS NOT NULL;
