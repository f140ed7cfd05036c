CREATE TABLE `corporation_contracts` (
	`corporation_id` integer NOT NULL,
	`id` integer NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`corporation_id`, `id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `corporation_events` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`corporation_id` integer NOT NULL,
	`corporation_name` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`character_id` integer,
	`character_name` text,
	`detail` text NOT NULL,
	`request_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `corporation_events_corporation` ON `corporation_events` (`corporation_id`,`id`);--> statement-breakpoint
CREATE TABLE `corporations` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`ticker` text NOT NULL,
	`ticker_folded` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`assigned_character_id` integer,
	`is_verified` integer DEFAULT false NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	`member_count` integer,
	`ceo_id` integer,
	`alliance_id` integer,
	`linked_member_count` integer DEFAULT 0 NOT NULL,
	`journal_count` integer DEFAULT 0 NOT NULL,
	`contract_count` integer DEFAULT 0 NOT NULL,
	`killmail_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`assigned_character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `corporations_name` ON `corporations` (`name_folded`,`id`);--> statement-breakpoint
CREATE TABLE `corporation_pages` (
	`corporation_id` integer NOT NULL,
	`source` text NOT NULL,
	`is_staged` integer NOT NULL,
	`page` integer NOT NULL,
	`etag` text,
	`item_count` integer NOT NULL,
	`data` text,
	PRIMARY KEY(`corporation_id`, `source`, `is_staged`, `page`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `corporation_directors` (
	`id` text PRIMARY KEY NOT NULL,
	`corporation_id` integer NOT NULL,
	`character_id` integer NOT NULL,
	`priority` integer NOT NULL,
	`is_healthy` integer DEFAULT false NOT NULL,
	`failure_count` integer DEFAULT 0 NOT NULL,
	`problem` text,
	`roles` text DEFAULT '[]' NOT NULL,
	`roles_etag` text,
	`roles_expire_at` integer,
	`checked_at` integer,
	`attempted_at` integer,
	`failed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `corporation_directors_character` ON `corporation_directors` (`corporation_id`,`character_id`);--> statement-breakpoint
CREATE INDEX `corporation_directors_attempted` ON `corporation_directors` (`attempted_at`);--> statement-breakpoint
CREATE TABLE `corporation_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`corporation_id` integer NOT NULL,
	`category` text NOT NULL,
	`director_id` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`due_at` integer,
	`lease_until` integer,
	`resumes_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 0 NOT NULL,
	`pages_read` integer DEFAULT 0 NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`error` text,
	`plan` text,
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`director_id`) REFERENCES `corporation_directors`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `corporation_runs_open` ON `corporation_runs` (`corporation_id`,`category`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `corporation_runs_latest` ON `corporation_runs` (`corporation_id`,`category`,`started_at`);--> statement-breakpoint
CREATE INDEX `corporation_runs_success` ON `corporation_runs` (`corporation_id`,`finished_at`) WHERE error is null;--> statement-breakpoint
CREATE INDEX `corporation_runs_director` ON `corporation_runs` (`director_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `corporation_health` (
	`corporation_id` integer NOT NULL,
	`at` integer NOT NULL,
	`directors` integer NOT NULL,
	`healthy` integer NOT NULL,
	`unknown` integer NOT NULL,
	PRIMARY KEY(`corporation_id`, `at`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `corporation_journal` (
	`corporation_id` integer NOT NULL,
	`division` integer NOT NULL,
	`id` integer NOT NULL,
	`data` text NOT NULL,
	PRIMARY KEY(`corporation_id`, `division`, `id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `corporation_killmails` (
	`corporation_id` integer NOT NULL,
	`id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`corporation_id`, `id`),
	FOREIGN KEY (`corporation_id`) REFERENCES `corporations`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `account_events_user`;--> statement-breakpoint
CREATE INDEX `account_events_time` ON `account_events` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `account_events_kind` ON `account_events` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `account_events_user` ON `account_events` (`user_id`,`created_at`,`id`);