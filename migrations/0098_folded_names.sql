CREATE TABLE `columns_to_fold` (
	`name` text PRIMARY KEY NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `names_by_name`;--> statement-breakpoint
ALTER TABLE `names` ADD `name_folded` text;--> statement-breakpoint
CREATE INDEX `names_by_name` ON `names` (`name_folded`);--> statement-breakpoint
ALTER TABLE `applications` ADD `name_folded` text;--> statement-breakpoint
ALTER TABLE `corporation_pages` ADD `titles_folded` text;--> statement-breakpoint
ALTER TABLE `discord_servers` ADD `name_folded` text;--> statement-breakpoint
ALTER TABLE `watch_entries` ADD `name_folded` text;--> statement-breakpoint
ALTER TABLE `watch_entries` ADD `reason_folded` text;
