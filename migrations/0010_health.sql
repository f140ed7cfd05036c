CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`died_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letters_time` ON `dead_letters` (`died_at`);--> statement-breakpoint
CREATE TABLE `health_samples` (
	`day` text PRIMARY KEY NOT NULL,
	`taken_at` integer NOT NULL,
	`database_bytes` integer NOT NULL,
	`tokens_by_key` text NOT NULL,
	`revoked_tokens` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `job_runs_failed` ON `job_runs` (`started_at`) WHERE error is not null;--> statement-breakpoint
CREATE INDEX `corporation_runs_failed` ON `corporation_runs` (`finished_at`) WHERE error is not null;