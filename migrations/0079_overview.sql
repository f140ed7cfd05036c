CREATE TABLE `counted_days` (
	`day` integer PRIMARY KEY NOT NULL,
	`members` integer,
	`joined` integer NOT NULL,
	`left` integer NOT NULL,
	`roles_changed` integer NOT NULL,
	`ended` integer NOT NULL,
	`held` integer NOT NULL,
	`undone` integer NOT NULL,
	`watched` integer NOT NULL,
	`counted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counted_hours` (
	`hour` integer PRIMARY KEY NOT NULL,
	`sum` real NOT NULL,
	`weight` real NOT NULL,
	`counted_hour` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `health_days` (
	`day` integer NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`partial` integer NOT NULL,
	`down` integer NOT NULL,
	`unknown` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`, `subject_id`)
);
--> statement-breakpoint
CREATE INDEX `character_sections_online` ON `character_sections` (`character_id`) WHERE section = 'status' and data ->> '$.online' = 1;--> statement-breakpoint
CREATE INDEX `join_requests_oldest` ON `join_requests` (`created_at`) WHERE status = 'pending';
