ALTER TABLE `invite_codes` ADD `code_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `invite_codes_code_hash_unique` ON `invite_codes` (`code_hash`);