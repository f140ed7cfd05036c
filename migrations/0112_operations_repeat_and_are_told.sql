CREATE TABLE `calendar_feeds` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_secret_hash_unique` ON `calendar_feeds` (`secret_hash`);--> statement-breakpoint
CREATE TABLE `discord_events` (
	`operation_id` text NOT NULL,
	`server_id` text NOT NULL,
	`event_id` text,
	`shown` integer,
	`starts_at` integer NOT NULL,
	`refusal` integer,
	`outages` integer DEFAULT 0 NOT NULL,
	`waits_until` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`lease_id` text,
	PRIMARY KEY(`operation_id`, `server_id`),
	FOREIGN KEY (`server_id`) REFERENCES `discord_servers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_events_server` ON `discord_events` (`server_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `operation_rules` (
	`group_id` text PRIMARY KEY NOT NULL,
	`planners_id` text,
	`on_discord` integer DEFAULT false NOT NULL,
	`origin` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`planners_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `operation_rules_planners` ON `operation_rules` (`planners_id`) WHERE planners_id is not null;--> statement-breakpoint
CREATE INDEX `operation_rules_on_discord` ON `operation_rules` (`group_id`) WHERE on_discord = 1;--> statement-breakpoint
CREATE TABLE `operation_series` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`next_at` integer,
	FOREIGN KEY (`group_id`) REFERENCES `groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `operation_series_group` ON `operation_series` (`group_id`);--> statement-breakpoint
CREATE INDEX `operation_series_next` ON `operation_series` (`next_at`) WHERE next_at is not null;--> statement-breakpoint
ALTER TABLE `discord_direct_messages` ADD `remind_minutes` integer;--> statement-breakpoint
ALTER TABLE `operation_answers` ADD `remind_at` integer;--> statement-breakpoint
CREATE INDEX `operation_answers_reminders` ON `operation_answers` (`remind_at`) WHERE remind_at is not null;--> statement-breakpoint
ALTER TABLE `operations` ADD `series_id` text REFERENCES operation_series(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `operations` ADD `series_at` integer;--> statement-breakpoint
ALTER TABLE `operations` ADD `is_own` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `operations_series` ON `operations` (`series_id`,`series_at`) WHERE series_id is not null;
