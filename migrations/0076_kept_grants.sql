ALTER TABLE `eve_tokens` ADD `own_scopes` text;--> statement-breakpoint
ALTER TABLE `eve_tokens` ADD `spares` text;--> statement-breakpoint
ALTER TABLE `eve_tokens` ADD `lost_scopes` text;--> statement-breakpoint
CREATE INDEX `eve_tokens_spares` ON `eve_tokens` (`character_id`) WHERE spares is not null;
