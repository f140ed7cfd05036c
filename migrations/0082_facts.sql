CREATE TABLE `api_answers` (
	`application_id` text NOT NULL,
	`key` text NOT NULL,
	`request` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`application_id`, `key`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `api_answers_created` ON `api_answers` (`created_at`);--> statement-breakpoint
CREATE TABLE `fact_values` (
	`user_id` text NOT NULL,
	`fact_id` text NOT NULL,
	`value` text,
	`as_of` integer NOT NULL,
	`ends_at` integer,
	PRIMARY KEY(`user_id`, `fact_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `facts` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`key` text NOT NULL,
	`title` text NOT NULL,
	`kind` text NOT NULL,
	`options` text NOT NULL,
	`max_age_hours` integer NOT NULL,
	`missing` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`as_of` integer,
	`written_at` integer,
	`written_day` integer DEFAULT 0 NOT NULL,
	`written_values` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `facts_key` ON `facts` (`application_id`,`key`);--> statement-breakpoint
CREATE INDEX `facts_creator` ON `facts` (`created_by`);
--> statement-breakpoint
CREATE TRIGGER `fact_removed` AFTER DELETE ON `facts`
BEGIN
	DELETE FROM `fact_values` WHERE fact_id = old.id;
END;
