CREATE TABLE `asset_pages` (
	`character_id` integer NOT NULL,
	`page` integer NOT NULL,
	`etag` text,
	`item_count` integer NOT NULL,
	`value` real NOT NULL,
	PRIMARY KEY(`character_id`, `page`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `character_affiliations` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`corporation_id` integer NOT NULL,
	`alliance_id` integer,
	`as_of` integer NOT NULL,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `character_affiliations_corporation` ON `character_affiliations` (`corporation_id`);--> statement-breakpoint
CREATE TABLE `character_checks` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`record` text NOT NULL,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `character_sections` (
	`character_id` integer NOT NULL,
	`section` text NOT NULL,
	`etag` text,
	`data` text NOT NULL,
	PRIMARY KEY(`character_id`, `section`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `esi_limits` (
	`bucket` text PRIMARY KEY NOT NULL,
	`closed_to` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`job` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`rows` integer,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `job_runs_job` ON `job_runs` (`job`,`started_at`);--> statement-breakpoint
CREATE TABLE `main_name_suffixes` (
	`suffix` text NOT NULL,
	`character_id` integer NOT NULL,
	`is_whole` integer NOT NULL,
	PRIMARY KEY(`suffix`, `character_id`),
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `main_name_suffixes_whole` ON `main_name_suffixes` (`suffix`) WHERE is_whole = 1;--> statement-breakpoint
CREATE INDEX `main_name_suffixes_character` ON `main_name_suffixes` (`character_id`);--> statement-breakpoint
CREATE TABLE `market_prices` (
	`type_id` integer PRIMARY KEY NOT NULL,
	`average` real,
	`adjusted` real
);
--> statement-breakpoint
CREATE TABLE `names` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text,
	`refused_to` integer,
	`retry_at` integer
);
